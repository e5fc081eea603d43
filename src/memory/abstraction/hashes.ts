import type { Abstractor } from "./abstractor.js";

const UUID = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const DIGEST = /\b(sha(?:1|224|256|384|512)|md5|blake2[bs]?)([-:=])[A-Z0-9+/]{16,128}={0,2}(?![A-Z0-9+/])/gi;
const ADDRESS = /\b0x[0-9a-f]{4,16}\b/gi;
const HEX = /\b[0-9a-f]{7,128}\b|\b[0-9A-F]{32,128}\b/g;
const GIT_DESCRIBE = /(-g)[0-9a-f]{7,40}\b/g;
const VALGRIND_PID = /^([ \t]{0,8})==\d{1,7}==/gm;
const PID = /\b(pid|process id|process|tid|thread id)(\s{0,2}[:=#]?\s{0,2}\[?)\d{2,10}\b/gi;

/** HRESULT and NTSTATUS codes name a fault: they are the same on every machine. */
function isStatusCode(hex: string): boolean {
  return /^0x[c8][0-9a-f]{7}$/i.test(hex) || hex.length <= 6;
}

/** Commit ids (7 to 40 hex digits, with a letter and a digit), digests, ids, memory addresses, process ids. */
export const abstractHashes: Abstractor = (text) =>
  text
    .replace(UUID, "{id}")
    .replace(DIGEST, "$1$2{hash}")
    .replace(ADDRESS, (match) => (isStatusCode(match) ? match : "{address}"))
    .replace(GIT_DESCRIBE, "$1{commit}")
    .replace(HEX, (match) => {
      if (!/\d/.test(match) || !/[a-f]/i.test(match)) return match;
      return match.length <= 40 && match.length !== 32 ? "{commit}" : "{hash}";
    })
    .replace(VALGRIND_PID, "$1=={pid}==")
    .replace(PID, "$1$2{pid}");
