const { EventEmitter } = require("eventemitter3");

class Turnstile extends EventEmitter {
  inside = 0;

  pass(people) {
    this.inside += people;
    this.emit("count", this.inside);
  }
}

module.exports = { Turnstile };
