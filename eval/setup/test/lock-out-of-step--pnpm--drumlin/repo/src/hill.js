import range from "just-range";

/** Heights along a hill, start to end. */
export const profile = (top, steps) => range(0, steps + 1).map((n) => top * Math.sin((Math.PI * n) / steps));
