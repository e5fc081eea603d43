import { shellQuote } from "../../../util/shell-quote.js";
import type { Playbook } from "../playbook.js";
import type { State } from "../state.js";

const READERS: readonly (readonly [RegExp, (file: string) => string])[] = [
  [/\.json$/i, (file) => `python3 -m json.tool ${file} >/dev/null`],
  [/\.ya?ml$/i, (file) => `python3 -c 'import sys, yaml; yaml.safe_load(open(sys.argv[1]))' ${file}`],
  [/\.toml$/i, (file) => `python3 -c 'import sys, tomllib; tomllib.load(open(sys.argv[1], "rb"))' ${file}`],
  [/\.xml$/i, (file) => `xmllint --noout ${file}`],
];

/** By the name of a file that the failure names; null where it names none of these kinds. */
function parseCommand({ root }: State): string | null {
  const files = root?.key_entities.filter(({ kind }) => kind === "file").map(({ value }) => value) ?? [];
  for (const file of files) {
    const reader = READERS.find(([pattern]) => pattern.test(file));
    if (reader !== undefined) return reader[1](shellQuote(file));
  }
  return null;
}

export const configuration: Playbook = {
  name: "configuration",
  what: "a configuration that is not taken",
  error_types: ["SYNTAX_OR_CONFIG", "PLATFORM_UNSUPPORTED"],
  words: [
    /\b(?:config(?:uration)?|settings?|option|\.ya?ml|\.toml|\.ini|environment variable)\b.{1,60}\b(?:ignored|invalid|not (?:work|recogni[sz]ed|read|used|found|detected)|wrong)\b/i,
    /\b(?:not recogni[sz]ed|not detected|no effect|is ignored|unknown option|unexpected token|parse error|syntax error)\b/i,
    /\b(?:config(?:ure|uration)?|set(?:ting)?s? ?up)\b/i,
  ],
  wants: ["config", "log", "version", "os"],
  actions: [
    {
      title: "check that the configuration file can be read",
      ask: "Can the configuration file be read as what it is meant to be?",
      needs: [],
      prior: 0.45,
      value: 60,
      seconds: 5,
      where: "reporter",
      command: parseCommand,
      seen: /\b(?:json\.tool|jq \.|yamllint|tomllib|xmllint)\b/,
      outcomes: [
        {
          output: /\bline \d|Error|Expecting|Invalid|unexpected/i,
          means: "the configuration file cannot be read",
          gives: ["config_broken"],
          finding: ({ text, where }) => ({
            cause: `The configuration file cannot be read (${where}): ${text.trim().split("\n").at(-1)?.slice(0, 200) ?? ""}`,
            summary: "Correct the line that is named, then try again.",
            commands: [],
          }),
        },
        {
          ok: true,
          means: "the configuration file can be read, so its content or its place is at fault",
          gives: ["config_reads"],
        },
      ],
    },
  ],
  otherwise: "The configuration that is in force is not in the thread.",
};
