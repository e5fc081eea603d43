import type { Refusal } from "./verdict.js";

/** Stands in a text for a part that cannot be known before the command runs. */
export const UNKNOWN = "\u0000";

/** The folders of a sandbox session: what a command may freely change lies below them. */
export const WORKSPACE = "/work/repo";
export const HOME = "/work/home";

/** What reaches a command on its standard input. */
export type Stdin =
  | { kind: "none" }
  | { kind: "text"; text: string }
  | { kind: "file"; path: string }
  | { kind: "unknown"; from: string };

/** What is known while a script is read from top to bottom. */
export interface ScriptState {
  /** Values of variables; null for one whose value depends on the run. */
  variables: Map<string, string | null>;
  cwd: string;
  /** Absolute paths of files that this script fetched or decoded: running one is running what was fetched. */
  fetched: Set<string>;
  /** What this script itself wrote into files, by their absolute paths. */
  written: Map<string, string>;
  functions: Set<string>;
  /** Inside a branch or a loop an assignment may or may not happen. */
  conditional: number;
  depth: number;
  refusal: Refusal | null;
}

export function initialState(cwd: string): ScriptState {
  return {
    variables: new Map([
      ["HOME", HOME],
      ["TMPDIR", "/tmp"],
      ["USER", "mneme"],
      ["SHELL", "/bin/bash"],
      ["IFS", " "],
      ["0", "bash"],
      ["BASH", "/bin/bash"],
    ]),
    cwd,
    fetched: new Set(),
    written: new Map(),
    functions: new Set(),
    conditional: 0,
    depth: 0,
    refusal: null,
  };
}

export function assign(state: ScriptState, name: string, value: string | null): void {
  const before = state.variables.get(name);
  const uncertain = state.conditional > 0 && before !== undefined && before !== value;
  const known = value === null || value.includes(UNKNOWN) || uncertain ? null : value;
  state.variables.set(name, known);
}

/** Keeps the first refusal: it is the one that a reader of the script meets first. */
export function report(state: ScriptState, refusal: Refusal | null): void {
  state.refusal ??= refusal;
}
