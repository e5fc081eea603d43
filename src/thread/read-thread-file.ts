import { type z } from "zod";
import { MnemeError } from "../errors.js";
import { locateJsonError } from "../util/json-position.js";
import { type AuthorRole, type Comment, type Thread, ThreadEvent } from "./thread.js";
import { type RecordedComment, ThreadFile } from "./thread-file.js";

export const MAX_THREAD_FILE_BYTES = 50 * 1024 * 1024;

/**
 * A recorded thread (one JSON document) as a Thread. Throws MnemeError("bad_input") in one line that names the file,
 * the place and the remedy. `fileName` is used in messages only.
 */
export function parseThreadFile(text: string, fileName: string): Thread {
  if (Buffer.byteLength(text) > MAX_THREAD_FILE_BYTES)
    throw badFile(fileName, "is over 50 MB", "record fewer comments, or split it");
  const json = text.replace(/^\uFEFF/, "");
  if (json.trim() === "") throw badFile(fileName, "is empty", "give a recorded thread (see mneme record)");
  const parsed = ThreadFile.safeParse(parseJson(json, fileName));
  if (!parsed.success) throw wrongShape(fileName, parsed.error);
  return toThread(parsed.data, fileName);
}

function parseJson(text: string, fileName: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { line, column } = locateJsonError(text, error);
    throw badFile(
      `${fileName}:${String(line)}:${String(column)}`,
      "is not valid JSON from here",
      "correct it there, or record the thread again",
    );
  }
}

function toThread(file: ThreadFile, fileName: string): Thread {
  const { repo, number } = addressOf(file, fileName);
  const author = reporterOf(file);
  const sourceUrl = file.source_url ?? `https://github.com/${repo}/issues/${String(number)}`;
  const ids = commentIds(file.comments ?? [], fileName);
  return {
    source_url: sourceUrl,
    repo,
    number,
    title: file.title,
    body: withEnvironment(file.body ?? "", file.environment ?? ""),
    author,
    labels: (file.labels ?? []).map((label) => (typeof label === "string" ? label : label.name)),
    state: /^(?:closed|resolved|done|fixed)$/i.test(file.state ?? "") ? "closed" : "open",
    state_reason: file.state_reason ?? null,
    locked: file.locked ?? false,
    created_at: timeOf(file.created_at, "created_at", fileName),
    comments: (file.comments ?? []).map((comment, index) =>
      toComment(comment, index, { fileName, author, sourceUrl, id: ids[index] ?? String(index + 1) }),
    ),
    events: (file.events ?? []).flatMap((event, index) => {
      const at = timeOf(event.at, `events[${String(index)}].at`, fileName);
      const read = ThreadEvent.safeParse({
        kind: event.kind,
        at,
        actor: event.actor ?? null,
        reason: event.reason ?? null,
        target: event.target ?? null,
      });
      return read.success ? [read.data] : [];
    }),
  };
}

function toComment(
  comment: RecordedComment,
  index: number,
  thread: { fileName: string; author: string; sourceUrl: string; id: string },
): Comment {
  const place = `comments[${String(index)}]`;
  const author = comment.author ?? comment.author_role ?? "unknown";
  const anchor = comment.id === null || comment.id === undefined ? "" : `#issuecomment-${thread.id}`;
  return {
    id: thread.id,
    author,
    author_role: roleOf(comment.author_role, author, thread.author),
    body: comment.body,
    created_at: timeOf(comment.created_at, `${place}.created_at`, thread.fileName),
    edited_at: timeOf(comment.edited_at, `${place}.edited_at`, thread.fileName),
    url: comment.url ?? comment.html_url ?? `${thread.sourceUrl}${anchor}`,
    minimized: comment.minimized ?? false,
  };
}

function addressOf(file: ThreadFile, fileName: string): { repo: string; number: number } {
  const fromUrl = /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d{1,15})/.exec(
    file.source_url ?? "",
  );
  const repo = file.repo ?? fromUrl?.[1];
  const number = Number(file.number ?? fromUrl?.[2] ?? 0);
  if (repo === undefined || repo === "")
    throw badFile(fileName, 'lacks "repo"', 'add "repo": "owner/name", or a source_url that holds it');
  if (number < 1) throw badFile(fileName, 'lacks "number"', 'add "number": 1, or a source_url that holds it');
  return { repo, number };
}

/** The issue's author by name, else whoever comments as the reporter, else a stand-in. */
function reporterOf(file: ThreadFile): string {
  const commenter = file.comments?.find((comment) => comment.author_role === "reporter")?.author;
  return file.author ?? commenter ?? "reporter";
}

function roleOf(role: string | null | undefined, author: string, reporter: string): AuthorRole {
  const given = (role ?? "").toLowerCase();
  if (given === "bot" || author.endsWith("[bot]")) return "bot";
  if (given === "reporter" || author === reporter) return "reporter";
  return ["maintainer", "owner", "member", "collaborator"].includes(given) ? "maintainer" : "other";
}

/** Given ids as text; a missing one is its position, told apart from a given one that looks the same. */
function commentIds(comments: readonly RecordedComment[], fileName: string): string[] {
  const given = comments.flatMap(({ id }) => (id === null || id === undefined ? [] : [String(id)]));
  const taken = new Set(given);
  if (taken.size < given.length) {
    const twice = given.find((id, index) => given.indexOf(id) !== index) ?? "";
    const place = comments.findLastIndex(({ id }) => String(id) === twice);
    throw badFile(
      fileName,
      `has the id ${twice} twice, again at comments[${String(place)}].id`,
      "make each comment's id unique, or leave it out",
    );
  }
  return comments.map(({ id }, index) => {
    if (id !== null && id !== undefined) return String(id);
    const position = String(index + 1);
    return taken.has(position) ? `position-${position}` : position;
  });
}

/** Read as a section of the body: that is where an issue form would put it. */
function withEnvironment(body: string, environment: string): string {
  if (environment.trim() === "") return body;
  return `${body}${body === "" ? "" : "\n\n"}### Environment\n\n${environment}`;
}

function timeOf(value: string | null | undefined, place: string, fileName: string): string | null {
  if (value === null || value === undefined || value === "") return null;
  const time = /^\d{4}-\d{2}-\d{2}/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time))
    throw badFile(fileName, `has no time at ${place}`, "write it as 2026-01-31T12:00:00Z, or null");
  return new Date(time).toISOString();
}

function wrongShape(fileName: string, error: z.ZodError): MnemeError {
  const issue = error.issues[0];
  const place = placeOf(issue?.path ?? []);
  const remedy = place.startsWith("comments[")
    ? "every comment needs a body (text)"
    : "see the thread file format in the documentation";
  return badFile(fileName, `is wrong at ${place}: ${issue?.message ?? "unexpected"}`, remedy);
}

function placeOf(path: readonly PropertyKey[]): string {
  const steps = path.map((step) => (typeof step === "number" ? `[${String(step)}]` : `.${String(step)}`));
  return steps.join("").replace(/^\./, "") || "the top";
}

function badFile(where: string, what: string, remedy: string): MnemeError {
  return new MnemeError("bad_input", `${where} ${what}: ${remedy}`.replace(/\s+/g, " "));
}
