import { TriggerCommand } from "../thread/trigger.js";
import { blankUnsaid } from "./said-text.js";

/** What a text asks of mneme. */
export interface Request {
  command: TriggerCommand;
  /** What stands behind the command, up to the end of its paragraph. */
  arguments: string;
}

/**
 * The first request in a markdown text, or null. `/mneme <command>` counts at the start of a line; `@<slug>` counts
 * anywhere in what the writer says, and takes a command only at the start of a line. A `/mneme` with a word that is
 * no command asks for help; a mention without a command asks for a diagnosis.
 */
export function readRequest(markdown: string, slug: string): Request | null {
  const mention = `@${slug.toLowerCase()}`;
  const lower = markdown.toLowerCase();
  // Most comments ask for nothing.
  if (!lower.includes(mention) && !lower.includes("/mneme")) return null;
  const said = blankUnsaid(markdown);
  let mentioned: Request | null = null;
  let start = 0;
  for (const line of said.split("\n")) {
    const original = markdown.slice(start);
    const request = readLine(line, original, mention);
    if (request !== null) return request;
    if (mentioned === null && mentions(line, mention)) mentioned = { command: "diagnose", arguments: "" };
    start += line.length + 1;
  }
  return mentioned;
}

/** `rest`: the original text from the start of this line on, so that code in an argument is kept. */
function readLine(line: string, rest: string, mention: string): Request | null {
  const indent = line.length - line.replace(/^[\s\-*+]+/, "").length;
  const lead = line.slice(indent).toLowerCase();
  const call = [mention, "/mneme"].find((word) => lead.startsWith(word) && endsWord(lead, word.length));
  if (call === undefined) return null;
  const behind = trimArguments(paragraphOf(rest.slice(indent + skipSuffix(lead, call.length))));
  const word = /^[a-z]*/i.exec(behind)?.[0] ?? "";
  const tail = behind.slice(word.length);
  const command = TriggerCommand.safeParse(word.toLowerCase());
  const isWhole = /^(?:$|[\s,:.!?])/.test(tail);
  // "@mneme help me with this" is a sentence, not the command.
  const isSentence = call === mention && command.data === "help" && trimArguments(tail) !== "";
  if (command.success && isWhole && !isSentence)
    return { command: command.data, arguments: trimArguments(tail) };
  if (call === "/mneme") return { command: "help", arguments: "" };
  return { command: "diagnose", arguments: behind };
}

function mentions(line: string, mention: string): boolean {
  const lower = line.toLowerCase();
  for (let at = lower.indexOf(mention); at !== -1; at = lower.indexOf(mention, at + 1)) {
    const before = at === 0 ? " " : (lower[at - 1] ?? " ");
    if (!/[\w/.@[-]/.test(before) && endsWord(lower, at + mention.length)) return true;
  }
  return false;
}

/** A login goes on with letters, digits and hyphens, an address with a slash or a dot and a letter. */
function endsWord(text: string, at: number): boolean {
  const next = text.slice(at, at + 2);
  return text.startsWith("[bot]", at) || !/^(?:[\w/-]|\.\w)/.test(next);
}

function skipSuffix(text: string, at: number): number {
  return text.startsWith("[bot]", at) ? at + "[bot]".length : at;
}

function paragraphOf(text: string): string {
  const end = /\n[ \t\r]*(?:\n|$)/.exec(text)?.index;
  return text.slice(0, end);
}

function trimArguments(text: string): string {
  return text.replace(/^[\s,:]+/, "").trimEnd();
}
