import { MnemeError } from "../../errors.js";
import type { Forge, PostedComment } from "../../github/forge.js";
import { threadKey, type AuthorRole, type Comment, type Thread } from "../../thread/thread.js";
import type { Permission } from "../../thread/trigger.js";
import type { Scenario } from "./scenario.js";

const HOUR = 3_600_000;
const APP = "mneme[bot]";
export const REPORTER = "reporter";
export const MAINTAINER = "maintainer";

/** An issue that goes on while it is played: a forge over one thread, with a clock of its own. */
export class LiveThread implements Forge {
  readonly #scenario: Scenario;
  readonly #comments: Comment[] = [];
  readonly #opened: number;
  #now: number;
  #closed = false;

  constructor(scenario: Scenario, opened: number) {
    this.#scenario = scenario;
    this.#opened = opened;
    this.#now = opened;
  }

  /** Runs on by a millisecond with each look, so that spans are the same on every machine. */
  now(): number {
    this.#now += 1;
    return this.#now;
  }

  get thread(): Thread {
    const { repo, number, title, body } = this.#scenario;
    const closedAt = this.#comments.at(-1)?.created_at ?? null;
    return {
      source_url: `https://github.com/${repo}/issues/${String(number)}`,
      repo,
      number,
      title,
      body,
      author: REPORTER,
      labels: [],
      state: this.#closed ? "closed" : "open",
      state_reason: this.#closed ? "completed" : null,
      locked: false,
      created_at: new Date(this.#opened).toISOString(),
      comments: [...this.#comments],
      events: this.#closed
        ? [{ kind: "closed", at: closedAt, actor: REPORTER, reason: "completed", target: null }]
        : [],
    };
  }

  get key(): string {
    return threadKey(this.#scenario);
  }

  say(author: string, role: AuthorRole, body: string): Comment {
    this.#now += HOUR;
    const id = String(1000 + this.#comments.length);
    const comment: Comment = {
      id,
      author,
      author_role: role,
      body,
      created_at: new Date(this.#now).toISOString(),
      edited_at: null,
      url: `https://github.com/${this.#scenario.repo}/issues/${String(this.#scenario.number)}#issuecomment-${id}`,
      minimized: false,
    };
    this.#comments.push(comment);
    return comment;
  }

  close(): void {
    this.#closed = true;
  }

  readThread(): Promise<Thread> {
    return Promise.resolve(this.thread);
  }

  permissionOf(_address: unknown, login: string): Promise<Permission> {
    if (login === MAINTAINER) return Promise.resolve("write");
    return Promise.resolve(this.#scenario.sandbox ? "triage" : "read");
  }

  findOwnComment(_address: unknown, marker: string): Promise<PostedComment | null> {
    const found = this.#comments.findLast(({ author, body }) => author === APP && body.includes(marker));
    return Promise.resolve(found ?? null);
  }

  createComment(_address: unknown, body: string): Promise<PostedComment> {
    return Promise.resolve(this.say(APP, "bot", body));
  }

  updateComment(_address: unknown, commentId: string, body: string): Promise<PostedComment> {
    const comment = this.#comments.find(({ id }) => id === commentId);
    if (comment === undefined)
      return Promise.reject(new MnemeError("not_found", `no comment ${commentId} in ${this.key}`));
    comment.body = body;
    return Promise.resolve(comment);
  }

  acknowledge(): Promise<void> {
    return Promise.resolve();
  }
}
