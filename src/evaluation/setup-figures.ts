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
  /** Commands of the run: planned steps, fixes and precautions. */
  steps: number;
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
  /** Mean number of commands a run. */
  steps: number;
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
    steps: round(share(sum(own, "steps"), own.length), 2),
    seconds: round(share(sum(own, "seconds"), own.length), 1),
    reuse_rate: share(sum(won, "reused"), sum(won, "steps")),
  };
}

function sum(runs: readonly SetupRun[], key: "steps" | "seconds" | "reused"): number {
  return runs.reduce((total, run) => total + run[key], 0);
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : round(part / whole, 3);
}

function round(value: number, places: number): number {
  return Number(value.toFixed(places));
}
