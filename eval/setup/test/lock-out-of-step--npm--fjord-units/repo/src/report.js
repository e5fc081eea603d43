import pc from "picocolors";
import pluralize from "pluralize";
import { nameOf, toKnots } from "./wind.js";

export function report(metresPerSecond) {
  const knots = Math.round(toKnots(metresPerSecond));
  return pc.createColors(false).bold(`${pluralize("knot", knots, true)}, ${nameOf(metresPerSecond)}`);
}
