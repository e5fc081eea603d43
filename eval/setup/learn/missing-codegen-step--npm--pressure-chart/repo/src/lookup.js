const { closest } = require("fastest-levenshtein");
const stations = require("./stations.generated.js");

exports.codeOf = (name) => {
  const best = closest(name, Object.values(stations));
  return Object.keys(stations).find((code) => stations[code] === best);
};
