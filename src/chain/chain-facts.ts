import type { Fact } from "./chain.js";
import type { Reading } from "./read-source.js";

/** Other things that a diagnosis may turn on: [key, pattern whose match is the value]. */
const CIRCUMSTANCES: readonly [string, RegExp][] = [
  [
    "frequency",
    /\b(?:every (?:single )?time|always|sometimes|intermittent(?:ly)?|sporadic(?:ally)?|randomly|occasionally|regularly|once in a while|\d{1,3} (?:out of|of) \d{1,3} (?:times|runs)|\d{1,3}% of the time)\b/i,
  ],
  [
    "proxy",
    /\b(?:(?:not )?(?:behind|under|using|through) (?:a|any|the|our) (?:corporate |company )?proxy|no proxy|https?_proxy=\S{1,80})/i,
  ],
  ["network", /\b(?:firewall|vpn|smart switch|offline|air-?gapped|behind a \w+)\b/i],
  [
    "permissions",
    /\b(?:as root|with sudo|without sudo|as administrator|not (?:an )?admin\w*|permission 777|chmod \d{3})\b/i,
  ],
];

const MOST_COMMANDS = 20;

/** What one source states, each with where: systems and versions, error lines, commands, circumstances. */
export function factsOf({ source, clues, errors, typed, logs, lines }: Reading): Fact[] {
  const where = { comment_id: source.comment_id, author_role: source.role };
  const facts: Omit<Fact, "comment_id" | "author_role">[] = [
    ...clues.map(({ key, value, confidence }) => ({ key, value, confidence })),
    ...errors.map(({ text, rank }) => ({ key: "error", value: text, confidence: rank < 8 ? 0.8 : 0.6 })),
    ...typed
      .flatMap(({ command }) => command ?? [])
      .slice(0, MOST_COMMANDS)
      .map((command) => ({ key: "command", value: command, confidence: 0.8 })),
    ...logs.slice(0, 1).map(({ text }) => ({ key: "log", value: text.slice(0, 200), confidence: 0.8 })),
    ...backtrace(lines.map(({ text }) => text)),
    ...reproduction(lines.map(({ text }) => text)),
    ...lines
      .filter(({ kind }) => kind !== "code")
      .flatMap(({ text }) =>
        CIRCUMSTANCES.flatMap(([key, pattern]) => {
          const value = pattern.exec(text.slice(0, 1_000))?.[0];
          return value === undefined ? [] : [{ key, value, confidence: 0.6 }];
        }),
      ),
  ];
  return unique(facts).map((fact) => ({ ...fact, ...where }));
}

/** Three frames of a stack or more. */
function backtrace(lines: readonly string[]): Omit<Fact, "comment_id" | "author_role">[] {
  const frames = lines.filter((line) =>
    /^\s{0,12}(?:\[\w{3,8}\] {0,8})?(?:at \S|#\d|\d{1,4}: {1,20}0x|File "|frame #\d)/.test(
      line.slice(0, 200),
    ),
  );
  if (frames.length < 3) return [];
  return [{ key: "backtrace", value: frames[0]?.trim().slice(0, 200) ?? "", confidence: 0.8 }];
}

function reproduction(lines: readonly string[]): Omit<Fact, "comment_id" | "author_role">[] {
  const at = lines.findIndex((line) =>
    /^\W{0,4}(?:steps to reproduce|how to reproduce|to reproduce|reproduction|repro steps|STR|steps)\b/i.test(
      line,
    ),
  );
  if (at < 0) return [];
  return [
    {
      key: "reproduction",
      value: lines
        .slice(at + 1, at + 6)
        .join("\n")
        .slice(0, 400),
      confidence: 0.7,
    },
  ];
}

function unique<T extends { key: string; value: string; confidence: number }>(facts: readonly T[]): T[] {
  const best = new Map<string, T>();
  for (const fact of facts) {
    const id = `${fact.key}\n${fact.value}`;
    const known = best.get(id);
    if (known === undefined || known.confidence < fact.confidence) best.set(id, fact);
  }
  return [...best.values()];
}
