import type { Abstractor } from "./abstractor.js";

const SUFFIX =
  "(?:[-.~]?(?:alpha|beta|rc|dev|pre|preview|next|canary|nightly|snapshot|final|release|ga|post|lts|a|b)(?:[.-]?\\d{1,9})*(?![a-z])|-\\d[\\w.]{0,30}(?:-[a-z]{2,10}\\b)?){0,3}(?:\\+[\\w-]{1,40}(?:\\.(?!(?:tar|tgz|whl|zip|gz|jar|deb|rpm|gem)\\b)[\\w-]{1,40}){0,3})?";
const THREE_PARTS = new RegExp(
  `(?<![\\d.])(python[ =@/-]{0,3})?(v?)(\\d{1,6})\\.(\\d{1,6})(?:\\.\\d{1,9}){1,3}${SUFFIX}(?!\\d)`,
  "gi",
);
const V_TWO_PARTS = /(?<![\w.])v(\d{1,6})\.\d{1,6}(?![\d.])/g;

/**
 * `20.11.0` → `20.x`: releases of one major version mostly fail alike. Below 1.0, and for Python, the second number
 * is the one that breaks things and stays. Numbers of two parts are left: they may be anything, and are rough already.
 */
export const abstractVersions: Abstractor = (text) =>
  text
    .replace(THREE_PARTS, (_match, python: string | undefined, _v: string, major: string, minor: string) => {
      const name = python ?? "";
      return name !== "" || Number(major) === 0 ? `${name}${major}.${minor}.x` : `${major}.x`;
    })
    .replace(V_TWO_PARTS, "$1.x");
