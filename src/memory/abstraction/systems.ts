import type { Abstractor } from "./abstractor.js";

const RELEASE =
  "(?:[ :]?(?:GNU/Linux|Linux|Server|Workstation|Core|LTS|Tumbleweed|Leap|Stream|release)){0,3}(?:[ :v-]{0,2}\\d{1,3}(?:\\.(?:\\d{1,3}|x)){0,3})?(?: LTS)?(?: \\([A-Za-z ]{1,24}\\))?";
const NOT_INSIDE = "(?<![\\w./-])";
const NOT_GOING_ON = "(?! family|[\\w/]|[.-]\\w)";

function named(names: string): RegExp {
  return new RegExp(`${NOT_INSIDE}(?:${names})${RELEASE}${NOT_GOING_ON}`, "gi");
}

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [named("ubuntu|debian|linux mint|pop!?_os|raspbian|raspberry pi os|kali linux"), "Linux, Debian family"],
  [
    named("fedora|red hat(?: enterprise)?|rhel|cent ?os|rocky linux|alma ?linux|amazon linux|oracle linux"),
    "Linux, Red Hat family",
  ],
  [named("opensuse|sles|suse"), "Linux, SUSE family"],
  [named("arch linux|manjaro|endeavouros"), "Linux, Arch family"],
  [named("alpine linux|alpine"), "Linux, Alpine family"],
  [
    /(?<![\w./-])(?:mac ?os(?: x)?|os x|osx)(?: (?:catalina|big sur|monterey|ventura|sonoma|sequoia|tahoe|mojave|high sierra|sierra|el capitan|yosemite))?(?:[ v-]{0,2}\d{1,2}(?:\.(?:\d{1,3}|x)){0,3})?(?![\w/]|[.-]\w)/gi,
    "macOS",
  ],
  [
    /(?<![\w./-])windows(?: server)?(?:[ -]?(?:\d{1,4}(?:\.\d{1,2})?|xp|vista)(?:[ ,]{1,2}(?:pro|home|enterprise|education|\d{2}h\d|version \d{4}|build [\d.x]{1,20}|x64|64-bit)){0,4})?(?![\w/\\]|[.-]\w)/gi,
    "Windows",
  ],
];

/** A system with its release → its family: "Ubuntu 22.04.3 LTS" → "Linux, Debian family". */
export const abstractSystems: Abstractor = (text) => {
  let result = text;
  for (const [pattern, family] of SYSTEMS) result = result.replace(pattern, family);
  return result;
};
