const { currency, discount } = require("./config");

exports.priceTag = function priceTag(cents) {
  const reduced = Math.round(cents * (1 - discount / 100));
  return `${(reduced / 100).toFixed(2)} ${currency}`;
};
