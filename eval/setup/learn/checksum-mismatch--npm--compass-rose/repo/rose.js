const isArray = require("isarray");

const POINTS = ["north", "east", "south", "west"];
const one = (degrees) => POINTS[Math.round(degrees / 90) % 4];

exports.point = (degrees) => (isArray(degrees) ? degrees.map(one) : one(degrees));
