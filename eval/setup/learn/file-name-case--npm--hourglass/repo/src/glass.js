/** Sand above and below, in milliseconds. */
class Glass {
  constructor(total) {
    this.above = total;
    this.below = 0;
  }

  run(ms) {
    const moved = Math.min(ms, this.above);
    this.above -= moved;
    this.below += moved;
  }

  turn() {
    [this.above, this.below] = [this.below, this.above];
  }
}

module.exports = { Glass };
