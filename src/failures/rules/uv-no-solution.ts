import { readPep508 } from "../entities/notations.js";
import type { Named } from "../entities/notations.js";
import type { MatchContext, Refinement } from "../rule.js";

const LOOK_AHEAD = 12;
const NAME = /[a-z0-9](?:[\w.-]{0,80}\w)?(?:\[[^\]\s]{1,60}\])?/i.source;
const RANGE = /(?:[<>=!~]{1,3}[\w.*+!-]{1,60}(?:, ?[<>=!~]{1,3}[\w.*+!-]{1,60}){0,6})?/.source;
const SPEC = `(${NAME}${RANGE})`;

const ABSENT = new RegExp(`no versions? of ${SPEC}`, "i");
const UNKNOWN = new RegExp(`(${NAME}) was not found in the `, "i");
const ONLY = new RegExp(`only (?:the following versions of )?(${NAME})${RANGE} (?:is|are) available`, "i");
const PYTHON = /Python version \(([^()]{1,60})\) does not satisfy (Python)([<>=!~][^\s;]{0,60}?),? /;
const NO_WHEEL = new RegExp(
  `(?:${SPEC}|all of: ${SPEC}.{0,200}?) ha(?:s|ve) no (?:usable |compatible )?wheels`,
  "i",
);
const DEPENDS = new RegExp(
  `(?:you|your project|your workspace|the project|(${NAME})${RANGE}(?:,? or \\S{1,80})?) (?:depends?(?: on)?|requires?) ${SPEC}(?![^\\s,])`,
  "gi",
);

/** Takes uv's explanation apart: "Because a==1 depends on b>=2 and you require b<2, we can conclude that …", wrapped over lines. */
export function readNoSolution({ line }: MatchContext): Refinement {
  const { text, offset } = explanation(line);
  return { ...reasonOf(text), ...(offset === 0 ? {} : { root_offset: offset }) };
}

function explanation(line: (offset: number) => string): { text: string; offset: number } {
  let text = "";
  let offset = 0;
  for (let at = 1; at <= LOOK_AHEAD; at++) {
    const content = line(at).replace(/^[×╰─▶├│`>\s-]{0,12}(?:cause: |Caused by: )?(?=\S)/i, "");
    if (offset === 0 && !content.startsWith("Because ")) continue;
    if (offset === 0) offset = at;
    if (content === "" || content.startsWith("hint:")) break;
    text += `${content} `;
  }
  return { text: text.slice(0, 2_000), offset };
}

function reasonOf(text: string): Refinement {
  const [, running, runtime, wanted] = PYTHON.exec(text) ?? [];
  if (running !== undefined) {
    const asker = new RegExp(`${SPEC} depends? on Python`).exec(text)?.[1] ?? "";
    return {
      error_type: "RUNTIME_VERSION_MISMATCH",
      entities: [
        ...readPep508(asker),
        ...named([
          ["language_runtime", runtime],
          ["constraint", wanted],
          // the project's own range, or the version that runs
          [/^\d/.test(running) ? "version" : "constraint", running],
        ]),
      ],
    };
  }
  const absent = ABSENT.exec(text)?.[1] ?? UNKNOWN.exec(text)?.[1];
  if (absent !== undefined) return { error_type: "VERSION_NOT_FOUND", entities: readPep508(absent) };
  const wheelless = NO_WHEEL.exec(text);
  if (wheelless !== null)
    return { error_type: "PLATFORM_UNSUPPORTED", entities: readPep508(wheelless[1] ?? wheelless[2] ?? "") };
  const only = ONLY.exec(text)?.[1];
  if (only === undefined) return { entities: conflictOf(text) };
  const asked = dependencies(text).find(({ needs }) => nameOf(needs) === only)?.needs;
  return { error_type: "VERSION_NOT_FOUND", entities: readPep508(asked ?? only) };
}

/** The package that two ask for in different versions; who asks for it first is the other side. */
function conflictOf(text: string): readonly Named[] {
  const all = dependencies(text);
  const shared = all.find(({ needs }) =>
    all.some((other) => other.needs !== needs && nameOf(other.needs) === nameOf(needs)),
  );
  const first = shared ?? all[0];
  if (first === undefined) return [];
  const ranges = all
    .filter(({ needs }) => nameOf(needs) === nameOf(first.needs))
    .flatMap(({ needs }) => readPep508(needs).filter(({ kind }) => kind === "constraint"));
  return [
    ...named([
      ["package", nameOf(first.needs)],
      // extras of the project itself are no other side
      ["conflicts_with", first.asker?.includes("[") === true ? undefined : first.asker],
    ]),
    ...ranges.slice(0, 2),
  ];
}

function dependencies(text: string): { asker: string | undefined; needs: string }[] {
  return [...text.matchAll(DEPENDS)].map(([, asker, needs = ""]) => ({
    asker,
    needs,
  }));
}

function nameOf(spec: string): string {
  return /^[\w.-]+/.exec(spec)?.[0] ?? spec;
}

function named(pairs: readonly (readonly [Named["kind"], string | undefined])[]): Named[] {
  return pairs.flatMap(([kind, value]) => (value === undefined ? [] : [{ kind, value }]));
}
