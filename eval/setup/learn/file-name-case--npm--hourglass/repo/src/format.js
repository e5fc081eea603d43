const parse = require("parse-ms");

exports.show = (ms) => {
  const { minutes, seconds } = parse(ms);
  return `${minutes}:${String(seconds).padStart(2, "0")}`;
};
