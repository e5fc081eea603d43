export class Plant {
  constructor(name, from, to) {
    this.name = name;
    this.from = from;
    this.to = to;
  }

  bloomsIn(month) {
    return month >= this.from && month <= this.to;
  }
}
