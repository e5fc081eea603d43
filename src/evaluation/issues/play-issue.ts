import { isAlreadyAnswered } from "../../chain/questions.js";
import { buildChain } from "../../chain/build-chain.js";
import type { Plan } from "../../planning/plan.js";
import { scopeOfRecorded } from "../../replay/replay.js";
import type { RunRecord } from "../../run-record.js";
import type { IssueBench } from "./issue-bench.js";
import { LiveThread, MAINTAINER, REPORTER } from "./live-thread.js";
import { judgeProposal, ScriptedReporter } from "./reporter.js";
import type { Scenario } from "./scenario.js";

/** After so many replies without a way out a person takes over. */
const MOST_REPLIES = 6;

/** How one issue went. */
export interface PlayedIssue {
  family: string;
  id: string;
  /** Turns of whoever helps, until the reporter is helped: those of a person who takes over count as well. */
  rounds: number;
  /** Null where nothing was ever proposed. */
  first_proposal: "right" | "wrong" | null;
  /** Questions that the thread had answered. */
  repeated: string[];
  /** Mneme had no way out: a person took over. */
  handed_over: boolean;
  /** Runs that ended without words. */
  wordless: number;
  steps: number;
  usd: number;
  /** For people: what each turn came to. */
  story: string[];
}

/** Plays an issue until its reporter is helped, and closes it; what it teaches is in the bench's memory then. */
export async function playIssue(
  scenario: Scenario,
  bench: Pick<IssueBench, "reply" | "remember">,
  opened: number,
): Promise<PlayedIssue> {
  const live = new LiveThread(scenario, opened);
  const reporter = new ScriptedReporter(scenario);
  const played = emptyIssue(scenario);
  let isHelped = false;
  while (!isHelped && played.rounds < MOST_REPLIES) {
    const run = await bench.reply(scenario, live);
    account(played, run);
    if (run.final?.action === "ask_reporter") {
      askReporter(run.final, live, reporter, played);
      continue;
    }
    const verdict = run.final === null ? "none" : judgeProposal(run.final, scenario);
    played.story.push(`${run.final?.action ?? run.ended ?? "nothing"} (${verdict}): ${wordsOf(run.final)}`);
    if (verdict === "none") break;
    played.first_proposal ??= verdict === "right" ? "right" : "wrong";
    isHelped = verdict !== "wrong";
    live.say(REPORTER, "reporter", isHelped ? reporter.solved() : reporter.failed());
  }
  if (!isHelped) takeOver(scenario, live, reporter, played);
  live.close();
  await bench.remember(scenario, live);
  return played;
}

function emptyIssue({ family, id }: Scenario): PlayedIssue {
  return {
    family,
    id,
    rounds: 0,
    first_proposal: null,
    repeated: [],
    handed_over: false,
    wordless: 0,
    steps: 0,
    usd: 0,
    story: [],
  };
}

function account(played: PlayedIssue, run: RunRecord): void {
  played.rounds += 1;
  played.steps += run.spent.steps;
  played.usd += run.spent.usd;
  if ((run.reply?.markdown ?? "").trim() === "") played.wordless += 1;
  const { recalled, abstained } = run.recall;
  const memories = recalled.map(({ episode, score }) => `${episode.thread} ${score.toFixed(2)}`).join(", ");
  played.story.push(`recalled: ${memories === "" ? (abstained ?? "nothing") : memories}`);
}

/** Asked is asked again where the thread told it, by its own reading or by what the reporter knows to have said. */
function askReporter(
  { parameters: { questions } }: Extract<Plan, { action: "ask_reporter" }>,
  live: LiveThread,
  reporter: ScriptedReporter,
  played: PlayedIssue,
): void {
  const chain = buildChain(withoutLast(live), { scope: scopeOfRecorded(live.thread) });
  const known = questions.filter(({ text, about }) => isAlreadyAnswered(chain, text, about));
  const { body, repeated } = reporter.answer(questions);
  const again = new Set([...known.map(({ text }) => text), ...repeated]);
  played.repeated.push(...again);
  played.story.push(...Array.from(again, (text) => `asked again: ${text}`));
  played.story.push(`asked: ${questions.map(({ text }) => text).join(" | ")}`);
  live.say(REPORTER, "reporter", body);
}

/** As the thread stood when the question was asked: without the reply that asks it. */
function withoutLast({ thread }: LiveThread): LiveThread["thread"] {
  return { ...thread, comments: thread.comments.slice(0, -1) };
}

/** A maintainer, who asks for what is still hidden and then knows: never more turns than that. */
function takeOver(
  { truth }: Scenario,
  live: LiveThread,
  reporter: ScriptedReporter,
  played: PlayedIssue,
): void {
  played.handed_over = true;
  if (!reporter.toldEnough) {
    played.rounds += 1;
    live.say(MAINTAINER, "maintainer", "Could you show a little more of what you see there?");
    live.say(REPORTER, "reporter", reporter.answerMaintainer());
  }
  played.rounds += 1;
  const commands =
    truth.fix.commands.length === 0 ? "" : `\n\n\`\`\`sh\n${truth.fix.commands.join("\n")}\n\`\`\``;
  live.say(MAINTAINER, "maintainer", `${truth.fix.says}${commands}`);
  live.say(REPORTER, "reporter", reporter.solved());
  played.story.push(`a maintainer takes over: ${truth.fix.says}`);
}

function wordsOf(final: Plan | null): string {
  switch (final?.action) {
    case "propose_fix":
      return [final.parameters.summary, ...final.parameters.commands].join(" ; ");
    case "conclude":
      return final.parameters.summary;
    case "decline":
      return final.parameters.reason;
    case "ask_maintainer":
      return final.parameters.question;
    default:
      return "";
  }
}
