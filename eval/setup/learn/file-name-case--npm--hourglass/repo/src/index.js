const { Glass } = require("./Glass");
const { show } = require("./format");

module.exports = { Glass, show };
