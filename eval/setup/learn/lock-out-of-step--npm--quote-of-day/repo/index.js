const ms = require("ms");
const escape = require("escape-html");

const QUOTES = ["Measure twice, cut once.", "Many hands make light work.", "Slow & steady."];

exports.quoteOf = (day) => QUOTES[Math.floor(Date.parse(day) / ms("1d")) % QUOTES.length];
exports.asHtml = (day) => `<q>${escape(exports.quoteOf(day))}</q>`;
