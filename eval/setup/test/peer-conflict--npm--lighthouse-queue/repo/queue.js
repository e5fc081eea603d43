export class Queue {
  #items = [];
  #waiting = [];

  constructor(limit) {
    this.limit = limit;
  }

  async push(item) {
    if (this.limit < 1) throw new RangeError("the limit must be positive");
    while (this.#items.length >= this.limit) await new Promise((resolve) => this.#waiting.push(resolve));
    this.#items.push(item);
    return this.#items.length;
  }

  shift() {
    const item = this.#items.shift();
    this.#waiting.shift()?.();
    return item;
  }
}
