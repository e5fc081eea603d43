import type { RepositoryPolicy } from "../config/repository/policy.js";
import { isMnemeError, isTriedAgain, MnemeError, messageOf } from "../errors.js";
import type { Job } from "../jobs/queue.js";
import { errorFields, type Log } from "../log.js";
import type { Batches, EpisodeLog, RunHistory } from "../memory/log/episode-log.js";
import { runMarker } from "../reply/marker.js";
import { codeSpan } from "../reply/sanitize.js";
import type { ResolveOptions, RunPolicy } from "../run/deps.js";
import { runIdOf } from "../run/run-id.js";
import type { RunRecord } from "../run-record.js";
import { type Thread, threadKey } from "../thread/thread.js";
import { Trigger } from "../thread/trigger.js";
import { admit, type Admission, isSameLabel, whyUnwanted } from "./admission.js";
import { answerCommand } from "./commands/answer-command.js";
import { frameAnswer } from "./commands/answer-frame.js";
import { entryOf, renderRefusal } from "./commands/command-table.js";
import { ThreadSwitch } from "./commands/thread-switch.js";
import type { ConfigReader } from "./config-reader.js";
import type { CommentFolder, Forge } from "./forge.js";
import { isAwaited } from "./is-awaited.js";
import { inPresentScope } from "./present-scope.js";
import { addressOf, type ReplyPublisher, SilentPublisher } from "./publish.js";
import { reportMistakes } from "./report-mistakes.js";
import { runPolicyFor } from "./run-policy.js";
import type { Suspensions } from "./suspension.js";

/** What the story gets for one trigger of one repository. */
export interface ResolveTriggerOptions extends ResolveOptions {
  /** Gives the thread as it was read for this trigger. */
  forge: Pick<Forge, "readThread">;
  policy: RunPolicy;
  replies: ReplyPublisher;
}

export type ResolveTrigger = (
  trigger: Trigger,
  options: ResolveTriggerOptions,
) => Promise<Pick<RunRecord, "reply"> | undefined>;

export interface TriggerHandlerDeps {
  forge: Pick<Forge, "permissionOf" | "acknowledge" | "readThread"> & CommentFolder;
  replies: ReplyPublisher;
  config: Pick<ConfigReader, "policyOf">;
  resolve: ResolveTrigger;
  memory: EpisodeLog & RunHistory & Batches;
  redact: (text: string) => string;
  suspensions: Pick<Suspensions, "refuseSuspended">;
  log: Log;
  /** As the queue's: on the last try the thread is told. */
  maxAttempts: number;
  now: () => Date;
}

/** A trigger whose person and repository are known. */
interface Asked {
  trigger: Trigger;
  policy: RepositoryPolicy;
  replies: ReplyPublisher;
  /** Once for all that is done for this trigger; what fails is asked again. */
  readThread: () => Promise<Thread>;
}

/**
 * What a worker does with a trigger: checks by the repository's configuration and by GitHub's API whether this person
 * may ask, says "seen", resolves. A run that cannot be done leaves one honest comment in its thread, and its job
 * stays, set aside, for the operator.
 */
export function createTriggerHandler(
  deps: TriggerHandlerDeps,
): (job: Job, signal: AbortSignal) => Promise<void> {
  const switches = new ThreadSwitch({ log: deps.memory, forge: deps.forge });
  return async (job, signal) => {
    const trigger = parseTrigger(job);
    await deps.suspensions.refuseSuspended(job);
    const { policy, faulty } = await deps.config.policyOf(addressOf(trigger));
    const reason = await whyIgnored(trigger, policy, deps);
    if (reason !== null) {
      deps.log.info({ job: job.id, queue: job.queue, reason }, "trigger ignored");
      return;
    }
    const permission = await deps.forge.permissionOf(addressOf(trigger), trigger.by);
    const replies = policy.mode === "shadow" ? new SilentPublisher() : deps.replies;
    const readThread = readOnce(() => deps.forge.readThread(addressOf(trigger)));
    const told = { trigger: { ...trigger, permission }, policy, replies, readThread };
    const admission = admit(told.trigger, policy);
    const lastTry = job.is_suspect || job.attempt >= deps.maxAttempts;
    if (admission !== "work")
      deps.log.info({ job: job.id, queue: job.queue, permission, admission }, "trigger not permitted");
    if (admission === "ignore") return;
    const thread = await readIfThere(told, lastTry);
    const asked = thread === null ? told : { ...told, trigger: asPresent(told.trigger, thread) };
    const silence = await whySilent(asked, switches, thread);
    if (silence !== null) {
      deps.log.info({ job: job.id, queue: job.queue, reason: silence }, "trigger ignored");
      return;
    }
    if (admission !== "work") {
      await explainOnce(asked, admission);
      return;
    }
    if (job.attempt === 1 && policy.mode !== "shadow") await acknowledge(asked.trigger, deps);
    await orApologise(asked, deps, { signal, lastTry }, async (options) => {
      if (job.is_suspect) throw suspectError(job);
      await workOn(asked, switches, deps, options);
    });
    // Behind the answer, which folds what stands before it.
    await reportMistakes(asked.trigger, faulty, { ...deps, replies });
  };
}

/** Why nothing is done, as far as it is known without asking GitHub about the person; null where something may be. */
async function whyIgnored(
  trigger: Trigger,
  policy: RepositoryPolicy,
  { memory }: TriggerHandlerDeps,
): Promise<string | null> {
  const unwanted = whyUnwanted(trigger, policy);
  if (unwanted !== null) return unwanted;
  return trigger.kind === "continuation" && !(await isAwaited(trigger, memory)) ? "not addressed" : null;
}

/** What keeps mneme silent in this thread, as it is now; null where nothing does. */
async function whySilent(
  { trigger, policy }: Asked,
  switches: ThreadSwitch,
  thread: Thread | null,
): Promise<string | null> {
  if (thread?.labels.some((label) => isSameLabel(label, policy.labels.off)) === true)
    return "thread has the label that silences";
  const isStopped = trigger.command !== "resume" && (await switches.isStopped(trigger, policy, thread));
  return isStopped ? "thread is stopped" : null;
}

/** What may be recalled, and to whom what is learnt is told, goes by who may read the repository now. */
function asPresent(trigger: Trigger, thread: Thread): Trigger {
  return { ...trigger, scope: inPresentScope(trigger.scope, thread) };
}

/**
 * Null where it cannot be read; the work that comes next says why. Throws where reading it is tried again, and where it is
 * gone or closed to mneme: nobody is there to be told, and nothing is to be kept of it.
 */
async function readIfThere({ readThread }: Asked, lastTry: boolean): Promise<Thread | null> {
  try {
    return await readThread();
  } catch (error) {
    const isOutOfReach = isMnemeError(error, "not_found") || isMnemeError(error, "not_permitted");
    if (isOutOfReach || isTriedAgain(error, lastTry)) throw error;
    return null;
  }
}

function readOnce<T>(read: () => Promise<T>): () => Promise<T> {
  let known: T | undefined;
  return async () => (known ??= await read());
}

async function orApologise(
  asked: Asked,
  deps: TriggerHandlerDeps,
  options: ResolveOptions,
  work: (options: ResolveOptions) => Promise<void>,
): Promise<void> {
  try {
    await work(options);
  } catch (error) {
    if (!options.signal.aborted && !isTriedAgain(error, options.lastTry)) await apologise(asked, error, deps);
    throw error;
  }
}

async function workOn(
  { trigger, policy, replies, readThread }: Asked,
  switches: ThreadSwitch,
  deps: TriggerHandlerDeps,
  options: ResolveOptions,
): Promise<void> {
  const answer = await answerCommand(trigger, {
    log: deps.memory,
    switches,
    policy,
    now: deps.now,
    readThread,
    redact: deps.redact,
  });
  if (answer !== null) {
    const runId = runIdOf(trigger);
    await replies.final(trigger, runId, frameAnswer(runId, answer));
    return;
  }
  const runPolicy = await runPolicyFor(trigger, policy, deps.memory, deps.now());
  const forge = { readThread };
  const run = await deps.resolve(trigger, { ...options, forge, policy: runPolicy, replies });
  await foldOlder(trigger, run?.reply?.comment_id ?? null, deps);
}

/** A courtesy to who reads the thread: only the newest answer stands open. */
async function foldOlder(
  trigger: Trigger,
  commentId: string | null,
  deps: TriggerHandlerDeps,
): Promise<void> {
  if (commentId === null) return;
  const { runs } = await deps.memory.spent(trigger.scope, { thread: threadKey(trigger) });
  if (runs < 2) return;
  try {
    await deps.forge.foldOlder(addressOf(trigger), commentId);
  } catch (error) {
    deps.log.warn({ trigger: trigger.id, reason: messageOf(error) }, "could not fold older answers");
  }
}

/** Who asked by name is told why nothing happens, once a person and thread. */
async function explainOnce({ trigger, policy, replies }: Asked, admission: Admission): Promise<void> {
  if (admission === "ignore") return;
  const { scope, number, by } = trigger;
  const runId = runIdOf({ id: `refusal:${scope.repository}#${number}:${by}` });
  const text =
    admission === "label_first"
      ? `In this repository I work on issues with the label ${codeSpan(policy.labels.ask ?? "")}: a maintainer who adds it starts me. I say this once.`
      : renderRefusal(entryOf(trigger.command), policy.roles);
  await replies.final(trigger, runId, frameAnswer(runId, text));
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

async function apologise(
  { trigger, replies }: Asked,
  error: unknown,
  { log }: TriggerHandlerDeps,
): Promise<void> {
  const runId = runIdOf(trigger);
  log.error({ run: runId, trigger: trigger.id, ...errorFields(error) }, "run failed");
  try {
    await replies.final(trigger, runId, apology(runId));
  } catch (failure) {
    log.error({ run: runId, reason: messageOf(failure) }, "could not say that the run failed");
  }
}

/** Its thread must not wait for an answer that never comes. */
function suspectError({ id, cut_offs }: Job): MnemeError {
  return new MnemeError(
    "internal",
    `job ${id} was at work when its process ended, ${String(cut_offs)} times: it is not tried again by itself; see the log, then mneme jobs retry ${id}`,
  );
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
