import { z } from "zod";

/** "learn": the runs that memory comes from. "novice" and "veteran": the same runs without and with that memory. */
export const Arm = z.enum(["learn", "novice", "veteran"]);
export type Arm = z.infer<typeof Arm>;

export interface SetupRun {
  arm: Arm;
  name: string;
  pit: string;
  also: readonly string[];
  ecosystem: string;
  ok: boolean;
  /** No command of the run failed. */
  first_attempt: boolean;
  /** Lines of the run: planned steps with the precautions that they were run with, and fixes. */
  steps: number;
  /** The same counted singly: "a && b" is two. */
  commands: number;
  /** Commands that came from memory. */
  reused: number;
  /** Questions put to indexes, registries and the system on the way. */
  lookups: number;
  seconds: number;
  ended: string;
  failed: readonly { command: string; failure: string }[];
  /** Pits whose ways helped. */
  helped: readonly string[];
}

export interface ArmFigures {
  n: number;
  first_attempt_success: number;
  success: number;
  /** Mean number of lines a run. */
  steps: number;
  /** Mean number of single commands a run. */
  commands: number;
  /** Mean number of questions a run. */
  lookups: number;
  /** Mean seconds a run. */
  seconds: number;
  /** Share of the commands of won runs that came from memory. */
  reuse_rate: number;
}

export interface SetupFigures {
  novice: ArmFigures;
  veteran: ArmFigures;
  /** Points between the arms' first attempts. */
  first_attempt_gain: number;
  /** The veteran's steps, as a share of the novice's. */
  steps_ratio: number;
  /** The same with every command counted singly. */
  commands_ratio: number;
  by_pit: Record<string, { novice: ArmFigures; veteran: ArmFigures }>;
}

export function figuresOf(runs: readonly SetupRun[]): SetupFigures {
  const novice = armFigures(runs, "novice");
  const veteran = armFigures(runs, "veteran");
  const pits = Array.from(new Set(runs.flatMap(({ arm, pit }) => (arm === "learn" ? [] : [pit])))).sort();
  return {
    novice,
    veteran,
    first_attempt_gain: round((veteran.first_attempt_success - novice.first_attempt_success) * 100, 1),
    steps_ratio: novice.steps === 0 ? 0 : round(veteran.steps / novice.steps, 3),
    commands_ratio: novice.commands === 0 ? 0 : round(veteran.commands / novice.commands, 3),
    by_pit: Object.fromEntries(
      pits.map((pit) => {
        const own = runs.filter((run) => run.pit === pit);
        return [pit, { novice: armFigures(own, "novice"), veteran: armFigures(own, "veteran") }];
      }),
    ),
  };
}

function armFigures(runs: readonly SetupRun[], arm: Arm): ArmFigures {
  const own = runs.filter((run) => run.arm === arm);
  const won = own.filter(({ ok }) => ok);
  return {
    n: own.length,
    first_attempt_success: share(own.filter(({ first_attempt }) => first_attempt).length, own.length),
    success: share(won.length, own.length),
    steps: mean(own, "steps"),
    commands: mean(own, "commands"),
    lookups: mean(own, "lookups"),
    seconds: mean(own, "seconds"),
    reuse_rate: share(sum(won, "reused"), sum(won, "steps")),
  };
}

type Counted = "steps" | "commands" | "lookups" | "seconds" | "reused";

function mean(runs: readonly SetupRun[], key: Counted): number {
  return runs.length === 0 ? 0 : round(sum(runs, key) / runs.length, key === "seconds" ? 1 : 2);
}

function sum(runs: readonly SetupRun[], key: Counted): number {
  return runs.reduce((total, run) => total + run[key], 0);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole, 3);
}

function round(value: number, places: number): number {
  return Number(value.toFixed(places));
}
