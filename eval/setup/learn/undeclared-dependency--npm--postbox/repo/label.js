const wrap = require("word-wrap");

exports.label = function label(address, columns) {
  const lines = address.split(",").flatMap((part) => wrap(part.trim(), { width: columns, indent: "" }).split("\n"));
  return lines.map((line) => line.trimEnd().padEnd(columns, "."));
};
