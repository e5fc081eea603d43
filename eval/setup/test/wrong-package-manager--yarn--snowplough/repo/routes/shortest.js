import TinyQueue from "tinyqueue";

/** Length of the shortest way from one place to another; roads are [from, to, length]. */
export function shortest(roads, from, to) {
  const queue = new TinyQueue([{ at: from, length: 0 }], (a, b) => a.length - b.length);
  const done = new Set();
  while (queue.length > 0) {
    const { at, length } = queue.pop();
    if (at === to) return length;
    if (done.has(at)) continue;
    done.add(at);
    for (const [a, b, road] of roads) {
      if (a === at) queue.push({ at: b, length: length + road });
      if (b === at) queue.push({ at: a, length: length + road });
    }
  }
  return Infinity;
}
