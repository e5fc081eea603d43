import type { FailureCase } from "../../failures/failure-case.js";
import type { Candidate } from "./candidate.js";
import { firstLine, sentence } from "./say.js";
import type { State } from "./state.js";
import { failedCommands, failedInMemory, normaliseCommand } from "./tried.js";
import { VALUE } from "./value.js";
import { canVerify } from "./verification.js";

/** What a rule that read the log would do about it: a hypothesis, told as one. */
export function fromFailures(state: State): Candidate[] {
  const { failures } = state.situation.chain;
  return failures.slice(0, 3).flatMap((failure, rank) => candidateOf(failure, rank, state));
}

function candidateOf(failure: FailureCase, rank: number, state: State): Candidate[] {
  const { hypothesis } = failure;
  if (hypothesis === null || hypothesis.status === "refuted" || hypothesis.steps.length === 0) return [];
  const tried = failedCommands(state.situation);
  if (hypothesis.steps.every((step) => tried.has(normaliseCommand(step)))) return [];
  const warning =
    hypothesis.steps
      .map((step) => failedInMemory(step, state.situation.recall.recalled))
      .find((memory) => memory !== null) ?? null;
  const verified = hypothesis.status === "verified";
  const p = failure.confidence * (verified ? 0.95 : 0.5) * 0.7 ** rank * (warning === null ? 1 : 0.4);
  const commands = hypothesis.steps.filter(looksLikeCommand);
  const words = hypothesis.steps.filter((step) => !looksLikeCommand(step));
  const shrink = !verified && canVerify(state) ? VALUE.unverified_though_possible : 1;
  return [
    {
      from: `playbook/${state.playbook.name}`,
      p,
      value: VALUE.proposed_fix * shrink,
      seconds: 0,
      rounds: 0,
      plan: {
        action: "propose_fix",
        parameters: {
          cause: sentence(failure.root_cause),
          summary: words.length > 0 ? words.map(sentence).join(" ") : summarise(failure),
          commands,
        },
        reasoning: [
          `The log says: ${firstLine(failure.root_line)}`,
          `That is ${failure.error_type} at the stage ${failure.stage} (${failure.parser}).`,
          warning === null
            ? ""
            : `${warning.label} tried the same and it failed there: ${firstLine(warning.episode.summary)}.`,
          verified
            ? "This way out was verified before."
            : "This way out is a hypothesis from the log: not verified.",
        ]
          .filter((part) => part !== "")
          .join(" "),
        cites: warning === null ? [] : [warning.label],
        confidence: p,
      },
    },
  ];
}

function summarise(failure: FailureCase): string {
  const entity = failure.key_entities[0];
  return entity === undefined
    ? "Run these commands, then the failing one again."
    : `Run these commands, which deal with ${entity.kind.replace("_", " ")} ${entity.value}, then the failing one again.`;
}

/** Hypotheses hold shell commands or one-line edits in words; an edit begins with a capital or ends as a sentence. */
export function looksLikeCommand(step: string): boolean {
  return /^[a-z.~/$][^\n]*$/.test(step) && !/[.!?]$/.test(step.replace(/\.\/?$/, ""));
}
