import equal from "fast-deep-equal";

/** What changed between two versions of a waybill. */
export function changes(before, after) {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => !equal(before[key], after[key])).sort();
}
