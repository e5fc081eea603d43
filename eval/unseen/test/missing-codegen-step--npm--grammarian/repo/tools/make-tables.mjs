import { mkdirSync, writeFileSync } from "node:fs";
mkdirSync("src/gen", { recursive: true });
writeFileSync("src/gen/tables.mjs", "export const vowels = ['a','e','i','o','u'];\n");
