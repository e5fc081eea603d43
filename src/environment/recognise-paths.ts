import { findTriples, type TargetTriple } from "./architecture.js";
import { type Clue, SURE } from "./clue.js";
import { factKey, softwareOf } from "./known-software.js";

/** Folders that only one family of systems has. */
const FAMILY_PATHS: readonly [string, RegExp][] = [
  [
    "macos",
    /(?<![\w.:])\/(?:Users\/[\w.-]|Library\/|System\/Library\/|Applications\/|opt\/homebrew\/|private\/var\/)/,
  ],
  ["windows", /(?<![\w/])[A-Za-z]:[\\/](?:Users|Windows|Program|msys|dev|work|src|[\w.-]{1,40}[\\/])/],
  ["linux", /(?<![\w.:])\/(?:home\/[\w.-]|usr\/lib\/x86_64-linux-gnu|lib\/x86_64-linux-gnu|lib64\/|snap\/)/],
];

/** Versions that a path gives away: [name, pattern with the version as its group]. */
const VERSIONED_PATHS: readonly [string, RegExp][] = [
  ["gcc", /[\\/]lib(?:64|32)?[\\/]gcc[\\/][\w-]{3,40}[\\/](\d{1,2}(?:\.\d{1,2}){0,2})[\\/]/],
  ["python", /[\\/](?:lib[\\/])?python(\d\.\d{1,2})[\\/]/],
  ["python", /[\\/]bin[\\/]python(\d\.\d{1,2})(?![\w.])/],
  ["darwin", /-apple-darwin(\d{1,2}(?:\.\d{1,2}){1,2})/],
  ["python", /Python\.framework[\\/]Versions[\\/](\d\.\d{1,2})[\\/]/],
  ["python", /\.pyenv[\\/]versions[\\/](\d(?:\.\d{1,2}){1,2})[\\/]/],
  ["node", /[\\/]\.?(?:nvm[\\/]versions[\\/])?node[\\/]v(\d{1,2}(?:\.\d{1,3}){2})[\\/]/],
  ["node", /[\\/]node-v(\d{1,2}(?:\.\d{1,3}){2})-/],
  [
    "ruby",
    /[\\/](?:\.rvm[\\/]\w{3,10}|\.rbenv[\\/]versions|rubies)[\\/](?:ruby-)?(\d(?:\.\d{1,2}){2}(?:-p\d{1,4})?)/,
  ],
  ["java", /[\\/](?:jdk-?|java-)(\d{1,2}(?:\.\d{1,2}){0,2}(?:_\d{1,3})?)[\w.-]{0,20}[\\/]/],
  ["cuda", /[\\/]cuda-(\d{1,2}\.\d{1,2})[\\/]/],
  ["go", /[\\/]go(?:lang-)?(1\.\d{1,2}(?:\.\d{1,2})?)[\\/]/],
];

/** What the paths and triples in a log hint at; weak, so that anything said in words outweighs it. */
export function recognisePaths(lines: readonly string[]): Clue[] {
  const text = lines.map((line) => line.slice(0, 2_000));
  return [...familyClues(text), ...tripleClues(text), ...versionClues(text), ...habitClues(text)];
}

/** File endings and tools that belong to one family; the weakest of hints, taken where nothing else is said. */
const HABITS: readonly [string, RegExp][] = [
  ["macos", /\w\.dylib\b|\bdyld\b|\bxcode(?:build)?\b|\bbrew install\b|\bMacPorts\b/i],
  ["windows", /\w\.(?:dll|exe|bat|cmd)\b|\b(?:msys2?|mingw(?:32|64)?|cygwin|powershell|xampp)\b/i],
  [
    "linux",
    /\b(?:sudo apt(?:-get)?|apt-get install|dnf install|yum install|pacman -S|systemctl|\/etc\/os-release)\b/,
  ],
];

function habitClues(lines: readonly string[]): Clue[] {
  const families = HABITS.filter(([, pattern]) => lines.some((line) => pattern.test(line)));
  const [family] = families[0] ?? [];
  if (families.length !== 1 || family === undefined) return [];
  return [{ key: "os_family", value: family, confidence: SURE.guess }];
}

function familyClues(lines: readonly string[]): Clue[] {
  const counted = FAMILY_PATHS.map(([family, pattern]) => ({
    family,
    count: lines.filter((line) => pattern.test(line)).length,
  })).filter(({ count }) => count > 0);
  const most = counted.toSorted((a, b) => b.count - a.count)[0];
  if (most === undefined) return [];
  return [
    { key: "os_family", value: most.family, confidence: counted.length === 1 ? SURE.hint : SURE.guess },
  ];
}

/** The triple named most often; one that is called host, build or target of the compiler counts alone. */
function tripleClues(lines: readonly string[]): Clue[] {
  const own = lines
    .filter((line) => /\b(?:host|build|Target)\b[\w ]{0,20}[: ]/.test(line))
    .flatMap(findTriples);
  const triples = own.length > 0 ? own : lines.flatMap(findTriples);
  const most = mostFrequent(triples);
  if (most === undefined) return [];
  const confidence = own.length > 0 ? SURE.sentence : SURE.hint + 0.05;
  return [
    { key: "arch", value: most.arch, confidence },
    { key: "os_family", value: most.family, confidence },
  ];
}

function mostFrequent(triples: readonly TargetTriple[]): TargetTriple | undefined {
  const counts = new Map<string, number>();
  for (const { arch, family } of triples) {
    const key = `${arch} ${family}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  const [arch, family] = best?.[0].split(" ") ?? [];
  return arch === undefined || family === undefined ? undefined : { arch, family };
}

function versionClues(lines: readonly string[]): Clue[] {
  return VERSIONED_PATHS.flatMap(([name, pattern]) => {
    const version = lines.map((line) => pattern.exec(line)?.[1]).find((found) => found !== undefined);
    if (version === undefined) return [];
    return [{ key: factKey(softwareOf(name)), value: version, confidence: SURE.hint - 0.05 }];
  });
}
