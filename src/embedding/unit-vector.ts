/** At length 1. A vector of zeros stays: it is near nothing. */
export function toUnit(vector: ArrayLike<number>): Float32Array {
  const unit = Float32Array.from(vector);
  const length = Math.hypot(...unit);
  return length === 0 ? unit : unit.map((value) => value / length);
}
