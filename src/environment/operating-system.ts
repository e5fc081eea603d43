import { matchesOf } from "../util/matches-of.js";

/** Systems of the Linux family by name, with the words that may stand between name and version. */
const DISTROS =
  /\b(?:ubuntu(?: server| touch| gnome| linux| mate)?|[xkl]ubuntu|debian(?: gnu\/linux)?|fedora(?: linux)?(?: workstation| server| silverblue)?|red ?hat enterprise linux(?: workstation| server)?|red ?hat linux|rhel|centos(?: linux| stream)?|arch ?linux(?: arm)?|manjaro(?: linux)?|alpine(?: linux)?|opensuse(?: leap| tumbleweed)?|suse linux(?: enterprise)?(?: server| desktop)?|sles|linux ?mint|gentoo(?: linux)?|nixos|void ?linux|slackware|amazon ?linux|rocky ?linux|alma ?linux|oracle ?linux|raspbian|raspberry pi os|kali(?: linux)?|elementary ?os|pop!?_?os|zorin(?: os)?|deepin|clear ?linux|scientific linux|mageia|steamos|endeavouros|devuan|chrome ?os|photon os|wolfi)(?![a-z])(?! image)/gi;

const DISTRO_VERSION =
  /^(?: release| version(?: is)?| is|,? v|:|\/(?=\d))? ?(?:\d{1,4}(?:\.\d{1,6}){0,3}(?:[. -]?lts)?|tumbleweed|rawhide|sid|testing|unstable|squeeze|wheezy|jessie|stretch|buster|bullseye|bookworm|trixie|trusty|xenial|bionic|focal|jammy|noble|utopic|vivid|wily|yakkety|zesty|artful|cosmic|disco|eoan|groovy|hirsute|impish|kinetic|lunar|mantic|oracular)\b(?: lts\b)?(?: \((?!32|64|x86|x64|amd64|arm|aarch)[\w .-]{2,30}\))?/i;

const MAC_RELEASES =
  "el capitan|high sierra|sierra|mojave|catalina|big sur|monterey|ventura|sonoma|sequoia|tahoe|mavericks|yosemite|mountain lion|snow leopard|lion";
const MACOS = new RegExp(
  String.raw`\b(?:(?:apple )?ma[cx] ?os(?: ?x)?|os ?x)(?![\w/.-])(?:(?: version)?(?: is)?[ ,:v-]{0,3}\(?(?:10|1[1-9]|2\d)(?:\.\d{1,2}){0,2}\b\)?)?(?: \(?(?:${MAC_RELEASES})\b\)?)?(?: \(?(?:10|1[1-9])(?:\.\d{1,2}){1,2}\)?)?(?: (?:public |developer )?beta(?: \d)?)?`,
  "gi",
);
const MACOS_BY_NAME =
  /\b(?:el capitan|high sierra|mojave|mavericks|yosemite|mountain lion|snow leopard|big sur)\b(?: \d{2}(?:\.\d{1,2}){1,2})?/gi;
const MAC_WORD =
  /\b(?:macbook(?: pro| air)?|imac|mac mini|mac)(?: (?:10|1[1-9])(?:\.\d{1,2}){1,2})?(?![\w/-])/gi;

const WINDOWS =
  /\b(?:microsoft )?win(?:dows)?(?:[ -]10\.0\.\d{4,6}(?:\.\d{1,5})?|[ -]?(?:server )?(?:xp|vista|7|8\.1|8|10|11|nt|2000|2003|2008|2012|2016|2019|2022|2025)(?!\w|\.\d))?(?: r2)?(?: (?:pro|home|enterprise|professional|education|ultimate|ltsc))?(?: sp\d)?(?: ?\[version [\d.]{3,20}\])?(?:,? \(?(?:version |build )?(?:2\dh[12]|1[5-9]0\d|200\d|10\.0\.\d{4,6}(?:\.\d{1,5})?)\b\)?)?/gi;

const OTHERS =
  /\b(?:freebsd|openbsd|netbsd|dragonfly ?bsd|solaris|illumos|openindiana|aix|haiku)(?:[ -]\d{1,2}(?:\.\d{1,2}){0,2}(?:[ -]{0,3}(?:release|stable|current|beta\d?)(?:-p\d{1,2})?)?)?/gi;
const POSIX_ON_WINDOWS = /\b(?:cygwin|mingw(?:[ -]?w?64|32)?|msys2?)(?![\w/\\.-])/gi;
const LINUX = /\b(?:gnu\/)?linux(?![\w/.-])/gi;

export interface OperatingSystem {
  /** As written. */
  value: string;
  /** linux, macos, windows, freebsd, openbsd, netbsd … */
  family: string;
  /** "debian", "ubuntu", "rhel" …; null beside Linux or where the distribution is not named. */
  distro: string | null;
  /** Says a version or a code name. */
  precise: boolean;
  index: number;
}

/** All but Linux's distributions. `family` null: its own name; without `precise` the text says whether it is. */
const NAMES: readonly { pattern: RegExp; family: string | null; precise?: boolean }[] = [
  { pattern: MACOS, family: "macos" },
  { pattern: MACOS_BY_NAME, family: "macos", precise: true },
  { pattern: WINDOWS, family: "windows" },
  { pattern: POSIX_ON_WINDOWS, family: "windows", precise: false },
  { pattern: OTHERS, family: null },
  { pattern: LINUX, family: "linux", precise: false },
  { pattern: MAC_WORD, family: "macos", precise: false },
];

/** Most lines name none: to look once for any takes a tenth of looking for each. */
const ANY = new RegExp(
  [DISTROS, ...NAMES.map(({ pattern }) => pattern)].map(({ source }) => source).join("|"),
  "i",
);

/** The operating systems that a line names, in order; overlapping names give the longest. */
export function findOperatingSystems(line: string): OperatingSystem[] {
  const text = line.slice(0, 2_000);
  if (!ANY.test(text)) return [];
  const found = distrosIn(text);
  for (const { pattern, family, precise } of NAMES)
    for (const match of matchesOf(text, pattern)) {
      const value = withoutVerb(match[0]);
      if (/^win$/i.test(value)) continue;
      found.push({
        value,
        family: family ?? familyOf(value),
        distro: null,
        precise: precise ?? isPrecise(match[0]),
        index: match.index,
      });
    }
  return withoutOverlaps(found);
}

function distrosIn(text: string): OperatingSystem[] {
  return matchesOf(text, DISTROS).map((match) => {
    const name = match[0];
    const version = DISTRO_VERSION.exec(
      text.slice(match.index + name.length, match.index + name.length + 60),
    );
    return {
      value: withoutVerb(`${name}${version?.[0] ?? ""}`),
      family: "linux",
      distro: distroOf(name),
      precise: version !== null,
      index: match.index,
    };
  });
}

function isPrecise(name: string): boolean {
  return /\d|\b(?:xp|vista|nt)\b|x [a-z]/i.test(name);
}

/** "macOS is 12.7" names macOS 12.7. */
function withoutVerb(text: string): string {
  return text.replace(/ (?:version )?is(?= \d)/i, "").trim();
}

function distroOf(name: string): string {
  const lower = name.toLowerCase().replace(/_/g, "");
  if (/^red ?hat|^rhel/.test(lower)) return "rhel";
  if (/^[xkl]ubuntu|^ubuntu/.test(lower)) return "ubuntu";
  if (/^sles|^suse/.test(lower)) return "suse";
  if (lower.includes("mint")) return "linuxmint";
  return (
    lower.replace(/ ?(?:gnu\/linux|linux|os|leap|tumbleweed|stream|workstation|server|arm).*$/, "").trim() ||
    lower
  );
}

function familyOf(value: string): string {
  return /^[a-z]+(?: ?bsd)?/i.exec(value)?.[0].toLowerCase().replace(" ", "") ?? "other";
}

function withoutOverlaps(found: OperatingSystem[]): OperatingSystem[] {
  const sorted = found.toSorted((a, b) => a.index - b.index || b.value.length - a.value.length);
  const kept: OperatingSystem[] = [];
  let end = 0;
  for (const system of sorted) {
    if (system.index < end) continue;
    kept.push(system);
    end = system.index + system.value.length;
  }
  return kept;
}
