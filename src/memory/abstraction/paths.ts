import type { Abstractor } from "./abstractor.js";

/** A file URL or a web address: its last word may name the thing that was asked for. */
const URL_TEXT =
  /\b(?:git\+)?(?:https?|ftp|ssh|git|file|wss?|[a-z]{2,12}ql|redis|mongodb|amqps?):\/{2,3}[^\s"'`<>|\\^(){}]{1,2000}/gi;
const UNIX =
  /(?<![\w.~)\]}%@$/\\*-])(?:~[a-z]{0,32}|\.{0,2}(?=\/(?:home|Users|root|mnt|private)\/))?\/(?:(?:\[redacted:[a-z-]{1,20}\]|[\w.@%+~,=-]){1,255}\/){1,64}(?:\[redacted:[a-z-]{1,20}\]|[\w.@%+~=-]){0,255}/g;
const HOME_FILE = /(?<![\w.~/])~\/[\w.@%+~=-]{1,255}/g;
const WINDOWS =
  /(?<!\w)(?:[a-z]:|\\\\[\w.-]{1,63})(?:[\\/]{1,2}(?:\[redacted:[a-z-]{1,20}\]|[^\\/:*?"'<>|\s])(?:\[redacted:[a-z-]{1,20}\]|[^\\/:*?"'<>|\s]| (?=[^\\/:*?"'<>|\s]{1,40}[\\/])){0,255}){1,64}[\\/]{0,2}/gi;

export const abstractPaths: Abstractor = (text) =>
  text
    .replace(URL_TEXT, (match) => abstractUrl(match))
    .replace(UNIX, (match) => (match.startsWith("//") ? match : abstractPath(match, "/")))
    .replace(HOME_FILE, (match) => abstractPath(match, "/"))
    .replace(WINDOWS, (match) => abstractPath(match, /[\\/]/));

/** The folders are one machine's; a file's own name is mostly the same on all. */
function abstractPath(path: string, separator: string | RegExp): string {
  const parts = path.split(separator);
  const trailing = /[.,]$/.exec(path)?.[0] ?? "";
  const name = (parts.at(-1) ?? "").replace(/[.,]$/, "");
  const folder = parts.at(-2) ?? "";
  if (name === "" || !(isFileName(name) || /^s?bin$/i.test(folder))) return `{path}${trailing}`;
  return `{path}/${name}${trailing}`;
}

function isFileName(name: string): boolean {
  return /^[A-Z_][\w+-]{0,60}(?:\.[\w+-]{1,40}){0,4}\.[A-Z][\w+]{0,9}(?:\.\d{1,3}){0,2}$/i.test(name);
}

function abstractUrl(url: string): string {
  const trailing = /[.,;:!?]$/.exec(url)?.[0] ?? "";
  const [address = ""] = url.slice(0, url.length - trailing.length).split(/[?#]/, 1);
  const parts = address.replace(/^[^:]{1,20}:\/{2,3}/, "").split("/");
  const name = parts.length > 1 ? (parts.at(-1) ?? "") : "";
  return /^[A-Z][A-Z._-]{1,60}$/i.test(name) ? `{url}/${name}${trailing}` : `{url}${trailing}`;
}
