import { redactIpAddresses } from "../redaction/ip-addresses.js";
import type { Abstractor } from "./abstractor.js";

const USER_AT_HOST =
  /(?<![\w.%+/-])(?:\[redacted:user\]|[a-z_][\w.+-]{0,63})@([A-Za-z0-9](?:[\w.-]{0,252}[A-Za-z0-9])?)(?=[:\s)\]}>,;"'`]|$)/gm;
const UNAME = /\b(Linux|Darwin|FreeBSD) [\w.-]{1,255} (?=\d{1,2}\.\d{1,3}\.|\d{1,2}\.x)/g;
const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const DOMAIN = new RegExp(`(?<![\\w.@/\\\\-])(?:${LABEL}\\.){1,8}([a-z]{2,16})(?![-(]|\\.?\\w)`, "gi");
/** Top-level names that hardly any file, module or package ends in. */
const ALWAYS = new Set("com org edu gov local localdomain lan internal intranet corp home".split(" "));
/** Those that some do: a third label must stand before. */
const OFTEN = new Set(
  "net io dev app cloud de uk fr nl cn jp ru eu us ch at es it pl se br in info biz test invalid".split(" "),
);
const REVERSED = /^(?:com|org|net|io|edu|java|javax|android)\./;

const MACHINE =
  /(?<![\w./@{-])(?:server|srv|host|hostname|worker|web|db|database|app|build|builder|ci|vm|machine|box|runner|agent|jenkins|k8s|kube|master|slave|replica|prod|production|staging|desktop|laptop|workstation|gpu|hpc|login|compute|cn|ip)[-_]?(?:[a-z]{1,12}[-_]){0,3}\d{1,8}(?:[-_][a-z0-9]{1,12}){0,4}(?![\w-])/gi;
const NAMED =
  /\b(on|host|hostname|machine|server|node)(\s{1,2}|\s?[:=]\s?)([a-z][a-z0-9]{0,30}(?:-[a-z0-9]{1,30}){0,6}-?\d{1,6}(?:-[a-z0-9]{1,30})?)(?![\w.-]?\w)/gi;
/** What also carries a number but names a thing that everybody has. */
const COMMON =
  /^(?:node|nodejs|python|py|cpython|pypy|ruby|java|jdk|jre|openjdk|go|golang|php|perl|gcc|[gx]|clang|llvm|cmake|rust|rustc|npm|yarn|pnpm|pip|ubuntu|debian|fedora|centos|rhel|alpine|arch|suse|macos|mac|osx|os|windows|win|android|ios|iphone|ipad|pixel|linux|x86|amd|arm|armv|aarch|i|ppc|riscv|cuda|cudnn|mysql|postgres|postgresql|redis|mongodb|sqlite|qt|gtk|vue|react|angular|webpack|es|ecma|[ch]|cpp|utf|sha|md|step|line|port|page|version|release|level|layer|case|test|issue|day|v)-?\d/i;
const PORT_AFTER =
  /(\{host\}|\blocalhost|\b127\.0\.0\.1|\b0\.0\.0\.0|\[::1?\]|\[\{host\}\]|(?<=\s|^)::?:):\d{1,5}(?!\d|\.\d)/gm;
const PORT_NAMED = /\b(port|ports|PORT|Port)(\s?[=:#]\s?|\s{1,2})\d{2,5}(?![\d.]\d|\d)/g;
const PORT_MAPPING = /((?:\s-p|--publish)[\s=])(?:[\d.]{1,15}:)?\d{1,5}:\d{1,5}\b/g;

export const abstractHosts: Abstractor = (text) =>
  redactIpAddresses(text, () => undefined)
    .replaceAll("[redacted:ip]", "{host}")
    .replace(USER_AT_HOST, (match, host: string) =>
      /^v?\d+(?:\.|$)|^(?:latest|next|canary|beta|alpha|rc)$/i.test(host) || match.startsWith("git@")
        ? match
        : "{user}@{host}",
    )
    .replace(UNAME, "$1 {host} ")
    .replace(DOMAIN, (match, top: string) => (isHost(match, top.toLowerCase()) ? "{host}" : match))
    .replace(MACHINE, "{host}")
    .replace(NAMED, (match, word: string, gap: string, name: string) =>
      COMMON.test(name) ||
      (!name.includes("-") && word.toLowerCase() === "on" && !/[a-z]{2}\d{2}$/i.test(name))
        ? match
        : `${word}${gap}{host}`,
    )
    .replace(PORT_AFTER, "$1:{port}")
    .replace(PORT_NAMED, "$1$2{port}")
    .replace(PORT_MAPPING, "$1{port}:{port}");

function isHost(name: string, top: string): boolean {
  if (REVERSED.test(name)) return false;
  if (ALWAYS.has(top)) return true;
  return OFTEN.has(top) && name.split(".").length > 2;
}
