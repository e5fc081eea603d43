import farmhash from "farmhash";

/** The same bottle always gets the same shelf. */
export const shelfOf = (bottle, shelves) => farmhash.fingerprint32(bottle) % shelves;
