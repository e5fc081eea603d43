const clamp = require("clamp");

exports.behind = (wave, wall) => clamp(wave - wall, 0, wave);
