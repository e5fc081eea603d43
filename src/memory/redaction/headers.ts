import { isPlaceholder, looksGenerated, placeholder, type Redactor } from "./redactor.js";

const HEADER =
  /\b((?:proxy-)?authorization|x-(?:api-key|auth-token|access-token|csrf-token|vault-token)|private-token|api-key|(?:set-)?cookie)(["']?[ \t]{0,3}[:=][ \t]{0,3}["']?)([^\s"'][^"'\r\n]{0,4000})/gi;
const SCHEME = /^(bearer|basic|token|digest|negotiate|apikey)\s+(\S.*)$/i;
const LONE_SCHEME = /\b(bearer|basic)(\s{1,3})([\w.~+/=-]{8,4000})/gi;

/** `Authorization: Bearer …`, `Cookie: …`, and a scheme with its credentials standing alone. */
export const redactHeaders: Redactor = (text, found) =>
  text
    .replace(HEADER, (match, name: string, separator: string, value: string) => {
      const kept = redactHeaderValue(name.toLowerCase(), value);
      if (kept === null) return match;
      found("authorization");
      return name + separator + kept;
    })
    .replace(LONE_SCHEME, (match, scheme: string, gap: string, value: string) => {
      if (!looksGenerated(value)) return match;
      found("authorization");
      return scheme + gap + placeholder("authorization");
    });

/** What stays of the header; null where it holds no secret. */
function redactHeaderValue(name: string, value: string): string | null {
  const scheme = SCHEME.exec(value);
  const secret = scheme?.[2] ?? value;
  if (isPlaceholder(secret)) return null;
  if (scheme !== null) return `${scheme[1] ?? ""} ${placeholder("authorization")}`;
  if (name.endsWith("cookie")) return value.includes("=") ? placeholder("authorization") : null;
  const [word = ""] = value.split(/[\s,;]/, 1);
  if (isCode(word) || word.length < 6 || !(looksGenerated(word) || name !== "authorization")) return null;
  return placeholder("authorization") + value.slice(word.length);
}

/** `authorization = geolocation.locationServicesAuthorization`: an expression, not a value. */
function isCode(word: string): boolean {
  return /^[a-z_$][\w$]*(?:\(|\.[a-z_$]+\b)/i.test(word);
}
