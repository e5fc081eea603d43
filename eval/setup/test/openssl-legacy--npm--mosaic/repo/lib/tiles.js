const hasha = require("hasha");

exports.nameOf = (pixels) => `${hasha(pixels, { algorithm: "md4" }).slice(0, 12)}.tile`;
