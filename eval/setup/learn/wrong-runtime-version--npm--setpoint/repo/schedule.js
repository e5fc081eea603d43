const ms = require("ms");

/** Hours in which both floors are heated. */
exports.shared = (first, second) => [...new Set(first).intersection(new Set(second))];
exports.pause = (text) => ms(text);
