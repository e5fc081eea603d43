import type { Candidate, Offer } from "./candidate.js";
import { completeEntities } from "./entities/complete.js";
import type { Named } from "./entities/notations.js";
import { packageOfPlace } from "./entities/place.js";
import { uniqueEntities } from "./entities/read-entities.js";
import { emptyEnvironment, type Environment } from "../environment/environment.js";
import type { Entity, EntityKind, FailureCase } from "./failure-case.js";
import { fillSteps, fillTemplate, type Slots } from "./fill-template.js";
import { failureId, fingerprintOf } from "./fingerprint.js";
import type { Ranked } from "./rank.js";
import { taskContext } from "./task-context.js";

export interface CaseSettings {
  command: string | null;
  /** The log shows that command. */
  commandInLog: boolean;
  cwd: string | null;
  exitCode: number | null;
  environment: Environment | null;
}

/** Tools that build whatever they are pointed at: the folder tells whose sources they are. */
const BUILDERS: ReadonlySet<string> = new Set([
  "autotools",
  "make",
  "cmake",
  "setuptools",
  "rust",
  "bundler",
]);

/** Ecosystems whose faults happen inside other tools: the tool around lends its name and its package. */
const OWNERLESS: ReadonlySet<string> = new Set([
  "c",
  "shell",
  "network",
  "git",
  "generic",
  "crash",
  "system",
]);

export function buildCase(ranked: Ranked, others: readonly Ranked[], settings: CaseSettings): FailureCase {
  const { candidate } = ranked;
  const offers = offersFor(candidate, others);
  const owner = OWNERLESS.has(candidate.ecosystem)
    ? offers.find(({ entities }) => entities.length > 0)
    : undefined;
  const adopted = adoptOffers(candidate.entities, offers, candidate);
  const entities = withCommand(
    uniqueEntities(
      withException(
        completeEntities(
          withErrno(withPlace(adopted, candidate), candidate),
          candidate.error_type,
          candidate.root.content,
        ),
        candidate,
      ),
      candidate.ecosystem,
    ),
    candidate,
    settings,
  );
  const fingerprint = fingerprintOf({
    ecosystem: candidate.ecosystem,
    error_type: candidate.error_type,
    content: candidate.root.content,
    entities: candidate.entities,
  });
  const slots = slotsOf(candidate, entities);
  const steps = fillSteps(candidate.steps, slots);
  return {
    failure_id: failureId(fingerprint, candidate.root.no),
    task_context: taskContext(owner?.ecosystem ?? candidate.ecosystem, candidate.stage),
    stage: candidate.stage,
    raw_command: settings.command ?? candidate.command,
    cwd: settings.cwd,
    exit_code: settings.exitCode,
    ecosystem: candidate.ecosystem,
    error_type: candidate.error_type,
    code: candidate.code,
    key_entities: entities,
    root_line: candidate.root.text,
    root_line_no: candidate.root.no,
    excerpt: candidate.excerpt,
    fingerprint,
    root_cause: fillTemplate(candidate.root_cause ?? candidate.root.content, slots),
    solution_applied: null,
    hypothesis: steps.length === 0 ? null : { steps, status: "untested", verified_in: null },
    environment_snapshot: settings.environment ?? emptyEnvironment(),
    parser: candidate.rule.id,
    confidence: confidenceOf(ranked.score),
  };
}

/** What surrounds a cause and names the package being worked on: contexts before it, summaries of the same command. */
function offersFor(candidate: Candidate, others: readonly Ranked[]): Offer[] {
  const summaries = others
    .map((other) => other.candidate)
    .filter(({ rule, segment }) => rule.offers !== undefined && segment.index === candidate.segment.index)
    .sort((a, b) => distance(a, candidate) - distance(b, candidate))
    .map(({ rule, ecosystem, matched, entities }): Offer => {
      const kinds: ReadonlySet<EntityKind> = new Set(rule.offers);
      return {
        ruleId: rule.id,
        ecosystem,
        line: matched.no,
        entities: entities.filter(({ kind }) => kinds.has(kind)),
      };
    });
  const contexts = candidate.going
    .filter(({ line }) => line >= candidate.segment.firstLine)
    .sort((a, b) => b.line - a.line);
  return [...summaries, ...contexts].filter(({ entities }) => entities.length > 0);
}

function distance(a: Candidate, b: Candidate): number {
  return Math.abs(a.matched.no - b.matched.no);
}

/**
 * The nearest package on offer is taken where the cause names none, with all that is offered about the same package; where the cause
 * names one, what is offered about that one.
 */
function adoptOffers(
  own: readonly Named[],
  offers: readonly Offer[],
  { ecosystem, error_type }: Candidate,
): Entity[] {
  // there, "version" is that of the runtime
  const isRuntime = error_type === "RUNTIME_VERSION_MISMATCH";
  const kinds = new Set(own.map(({ kind }) => kind));
  // rustc names sources from the crate's own folder: the crate that does not compile is the project itself
  if (ecosystem === "rust" && own.some(({ kind, value }) => kind === "file" && !value.startsWith("/")))
    return uniqueEntities(own, ecosystem);
  const named = own.filter(({ kind }) => kind === "package").map(({ value }) => value);
  const nearest = named.length > 0 ? named[0] : offers.map(packageOf).find((name) => name !== undefined);
  const adopted = nearest === undefined ? [] : offers.filter((offer) => packageOf(offer) === nearest);
  const entities = adopted
    .flatMap((offer) => offer.entities)
    .filter(({ kind }) => !kinds.has(kind) && (kind !== "version" || !isRuntime));
  return uniqueEntities([...own, ...entities], ecosystem);
}

const GOAL = /Failed to execute goal ([\w.-]{1,120}:[\w.-]{1,120}):(\d[\w.-]{0,60}):/;

const ERRNO =
  /\[(?:Errno|WinError) (-?\d{1,5})\]|\berrno:? (-?\d{1,5})\b|: \((\d{1,3}), '|\((\d{1,3}): [A-Z][a-z]{2}/;

/** "[Errno 28]" in the root line is what the system said, whatever the rule reads. */
function withErrno(entities: readonly Named[], { root, ecosystem }: Candidate): readonly Named[] {
  // yum says "[Errno 14]" of whatever could not be fetched
  if (ecosystem === "rpm") return entities;
  const found: readonly (string | undefined)[] = ERRNO.exec(root.content) ?? [];
  const errno = found.slice(1).find((value) => value !== undefined);
  return errno === undefined || entities.some(({ kind }) => kind === "errno")
    ? entities
    : [...entities, { kind: "errno", value: errno }];
}

const EXCEPTION =
  /^(?:Caused by: |Exception in thread ".{1,80}" )?((?:[a-z]\w{0,60}\.){1,12}[A-Z]\w{0,80}(?:Exception|Error))\b/;

/** Where nothing else is named: the class of the exception that the root line begins with. */
function withException(named: readonly Named[], { root }: Candidate): readonly Named[] {
  const code = named.length > 0 ? undefined : EXCEPTION.exec(root.content)?.[1];
  return code === undefined ? named : [...named, { kind: "code", value: code }];
}

/** Where nothing names the package: Maven's goal in the root line, or the folder in which a tool builds it. */
function withPlace(own: readonly Named[], { root, excerpt, ecosystem }: Candidate): readonly Named[] {
  if (own.some(({ kind }) => kind === "package")) return own;
  const [, plugin, version] = GOAL.exec(root.content) ?? [];
  if (plugin !== undefined && version !== undefined)
    return [...own, { kind: "package", value: plugin }, { kind: "version", value: version }];
  if (OWNERLESS.has(ecosystem))
    return [...own, ...packageOfPlace(excerpt).filter(({ kind }) => kind === "package")];
  if (!BUILDERS.has(ecosystem)) return own;
  const kinds = new Set(own.map(({ kind }) => kind));
  return [...own, ...packageOfPlace(excerpt).filter(({ kind }) => !kinds.has(kind))];
}

/**
 * What failed where nothing else is named, or where a configure script is what failed: the command itself, if the log shows it
 * and it is one command.
 */
function withCommand(entities: Entity[], candidate: Candidate, settings: CaseSettings): Entity[] {
  const command = settings.commandInLog ? settings.command : candidate.command;
  const plain = command !== null && command.length <= 120 && !/[;&|<>\n]/.test(command);
  if (entities.length === 0 && candidate.ecosystem === "crash" && candidate.error_type === "CRASH")
    return command === null ? entities : [{ kind: "command", value: /^\S+/.exec(command)?.[0] ?? command }];
  const wanted =
    (entities.length === 0 && candidate.error_type === "RESOURCE_EXHAUSTED") ||
    (candidate.stage === "configure" &&
      candidate.error_type !== "RUNTIME_VERSION_MISMATCH" &&
      /^(?:sh )?\S*(?:configure|autogen\.sh)$/.test(command ?? ""));
  if (!plain || !wanted || entities.some(({ kind }) => kind === "command")) return entities;
  return [...entities, { kind: "command", value: command.replace(/^sh /, "") }];
}

function packageOf({ entities }: Offer): string | undefined {
  return entities.find(({ kind }) => kind === "package")?.value;
}

function slotsOf({ groups, code, segment, command }: Candidate, entities: readonly Entity[]): Slots {
  const slots: Record<string, string | undefined> = {
    shown_command: command ?? segment.command ?? undefined,
  };
  for (const { kind, value } of entities) slots[kind] ??= value;
  for (const [name, value] of Object.entries(groups)) slots[name] ??= value;
  if (code !== null) slots["code"] ??= code;
  return slots;
}

function confidenceOf(score: number): number {
  return Math.round(Math.min(0.97, Math.max(0.2, score / 100)) * 100) / 100;
}
