const sum = require("lodash.sum");

/** Metres of chain for a depth in metres: four times what is below the bow. */
exports.chain = (depth, bow = 1) => 4 * sum([depth, bow]);
