module.exports = require("./build/Release/tally.node");
