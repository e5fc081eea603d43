import type { FailureCase } from "../../failures/failure-case.js";
import type { Situation } from "../planner.js";
import { ecosystemOf, type Family } from "./ecosystem.js";
import { BUILD_TITLE } from "./titles.js";
import { evidenceOf } from "./evidence.js";
import type { Finding, Flag, Outcome, Playbook } from "./playbook.js";

/** A result that has been read: which action, what it means, where it was seen. */
export interface Reading {
  title: string;
  means: string;
  where: string;
  finding: Finding | null;
}

/** What the planner reasons over, all of it derived from the situation: a restart derives the same. */
export interface State {
  situation: Situation;
  playbook: Playbook;
  root: FailureCase | null;
  family: Family;
  os_family: string | null;
  /** A plain command of the reporter that shows the problem; null where there is none, or none without shell syntax. */
  program: string | null;
  known: ReadonlySet<Flag>;
  /** Titles of the actions whose result is known. */
  done: ReadonlySet<string>;
  /** Titles of the actions whose tool is not in this sandbox: a person may still have it. */
  lacking: ReadonlySet<string>;
  readings: readonly Reading[];
}

/** The shell's exit code for a command that is not there. */
const NOT_FOUND = 127;

export function deriveState(situation: Situation, playbook: Playbook): State {
  const { chain } = situation;
  const root = chain.failures[0] ?? null;
  const base: State = {
    situation,
    playbook,
    root,
    family: ecosystemOf(situation),
    os_family: chain.environment.os_family?.value ?? null,
    program: findProgram(situation),
    known: new Set(),
    done: new Set(),
    lacking: new Set(),
    readings: [],
  };
  const known = knownFromChain(base);
  const done = new Set<string>();
  const lacking = new Set<string>();
  const readings: Reading[] = [];
  for (const action of playbook.actions) {
    for (const evidence of evidenceOf(action, situation)) {
      if (evidence.exit_code === NOT_FOUND) {
        lacking.add(action.title);
        continue;
      }
      done.add(action.title);
      const outcome = action.outcomes.find((candidate) => fits(candidate, evidence));
      if (outcome === undefined) continue;
      for (const flag of outcome.gives) known.add(flag);
      const finding = outcome.finding?.(evidence, { ...base, known }) ?? null;
      readings.push({ title: action.title, means: outcome.means, where: evidence.where, finding });
    }
  }
  return { ...base, known, done, lacking, readings };
}

function fits(outcome: Outcome, evidence: { text: string; ok: boolean }): boolean {
  if (outcome.ok !== undefined && outcome.ok !== evidence.ok) return false;
  return outcome.output?.test(evidence.text) ?? true;
}

/** What can be known before any step: the flags that every playbook may need. */
export const BASE_FLAGS = [
  "log",
  "command",
  "program",
  "project_version",
  "runtime_version",
  "os",
  "cloned",
  "built",
  "build_tried",
  "reproduced",
  "not_reproduced",
] as const;

function knownFromChain(state: State): Set<Flag> {
  const { chain, steps } = state.situation;
  const known = new Set<Flag>();
  const says = (key: string): boolean => chain.facts.some((fact) => fact.key === key);
  if (chain.failures.length > 0 || says("error") || says("log")) known.add("log");
  if ((state.root?.raw_command ?? null) !== null || says("command")) known.add("command");
  if (state.program !== null) known.add("program");
  if (Object.keys(chain.environment.software).length > 0) known.add("project_version");
  if (Object.keys(chain.environment.runtimes).length > 0) known.add("runtime_version");
  if (chain.environment.os !== undefined || state.os_family !== null) known.add("os");
  for (const step of steps) {
    if (step.plan.action === "clone_repository" && step.observation.ok) known.add("cloned");
    if (step.plan.action === "setup_environment" && step.observation.ok) known.add("built");
    if (step.plan.action === "run_command" && step.plan.parameters.purpose === BUILD_TITLE) {
      known.add("build_tried");
      if (step.observation.ok) known.add("built");
    }
    if (step.plan.action === "reproduce") known.add(step.observation.ok ? "reproduced" : "not_reproduced");
  }
  return known;
}

/** One program with plain arguments: no shell syntax, so that it can be quoted whole into another command. */
const PLAIN = /^[\w./][\w./=:,@%+ -]*$/;
/** Commands that set up or look around rather than show a problem. */
const NOT_A_PROGRAM =
  /^(?:(?:cd|export|source|sudo|git|ls|cat|echo|mkdir|rm|cp|mv|which|man|vim?|nano)\b|\.\/(?:configure|autogen|bootstrap|install|setup)(?:\.sh)?(?=\s|$))/;

function findProgram(situation: Situation): string | null {
  const { chain } = situation;
  const commands = [
    ...chain.failures.map((failure) => failure.raw_command ?? ""),
    ...chain.episodes
      .filter((episode) => episode.provenance.source === "reporter")
      .map((episode) => episode.action?.command ?? ""),
    ...chain.facts.filter((fact) => fact.key === "command").map((fact) => fact.value),
  ];
  const plain = commands.map((command) => command.trim()).filter((command) => PLAIN.test(command));
  const own = plain.filter((command) => !NOT_A_PROGRAM.test(command));
  return own.find((command) => command.startsWith("./")) ?? own.at(-1) ?? null;
}
