import { vowels } from "./gen/tables.mjs";
export const count = (t) => [...t].filter((c) => vowels.includes(c)).length;
