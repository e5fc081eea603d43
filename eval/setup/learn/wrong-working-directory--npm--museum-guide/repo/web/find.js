const escape = require("escape-string-regexp");
const rooms = require("../content/rooms.json");

exports.find = (text) => rooms.filter(({ title }) => new RegExp(escape(text), "i").test(title)).map(({ room }) => room);
