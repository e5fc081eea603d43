const { sortBy, prop } = require("ramda");

exports.byTaste = (blends) => sortBy(prop("bitter"), blends).map(prop("name"));
