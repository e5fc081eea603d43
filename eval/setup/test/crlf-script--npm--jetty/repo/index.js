const { readFile } = require("node:fs/promises");
const pMap = require("p-map");

exports.boats = async () => {
  const names = (await readFile("out/boats.list", "utf8")).trim().split("\n");
  return await pMap(names, (name) => name.toUpperCase(), { concurrency: 1 });
};
