import { placeholder, type Redactor } from "./redactor.js";

const V4 = /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?!\.?\d|[A-Z_])/gi;
const V4_HYPHENATED = /\bip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}\b/g;
const V6 = /(?<![\w:.])[0-9A-F:]{2,39}:[0-9A-F]{0,4}(?:(?:\d{1,3}\.){3}\d{1,3})?(?![\w:])/gi;

/** What stands before a version of four parts. */
const BEFORE_VERSION =
  /(?:(?:version|release|ver|build|revision)["']?\s{0,2}[:=]?\s{0,20}["']?|[=<>~^!]=|[<>~^]\s?)$/i;
/** Words before an address, where a small first number could also begin a version ("ffmpeg 4.4.1.2"). */
const BEFORE_ADDRESS =
  /(?:\b(?:at|to|from|on|host|hostname|ip|ipv4|addr|address|server|client|inet|via|is|node|peer|gateway|dns|nameserver|ping|ssh|connect|by|for|remote|bind|listen|interface|route|proxy)|[^\w\s&-])\s{0,2}$/i;

export const redactIpAddresses: Redactor = (text, found) => {
  const hide = () => {
    found("ip");
    return placeholder("ip");
  };
  let result = text;
  if (/\d\.\d{1,3}\./.test(result))
    result = result.replace(V4, (match, offset: number, whole: string) =>
      isPrivateV4(match, whole.slice(Math.max(0, offset - 40), offset)) ? hide() : match,
    );
  if (result.includes("ip-")) result = result.replace(V4_HYPHENATED, hide);
  if (/[0-9A-F]:[0-9A-F:]|::[0-9A-F]/i.test(result))
    result = result.replace(V6, (match) => (isPrivateV6(match) ? hide() : match));
  return result;
};

/** Loopback and "any" are on every machine: they say something of the fault and nothing of the person. */
function isPrivateV4(address: string, before: string): boolean {
  const parts = address.split(".").map(Number);
  if (parts.some((part) => part > 255)) return false;
  const [first = 0, ...rest] = parts;
  if (first === 127 || first === 0 || first === 255) return false;
  if (rest.every((part) => part === 0)) return false;
  if (BEFORE_VERSION.test(before)) return false;
  return first > 9 || !/[\w&-]\s{0,2}$/.test(before) || BEFORE_ADDRESS.test(before);
}

/** A whole address: eight groups, or one "::". Times, MAC addresses and C++ names are none. */
function isPrivateV6(text: string): boolean {
  const halves = text.split("::");
  if (halves.length > 2 || !/\d/.test(text)) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (groups.some((group) => group === "" || (group.length > 4 && !group.includes(".")))) return false;
  if (halves.length === 1) return groups.length === 8;
  if (groups.length === 0 || groups.length > 7) return false;
  const isLoopback = /^0*1$/.test(groups.at(-1) ?? "") && groups.length === 1;
  return !isLoopback;
}
