import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const [from, to] = process.argv.slice(2);
const all = {};
for (const file of readdirSync(from)) all[file.slice(0, 2)] = JSON.parse(readFileSync(`${from}/${file}`, "utf8"));
writeFileSync(to, `export default ${JSON.stringify(all, null, 2)};\n`);
