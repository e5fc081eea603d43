import { MnemeError, isTriedAgain, messageOf } from "../errors.js";
import type { Job } from "../jobs/queue.js";
import { errorFields, type Log } from "../log.js";
import { runMarker } from "../reply/marker.js";
import type { ResolveOptions } from "../run/deps.js";
import { runIdOf } from "../run/run-id.js";
import { Trigger } from "../thread/trigger.js";
import type { Forge } from "./forge.js";
import { answerCommand } from "./commands/answer-command.js";
import { frameAnswer } from "./commands/answer-frame.js";
import { entryOf, mayUse, renderRefusal } from "./commands/command-table.js";
import { ThreadSwitch } from "./commands/thread-switch.js";
import type { EpisodeLog } from "../memory/log/episode-log.js";
import type { Suspensions } from "./suspension.js";
import { addressOf, type ReplyPublisher } from "./publish.js";

export interface TriggerHandlerDeps {
  forge: Pick<Forge, "permissionOf" | "acknowledge" | "readThread">;
  replies: ReplyPublisher;
  resolve: (trigger: Trigger, options: ResolveOptions) => Promise<unknown>;
  memory: EpisodeLog;
  redact: (text: string) => string;
  suspensions: Pick<Suspensions, "refuseSuspended">;
  log: Log;
  /** As the queue's: on the last try the thread is told. */
  maxAttempts: number;
}

/**
 * What a worker does with a trigger: checks by GitHub's API whether this person may ask, says "seen", resolves. A run
 * that cannot be done leaves one honest comment in its thread, and its job stays, set aside, for the operator.
 */
export function createTriggerHandler(
  deps: TriggerHandlerDeps,
): (job: Job, signal: AbortSignal) => Promise<void> {
  const switches = new ThreadSwitch(deps.memory);
  return async (job, signal) => {
    const asked = parseTrigger(job);
    await deps.suspensions.refuseSuspended(job);
    const permission = await deps.forge.permissionOf(addressOf(asked), asked.by);
    const trigger = { ...asked, permission };
    const isSilent = trigger.command !== "resume" && (await switches.isStopped(trigger));
    if (isSilent) {
      deps.log.info({ job: job.id, queue: job.queue }, "thread is stopped");
      return;
    }
    if (!mayUse(entryOf(trigger.command), trigger)) {
      deps.log.info({ job: job.id, queue: job.queue, permission }, "trigger not permitted");
      await refuseOnce(trigger, deps);
      return;
    }
    const lastTry = job.attempt >= deps.maxAttempts;
    if (job.attempt === 1) await acknowledge(trigger, deps);
    try {
      await workOn(trigger, switches, deps, { signal, lastTry });
    } catch (error) {
      if (!signal.aborted && !isTriedAgain(error, lastTry)) await apologise(trigger, error, deps);
      throw error;
    }
  };
}

async function workOn(
  trigger: Trigger,
  switches: ThreadSwitch,
  deps: TriggerHandlerDeps,
  options: ResolveOptions,
): Promise<void> {
  const answer = await answerCommand(trigger, {
    log: deps.memory,
    switches,
    readThread: () => deps.forge.readThread(addressOf(trigger)),
    redact: deps.redact,
  });
  if (answer === null) {
    await deps.resolve(trigger, options);
    return;
  }
  const runId = runIdOf(trigger);
  await deps.replies.final(trigger, runId, frameAnswer(runId, answer));
}

/** Who asked by name in a command is told why nothing happens, once a person and thread; an issue that was merely opened is not. */
async function refuseOnce(trigger: Trigger, { replies }: TriggerHandlerDeps): Promise<void> {
  if (trigger.kind !== "comment") return;
  const runId = runIdOf({ id: `refusal:${trigger.scope.repository}#${trigger.number}:${trigger.by}` });
  await replies.final(trigger, runId, frameAnswer(runId, renderRefusal(entryOf(trigger.command))));
}

function parseTrigger(job: Job): Trigger {
  const trigger = Trigger.safeParse(job.payload);
  if (trigger.success) return trigger.data;
  throw new MnemeError("internal", `job ${job.id} holds no trigger: it was written by another version`);
}

/** A courtesy: a run does not fail for want of it. */
async function acknowledge(trigger: Trigger, { forge, log }: TriggerHandlerDeps): Promise<void> {
  try {
    await forge.acknowledge(addressOf(trigger), trigger.comment_id);
  } catch (error) {
    log.warn({ trigger: trigger.id, reason: messageOf(error) }, "could not acknowledge");
  }
}

async function apologise(trigger: Trigger, error: unknown, deps: TriggerHandlerDeps): Promise<void> {
  const runId = runIdOf(trigger);
  deps.log.error({ run: runId, trigger: trigger.id, ...errorFields(error) }, "run failed");
  try {
    await deps.replies.final(trigger, runId, apology(runId));
  } catch (failure) {
    deps.log.error({ run: runId, reason: messageOf(failure) }, "could not say that the run failed");
  }
}

/** Names the run, so that the operator finds it in the log; says nothing of what went wrong inside. */
function apology(runId: string): string {
  return [
    "Sorry, I could not work on this: something went wrong on my side, and it is not your issue's fault.",
    "",
    `Nothing was changed. Whoever runs me finds the details under run \`${runId}\`, and can start it again. ` +
      "To ask once more, write `/mneme diagnose`.",
    "",
    `---\n<sub>Automated answer by mneme · \`/mneme stop\` silences me here</sub>\n${runMarker(runId)}`,
  ].join("\n");
}
