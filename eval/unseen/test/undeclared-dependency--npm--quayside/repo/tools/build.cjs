const fs = require("fs");
const { globSync } = require("tinyglobby");
const kleur = require("kleur");

const pages = globSync("pages/*.txt");
fs.mkdirSync("dist", { recursive: true });
fs.writeFileSync("dist/index.txt", pages.join("\n"));
console.log(kleur.green(`${pages.length} pages`));
