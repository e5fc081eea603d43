const bcrypt = require("bcrypt");

exports.keep = (password) => bcrypt.hashSync(password, 4);
exports.fits = (password, kept) => bcrypt.compareSync(password, kept);
