"use strict";
const slugify = require("slugify");

function createPermalinker() {
  const seen = new Map();
  return (heading) => {
    const base = slugify(heading, { lower: true, strict: true });
    const count = (seen.get(base) ?? 0) + 1;
    seen.set(base, count);
    return count === 1 ? base : `${base}-${count}`;
  };
}

module.exports = { createPermalinker };
