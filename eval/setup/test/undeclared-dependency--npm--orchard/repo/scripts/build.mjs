import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { parse } from "csv-parse/sync";

const trees = parse(readFileSync("data/trees.csv"), { columns: true });
mkdirSync("out", { recursive: true });
writeFileSync("out/trees.json", JSON.stringify(trees, null, 2));
console.log(`${trees.length} trees`);
