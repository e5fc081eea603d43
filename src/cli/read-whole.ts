import { MnemeError } from "../errors.js";

/** A whole number from the command line, or one line that says what is wrong. */
export function readWhole(
  flag: string,
  text: string,
  { min = 0, max }: { min?: number; max: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new MnemeError("bad_input", `${flag} ${text}: give a whole number from ${min} to ${max}`);
}
