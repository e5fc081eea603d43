import { z } from "zod";
import { emptyEnvironment } from "../environment/environment.js";
import { uniqueEntities } from "./entities/read-entities.js";
import { EntityKind, ErrorType, type FailureCase, type ParsedLog, Stage } from "./failure-case.js";
import { failureId, fingerprintOf } from "./fingerprint.js";
import { parseLog, type ParseOptions } from "./parse-log.js";
import { stripAnsi } from "./text/ansi.js";
import { viewLine } from "./text/line-view.js";
import { taskContext } from "./task-context.js";

/** What a reader must answer; unknown keys are refused. */
export const ExcerptReading = z.strictObject({
  error_type: ErrorType,
  stage: Stage,
  /** Lower case: "npm", "maven", "make" … */
  ecosystem: z.string().regex(/^[a-z][a-z0-9+.-]{0,39}$/),
  /** One whole line of the excerpt, copied. */
  root_line: z.string().min(1),
  /** Each value copied from the excerpt. */
  entities: z.array(z.strictObject({ kind: EntityKind, value: z.string().min(1) })).max(20),
  /** One sentence. */
  root_cause: z.string().min(1).max(500),
});
export type ExcerptReading = z.infer<typeof ExcerptReading>;

/** Port: reads an excerpt that no rule understands. A language model's adapter implements it. */
export interface ExcerptReader {
  /**
   * `excerpt` is at most 8,000 characters of ANSI-free log. Answers a value that should fit `ExcerptReading`, or null where it sees
   * no failure; whatever it answers is checked. Rejects with MnemeError "unavailable" where it cannot answer at all.
   */
  readExcerpt(excerpt: string): Promise<unknown>;
}

/** From this confidence on a rule is sure and no reader is asked. */
const SURE = 0.45;
/** A reading is never as sure as a rule. */
const READING_CONFIDENCE = 0.4;
const EXCERPT_LINES = 90;
const EXCERPT_LENGTH = 8_000;

/** As `parseLog`, asking the reader where no rule is sure and the log seems to tell of a failure. */
export async function parseLogWithReader(
  text: string,
  reader: ExcerptReader,
  options: ParseOptions = {},
): Promise<ParsedLog> {
  const parsed = parseLog(text, options);
  const [root] = parsed.failures;
  const failed = options.exitCode !== undefined && options.exitCode !== 0;
  if (root === undefined ? !failed : root.confidence >= SURE) return parsed;
  const excerpt = excerptOf(text, root?.root_line_no);
  const reading = ExcerptReading.safeParse(await reader.readExcerpt(excerpt.text));
  const found = reading.success ? acceptReading(reading.data, excerpt, options) : null;
  return found === null ? parsed : { ...parsed, failures: [found, ...parsed.failures] };
}

interface Excerpt {
  text: string;
  lines: readonly string[];
  /** Number of the first line in the whole text, 1-based. */
  firstLine: number;
}

/** The lines around the best guess, else the last ones. */
function excerptOf(text: string, around: number | undefined): Excerpt {
  const all = stripAnsi(text).split(/\r\n|\n|\r/);
  const first = Math.max(0, (around === undefined ? all.length : around + EXCERPT_LINES / 3) - EXCERPT_LINES);
  const lines = all.slice(first, first + EXCERPT_LINES).map((line) => line.trim());
  while (lines.length > 1 && lines.join("\n").length > EXCERPT_LENGTH) lines.pop();
  return { text: lines.join("\n").slice(0, EXCERPT_LENGTH), lines, firstLine: first + 1 };
}

/** Null unless the root line and every entity stand in the excerpt: what does not stand there was made up. */
function acceptReading(reading: ExcerptReading, excerpt: Excerpt, options: ParseOptions): FailureCase | null {
  const rootLine = reading.root_line.trim();
  const index = excerpt.lines.indexOf(rootLine);
  if (index < 0 || !reading.entities.every(({ value }) => excerpt.text.includes(value))) return null;
  const { ecosystem, error_type, stage } = reading;
  const entities = uniqueEntities(reading.entities, ecosystem);
  const no = excerpt.firstLine + index;
  const { content } = viewLine(no, rootLine, { fenced: false, foreign: true });
  const fingerprint = fingerprintOf({ ecosystem, error_type, content, entities });
  return {
    failure_id: failureId(fingerprint, no),
    task_context: taskContext(ecosystem, stage),
    stage,
    raw_command: options.command ?? null,
    cwd: options.cwd ?? null,
    exit_code: options.exitCode ?? null,
    ecosystem,
    error_type,
    code: entities.find(({ kind }) => kind === "code")?.value ?? null,
    key_entities: entities,
    root_line: rootLine,
    root_line_no: no,
    excerpt: excerpt.lines.slice(Math.max(0, index - 4), index + 9).join("\n"),
    fingerprint,
    root_cause: reading.root_cause,
    solution_applied: null,
    hypothesis: null,
    environment_snapshot: options.environment ?? emptyEnvironment(),
    parser: "llm",
    confidence: READING_CONFIDENCE,
  };
}
