const { readFileSync, writeFileSync } = require("node:fs");

const rows = readFileSync("data/stations.txt", "utf8").trim().split("\n");
const table = Object.fromEntries(rows.map((row) => row.split("\t")));
writeFileSync("src/stations.generated.js", `module.exports = ${JSON.stringify(table)};\n`);
