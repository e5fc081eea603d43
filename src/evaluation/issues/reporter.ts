import type { Plan } from "../../planning/plan.js";
import type { Print, Scenario } from "./scenario.js";

export interface Question {
  text: string;
  command: string | null;
  about: readonly string[];
}

export interface Answer {
  body: string;
  /** Questions whose answer had been given before. */
  repeated: string[];
}

/** Fact keys of questions, and under which word the scenarios keep the answer. */
const KEYS: Readonly<Record<string, string>> = {
  os: "os",
  os_family: "os",
  distro: "os",
  arch: "os",
  runtimes: "runtime",
  package_managers: "runtime",
  software: "version",
  version: "version",
  config: "config",
  configuration: "config",
  proxy: "network",
  network: "network",
  reproduction: "reproduction",
  command: "reproduction",
  log: "log",
  error: "log",
  failure: "log",
};

const OPENINGS = [
  "Sure.",
  "Here you go.",
  "Of course:",
  "Thanks for looking into it.",
  "Here is what I get.",
];
const UNKNOWN = [
  "I could not find that out, sorry.",
  "Nothing special there, as far as I can see.",
  "I am not sure how to tell.",
];
const FAILED = [
  "Tried that, no luck: it fails in the same way.",
  "That did not help, I still get the same error.",
  "Thanks, but that does not fix it. Same result as before.",
];
const SOLVED = ["That did it, thanks!", "That fixed it for me, thank you.", "Works now. Thanks a lot!"];

/** Answers only what is asked, from the truth, and remembers what was told. */
export class ScriptedReporter {
  readonly #scenario: Scenario;
  readonly #told = new Set<unknown>();
  #turns: number;

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#turns = Array.from(scenario.id, (letter) => letter.charCodeAt(0)).reduce(
      (sum, code) => sum + code,
      0,
    );
    for (const print of scenario.truth.prints) if (isShown(print, scenario.body)) this.#told.add(print);
  }

  /** All that a person has to see before the cause can be named is in the thread. */
  get toldEnough(): boolean {
    return this.#scenario.truth.prints.every((print) => !print.telling || this.#told.has(print));
  }

  answer(questions: readonly Question[]): Answer {
    const repeated: string[] = [];
    const found = questions.map((question) => ({ question, ...this.#find(question) }));
    for (const { question, source } of found)
      if (source !== null && this.#told.has(source)) repeated.push(question.text);
    for (const { source } of found) this.#told.add(source);
    const parts = new Set(found.map(({ text }) => text));
    return { body: [this.#pick(OPENINGS), ...parts].join("\n\n"), repeated };
  }

  /** What a maintainer who takes over has to ask for. */
  answerMaintainer(): string {
    const missing = this.#scenario.truth.prints.filter((print) => print.telling && !this.#told.has(print));
    for (const print of missing) this.#told.add(print);
    return [this.#pick(OPENINGS), ...missing.map((print) => fence(print.output))].join("\n\n");
  }

  failed(): string {
    return this.#pick(FAILED);
  }

  solved(): string {
    return this.#pick(SOLVED);
  }

  #find(question: Question): { source: unknown; text: string } {
    const { truth, knows } = this.#scenario;
    const { command } = question;
    const print =
      truth.prints.find(({ asks }) => command !== null && asks.test(command)) ??
      truth.prints.find(({ asks }) => asks.test(question.text));
    if (print !== undefined)
      return {
        source: print,
        text: fence(command === null ? print.output : `$ ${command.split("\n")[0] ?? ""}\n${print.output}`),
      };
    const key = question.about
      .map((about) => KEYS[about.split(".")[0] ?? about] ?? about)
      .find((about) => knows[about] !== undefined);
    const text = key === undefined ? undefined : knows[key];
    return text === undefined ? { source: null, text: this.#pick(UNKNOWN) } : { source: key, text };
  }

  #pick(texts: readonly string[]): string {
    this.#turns += 1;
    return texts[this.#turns % texts.length] ?? "";
  }
}

/** Enough of it, line by line: "pass" alone stands in many a text. */
function isShown({ output }: Print, body: string): boolean {
  const lines = output.split("\n").filter((line) => line.trim().length >= TELLING_LENGTH);
  return lines.length >= TELLING_LINES && lines.every((line) => body.includes(line.trim()));
}

const TELLING_LENGTH = 12;
const TELLING_LINES = 2;

function fence(text: string): string {
  return `\`\`\`\n${text.trimEnd()}\n\`\`\``;
}

/** "later": the first way is not it, and the reply names the right one for that case. */
export type Verdict = "right" | "later" | "wrong" | "none";

/** How a reporter takes a reply who tries what it says, in the order in which it says it. */
export function judgeProposal(final: Plan, { truth }: Scenario): Verdict {
  if (truth.accept_actions.some((action) => action === final.action)) return "right";
  const ways = proposedIn(final);
  const hit = ways.findIndex((way) => truth.accept.some((pattern) => pattern.test(way)));
  if (hit !== -1) return hit === 0 ? "right" : "later";
  return ways.length > 0 && (final.action === "propose_fix" || final.cites.length > 0) ? "wrong" : "none";
}

function proposedIn(final: Plan): string[] {
  if (final.action === "decline") return [final.parameters.reason];
  if (final.action !== "propose_fix" && final.action !== "conclude") return [];
  const { summary, cause } = final.parameters;
  const [first = "", ...others] = summary.split("If that does not help");
  const commands = final.action === "propose_fix" ? final.parameters.commands : [];
  return [[first, cause ?? "", ...commands].join("\n"), ...others];
}
