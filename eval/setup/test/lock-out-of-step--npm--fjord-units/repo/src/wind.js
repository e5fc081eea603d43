const KNOT = 0.514444;
const NAMES = ["calm", "light air", "light breeze", "gentle breeze", "moderate breeze"];
const LIMITS = [0.3, 1.6, 3.4, 5.5, 8];

export const toKnots = (metresPerSecond) => metresPerSecond / KNOT;

export function nameOf(metresPerSecond) {
  const at = LIMITS.findIndex((limit) => metresPerSecond < limit);
  return at === -1 ? "strong" : NAMES[at];
}
