import { isPlaceholder, placeholder, type Redactor } from "./redactor.js";

/** `scheme://user:password@host`: the password may hold "@" and "/", so the last "@" before the host's end counts. */
const USER_INFO = /([a-z][a-z0-9+.-]{1,24}:\/\/)([^\s"'<>`\\]{1,300}@)(?=[\w[.-])/gi;

/** Names that services give to everybody. */
const SHARED_USERS = new Set(["git", "hg", "svn", "anonymous"]);

export const redactUrlCredentials: Redactor = (text, found) => {
  if (!text.includes("://")) return text;
  return text.replace(USER_INFO, (match, scheme: string, rest: string) => {
    const info = rest.slice(0, -1);
    const authority = info.search(/[/?#]/);
    // An "@" behind the first slash is the password's only if a ":" comes before it, else it is part of the path.
    const colon = info.indexOf(":");
    if (authority !== -1 && (colon === -1 || colon > authority || isPort(info, colon))) {
      return redactPlainAuthority(match, scheme, rest, found);
    }
    if (SHARED_USERS.has(info) || isPlaceholder(colon === -1 ? info : info.slice(colon + 1))) return match;
    found("url-credentials");
    return `${scheme}${placeholder("url-credentials")}@`;
  });
};

/** `host:8080/path@x`: what follows the colon is a port. */
function isPort(info: string, colon: number): boolean {
  return /^\d{1,5}(?:[/?#]|$)/.test(info.slice(colon + 1));
}

/** The path holds the last "@", but there may be another one in the authority. */
function redactPlainAuthority(
  match: string,
  scheme: string,
  rest: string,
  found: (kind: string) => void,
): string {
  const end = rest.search(/[/?#]/);
  const at = rest.lastIndexOf("@", end);
  if (at <= 0 || at > end || SHARED_USERS.has(rest.slice(0, at)) || isPlaceholder(rest.slice(0, at)))
    return match;
  found("url-credentials");
  return `${scheme}${placeholder("url-credentials")}${rest.slice(at)}`;
}
