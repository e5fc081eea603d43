import type { Chain, Question } from "./chain.js";

/** What a question is about, as keys of facts: [keys, what it says]. */
const TOPICS: readonly [readonly string[], RegExp][] = [
  [
    ["os", "os_family", "distro"],
    /\b(?:operating system|which os|what os|your os|os (?:and )?version|platform|distro\w*|which (?:linux|windows|mac\w*)|version of (?:windows|linux|mac\w*|osx|ubuntu)|windows are you|uname|lsb_release|your system|your set ?up|your environment)\b/i,
  ],
  [
    ["arch"],
    /\b(?:architecture|32[ -]?bit or 64|32 or 64|64[ -]?bit or 32|x86 or arm|which (?:cpu|processor))\b/i,
  ],
  [
    ["runtimes.node"],
    /\bnode(?:\.?js)? (?:version|--version|-v)|version of node|which node|what node|node -v/i,
  ],
  [["runtimes.python"], /\bpython3? (?:version|--version|-V)|version of python|which python|what python/i],
  [
    ["runtimes.java"],
    /\b(?:java|jdk|jre) (?:version|-version)|version of (?:java|the jdk)|which (?:java|jdk)|what (?:java|jdk)/i,
  ],
  [["runtimes.ruby"], /\bruby (?:version|-v)|version of ruby|which ruby/i],
  [["runtimes.go"], /\bgo version|version of go\b|which go\b/i],
  [["runtimes.rustc"], /\brustc? (?:version|--version|-V)|version of rustc?\b|which rust/i],
  [["runtimes.php"], /\bphp (?:version|-v)|version of php|which php/i],
  [["runtimes.dotnet"], /\bdotnet --info|version of (?:\.net|dotnet)|which \.net/i],
  [["package_managers.npm"], /\bnpm (?:version|-v)|version of npm/i],
  [["package_managers.pip"], /\bpip (?:version|-V|--version)|version of pip\b/i],
  [
    ["software.gcc", "software.clang"],
    /\b(?:which|what|version of (?:the |your )?|your) ?(?:c\+\+ |c )?(?:compiler|gcc|clang)|(?:gcc|clang|compiler) version|gcc -v/i,
  ],
  [["software.docker"], /\bdocker (?:version|info)|version of docker/i],
  [
    ["version", "software.*"],
    /\b(?:which|what|exact) (?:exact )?(?:version|release|commit|revision|branch)|version (?:are|do|did) you|latest (?:version|master|release|main)|does (?:it|this) (?:still )?(?:happen|occur|reproduce) (?:on|with|in)\b/i,
  ],
  [
    ["log", "error"],
    /\b(?:logs?|full (?:output|error|trace\w*)|entire (?:output|configure output)|output of|complete output|error (?:message|output)|config\.log|console output|screenshot|verbose)\b/i,
  ],
  [["backtrace"], /\b(?:stack ?trace|back ?trace|traceback|core dump)\b/i],
  [
    ["reproduction", "command"],
    /\b(?:reproduc\w+|repro|minimal example|steps|test ?case|sample (?:project|code|app)|example (?:code|project)|code snippet|which commands?|what commands?|how (?:do|did) you (?:run|build|install|call|invoke|start))\b/i,
  ],
  [
    ["config", "configuration"],
    /\b(?:config(?:uration)?(?: file)?|settings|\.\w+rc|package\.json|cargo\.toml|pom\.xml|requirements\.txt|dockerfile|manifest|value of path|environment variables?)\b/i,
  ],
  [["proxy", "network"], /\b(?:proxy|firewall|vpn|behind a|network)\b/i],
  [["frequency"], /\b(?:every time|always|how often|intermittent\w*|consistently|reliably|regularly)\b/i],
  [["permissions", "user"], /\b(?:permissions?|as root|sudo|which user|administrator|owner of)\b/i],
];

/** A request in the shape of an order or a wish. */
const REQUEST =
  /^(?:please|pls|kindly)\b|\b(?:(?:can|could|would|will) (?:you|someone|anyone|anybody)|please (?:post|provide|attach|share|give|try|run|confirm|check|include|upload|paste|let|test|show|add|report)|let (?:me|us) know|mind (?:sharing|posting|trying|providing)|(?:i|we)(?:'d| would)? (?:need|like) (?:to (?:know|see)|more|the)|it would be (?:helpful|useful|great) (?:if|to))\b/i;
/** Thanks and wonder look like a question and ask for nothing. */
const RHETORICAL =
  /^(?:why (?:not|bother)|right\?|really\?|thoughts\?|wdyt|any (?:ideas?|updates?|news|thoughts?|progress)|eh\?|huh\?|no\?|ok\?)/i;

export interface Asked {
  text: string;
  about: string[];
}

/** The questions and requests among sentences, with what they are about. */
export function findQuestions(sentences: readonly string[]): Asked[] {
  return sentences
    .filter(
      (sentence) => sentence.length >= 8 && (/\?["')\]]{0,2}$/.test(sentence) || REQUEST.test(sentence)),
    )
    .filter((sentence) => !RHETORICAL.test(sentence))
    .map((text) => ({ text, about: topicsOf(text) }));
}

/** Fact keys that a text is about: ["runtimes.node"], ["log", "error"] …; none where it names no known topic. */
export function topicsOf(text: string): string[] {
  const head = text.slice(0, 600);
  const keys = new Set(TOPICS.flatMap(([topic, pattern]) => (pattern.test(head) ? topic : [])));
  // "Which version of node" asks for node's, not for the project's.
  if ([...keys].some((key) => /^(?:runtimes|package_managers)\.|^software\.\w|^os$/.test(key))) {
    keys.delete("version");
    keys.delete("software.*");
  }
  return [...keys];
}

/**
 * Which of the wanted fact keys the thread answers already, so that they are never asked for. "runtimes.*" stands for
 * any runtime, "version" for any version of the project's own software.
 */
export function answeredKeys(chain: Chain, wanted: readonly string[]): string[] {
  return wanted.filter((key) => isAnswered(chain, key));
}

/**
 * Does the thread answer this question already? Judged by what its words ask for, as a reader would; by `about`, the
 * asker's own keys, where they name no topic that is known.
 */
export function isAlreadyAnswered(chain: Chain, text: string, about: readonly string[] = []): boolean {
  const topics = topicsOf(text);
  return answeredKeys(chain, topics.length > 0 ? topics : about).length > 0;
}

function isAnswered(chain: Chain, key: string): boolean {
  const { environment } = chain;
  const groups = [
    ["runtimes", environment.runtimes],
    ["package_managers", environment.package_managers],
    ["software", environment.software],
  ] as const;
  for (const [name, group] of groups) {
    if (key === `${name}.*`) return Object.keys(group).length > 0;
    if (key.startsWith(`${name}.`)) return Object.hasOwn(group, key.slice(name.length + 1));
  }
  if (key === "version") return answersVersion(chain);
  if (key === "log" || key === "error" || key === "failure")
    return chain.failures.length > 0 || hasFact(chain, "error") || hasFact(chain, "log");
  if (key === "reproduction" || key === "command")
    return hasFact(chain, "command") || hasFact(chain, "reproduction");
  if (key === "os" || key === "os_family" || key === "distro" || key === "arch")
    return environment[key] !== undefined || wasAnswered(chain.questions, key);
  return hasFact(chain, key) || wasAnswered(chain.questions, key);
}

function answersVersion(chain: Chain): boolean {
  const project = chain.thread.split("#")[0]?.split(/[/:]/).at(-1)?.toLowerCase() ?? "";
  const names = [...Object.keys(chain.environment.software), ...Object.keys(chain.environment.runtimes)];
  return (
    names.some((name) => name === project || name.startsWith(project)) ||
    wasAnswered(chain.questions, "version")
  );
}

function hasFact(chain: Chain, key: string): boolean {
  return chain.facts.some((fact) => fact.key === key && fact.author_role === "reporter");
}

function wasAnswered(questions: readonly Question[], key: string): boolean {
  return questions.some((question) => question.about.includes(key) && question.answered_in !== null);
}
