const assert = require("assert");
const { keep, fits } = require("./auth");

assert(fits("open sesame", keep("open sesame")));
assert(!fits("sesame", keep("open sesame")));
