const path = require("node:path");

const loaded = require("dotenv").config({ path: path.join(__dirname, "..", ".env") });
if (loaded.error) throw loaded.error;

module.exports = {
  name: process.env.SHOP_NAME,
  currency: process.env.SHOP_CURRENCY,
  discount: Number(process.env.SHOP_DISCOUNT),
};
