import { toUnit } from "../unit-vector.js";
import type { Tensor } from "./transformers.js";

/** The mean over a text's word pieces (padding left out), at unit length. `hidden` is [texts, pieces, dimensions]. */
export function poolMean(hidden: Tensor, mask: ArrayLike<number | bigint>): Float32Array[] {
  const [texts = 0, pieces = 0, dimensions = 0] = hidden.dims;
  return Array.from({ length: texts }, (_, text) => {
    const total = new Float32Array(dimensions);
    for (let piece = 0; piece < pieces; piece += 1) {
      if (Number(mask[text * pieces + piece]) === 0) continue;
      const base = (text * pieces + piece) * dimensions;
      for (let place = 0; place < dimensions; place += 1) {
        total[place] = (total[place] ?? 0) + (hidden.data[base + place] ?? 0);
      }
    }
    return toUnit(total);
  });
}
