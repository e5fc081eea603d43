import type { Clue } from "../environment/clue.js";
import { recogniseClues } from "../environment/recognise.js";
import type { FailureCase } from "../failures/failure-case.js";
import type { Block } from "../thread/markdown.js";
import { inlineCode } from "../thread/plain-text.js";
import { type Claim, claimOf } from "./claims.js";
import { type Decision, findDecisions } from "./decisions.js";
import { type ErrorLine, errorRank, findErrorLines } from "./error-lines.js";
import { type Asked, findQuestions } from "./questions.js";
import { sentencesOf } from "./sentences.js";
import type { Source } from "./source.js";
import { looksLikeCommand, promptCommand, readTerminal, type TerminalEntry } from "./terminal.js";
import { linesOf, type ReadLine } from "./text-lines.js";
import { matchesOf } from "../util/matches-of.js";

/** The failure cases of a log, the root one first; `command` is what printed it, where that is known. */
export type ParseFailures = (log: string, command: string | null) => FailureCase[];

/** A log that somebody pasted, and what failed in it. */
export interface PastedLog {
  text: string;
  command: string | null;
  errors: ErrorLine[];
  failures: FailureCase[];
}

/** What one text of the thread says by itself; nothing in it is quoted from somebody else. */
export interface Reading {
  source: Source;
  lines: ReadLine[];
  sentences: string[];
  clues: Clue[];
  typed: TerminalEntry[];
  errors: ErrorLine[];
  logs: PastedLog[];
  questions: Asked[];
  claims: Claim[];
  decisions: Decision[];
}

const MAX_LOGS = 12;
/** Error lines up to this rank have the shape of a tool's own message. */
const TELLING_RANK = 7;
/** Up to this, a line of talk has a tool's message in it; beyond, words such as "cannot" are a person's too. */
const MESSAGE_RANK = 9;

export function readSource(
  source: Source,
  { title, project, parse }: { title: string | null; project: string; parse: ParseFailures },
): Reading {
  const lines = linesOf(source.blocks, title).filter((line) => !line.quoted);
  const own = source.blocks.filter((block) => !block.quoted);
  const typed = own.flatMap(typedIn);
  const errors = new Map(source.blocks.map((block) => [block, findErrorLines(block.text.split("\n"))]));
  const sentences = sentencesOf(lines);
  return {
    source,
    lines,
    sentences,
    clues: recogniseClues(lines, [...typed, ...answersBelow(own)], project),
    typed,
    errors: findErrorLines(evidenceLines(lines, source.blocks, errors)),
    logs: logsOf(own, errors, parse),
    questions: findQuestions(sentences),
    claims: sentences.flatMap((sentence) => claimOf(sentence) ?? []),
    decisions: findDecisions(sentences),
  };
}

/** What was typed: in fences, after prompts in prose, on lines of their own, and "I ran `make`". */
function typedIn(block: Block): TerminalEntry[] {
  if (block.kind === "code") return readTerminal(block.text, block.language);
  if (block.kind !== "prose") return [];
  const lines = block.text.split("\n");
  if (lines.some((line) => promptCommand(line) !== undefined)) return readTerminal(block.text);
  return lines.flatMap((line) => {
    const marked = inlineCode(line).filter((code) => looksLikeCommand(code) && wasTyped(code, line));
    const commands = marked.length === 0 && standsAlone(line) ? [line.trim()] : marked;
    return commands.map((command) => ({ command, output: [] }));
  });
}

const ASKS_VERSION = /^\s{0,8}[$>]?\s{0,4}[\w./-]{1,40} (?:--?version|-[vV]|version):?\s*$/;

/** "`node -v` says:" over a block of output alone: the command stands above, what it printed below. */
function answersBelow(blocks: readonly Block[]): TerminalEntry[] {
  return blocks.flatMap((block, index) => {
    const above = blocks[index - 1];
    if (block.kind !== "code" || above === undefined || above.kind === "code") return [];
    const line = above.text.trimEnd().split("\n").at(-1) ?? "";
    const command =
      inlineCode(line).findLast(looksLikeCommand) ??
      (standsAlone(line) || ASKS_VERSION.test(line) ? line.trim() : undefined);
    const printed = readTerminal(block.text, block.language);
    if (command === undefined || printed.some((entry) => entry.command !== null)) return [];
    return [{ command, output: printed.flatMap(({ output }) => output) }];
  });
}

/** A program's bare name in a sentence is talked about; with arguments, or after "I ran", it was typed. */
function wasTyped(code: string, line: string): boolean {
  return code.includes(" ") || /\b(?:ran|run|running|typed?|execut\w+|invok\w+)\b/i.test(line.slice(0, 400));
}

/** A line that is a command and nothing else: no sentence, and no "node - 8.12" of a list of versions. */
function standsAlone(line: string): boolean {
  const text = line.trim();
  return text.length <= 200 && looksLikeCommand(text) && !/[.!?,:]$|\s[-–:=]\s|\bversion\b|^\S+:/i.test(text);
}

/** Blocks that hold lines of an error, parsed each with the last command typed in them. */
function logsOf(
  blocks: readonly Block[],
  errorsOf: ReadonlyMap<Block, ErrorLine[]>,
  parse: ParseFailures,
): PastedLog[] {
  return blocks
    .filter((block) => block.kind === "code" || block.text.includes("\n"))
    .map((block) => ({ block, errors: errorsOf.get(block) ?? [] }))
    .filter(({ block, errors }) => isLog(block, errors))
    .slice(0, MAX_LOGS)
    .map(({ block, errors }) => {
      const command = failingCommand(block);
      return { text: block.text, command, errors, failures: parse(block.text, command) };
    });
}

/** Lines of logs; of talk, the lines that hold a tool's own message, or what they show between quotes of one. */
function evidenceLines(
  lines: readonly ReadLine[],
  blocks: readonly Block[],
  errorsOf: ReadonlyMap<Block, ErrorLine[]>,
): string[] {
  const logs = new Set(
    blocks.flatMap((block, index) => (isLog(block, errorsOf.get(block) ?? []) ? [index] : [])),
  );
  return lines.flatMap(({ raw, block }) => {
    const rank = errorRank(raw.trim());
    if (logs.has(block) || (rank !== undefined && rank <= MESSAGE_RANK)) return [raw];
    return rank === undefined ? [] : shownIn(raw).filter((piece) => errorRank(piece) !== undefined);
  });
}

const QUOTED = /"([^"]{6,300})"|\*([^*\s][^*]{4,300})\*|“([^”]{6,300})”/g;

/** What stands between backticks, quotes or a tracker's stars. */
function shownIn(line: string): string[] {
  const quoted = matchesOf(line.slice(0, 2_000), QUOTED);
  return [...inlineCode(line), ...quoted.flatMap((match) => match[1] ?? match[2] ?? match[3] ?? [])];
}

/** In prose, one sentence about an error is no log; a telling line or several are. */
function isLog(block: Block, errors: readonly ErrorLine[]): boolean {
  if (block.kind === "code") return errors.length > 0;
  return errors.length >= 3 || errors.some(({ rank }) => rank <= TELLING_RANK);
}

/** The first command whose output tells of an error, else the last one typed. */
function failingCommand(block: Block): string | null {
  const entries = readTerminal(block.text, block.language);
  const failed = entries.find(({ output }) => findErrorLines(output, 1).length > 0);
  return failed?.command ?? entries.findLast(({ command }) => command !== null)?.command ?? null;
}
