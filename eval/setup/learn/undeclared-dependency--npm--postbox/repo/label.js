const stringWidth = require("string-width");
const wrap = require("word-wrap");

exports.label = function label(address, columns) {
  const lines = address.split(",").flatMap((part) => wrap(part.trim(), { width: columns, indent: "" }).split("\n"));
  return lines.map((line) => line + ".".repeat(Math.max(0, columns - stringWidth(line))));
};
