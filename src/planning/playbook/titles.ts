/** How a later turn knows that the reporter's build was tried. */
export const BUILD_TITLE = "build it as the reporter did";
