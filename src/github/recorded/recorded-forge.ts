import { MnemeError } from "../../errors.js";
import { type Thread, threadKey } from "../../thread/thread.js";
import type { Permission } from "../../thread/trigger.js";
import type { Forge, PostedComment, ThreadAddress } from "../forge.js";
import type { ReactionPage, ReactionSource } from "../reactions/reaction-source.js";

/** A forge over recorded threads: nothing leaves the process, what is posted is kept to be looked at. */
export class RecordedForge implements Forge, ReactionSource {
  readonly #threads = new Map<string, Thread>();
  readonly #posted = new Map<string, PostedComment[]>();
  #lastId = 0;

  constructor(threads: readonly Thread[] = []) {
    for (const thread of threads) this.add(thread);
  }

  /** Adds a thread, or replaces it by how it was at another time. */
  add(thread: Thread): void {
    this.#threads.set(threadKey(thread), thread);
  }

  /** What was posted in a thread, oldest first, as it stands now. */
  postedIn(key: string): readonly PostedComment[] {
    return this.#posted.get(key) ?? [];
  }

  readThread(address: ThreadAddress): Promise<Thread> {
    const thread = this.#threads.get(threadKey(address));
    if (thread !== undefined) return Promise.resolve(thread);
    return Promise.reject(
      new MnemeError("not_found", `no recording of ${threadKey(address)}: name its thread file`),
    );
  }

  async permissionOf(address: ThreadAddress, login: string): Promise<Permission> {
    const thread = await this.readThread(address);
    const wrote = thread.comments.find(({ author }) => author === login);
    return wrote?.author_role === "maintainer" ? "write" : "read";
  }

  findOwnComment(address: ThreadAddress, marker: string): Promise<PostedComment | null> {
    const found = this.postedIn(threadKey(address)).findLast(({ body }) => body.includes(marker));
    return Promise.resolve(found ?? null);
  }

  async createComment(address: ThreadAddress, body: string): Promise<PostedComment> {
    const thread = await this.readThread(address);
    this.#lastId += 1;
    const id = `posted-${String(this.#lastId)}`;
    const comment = { id, url: `${thread.source_url}#${id}`, body };
    this.#posted.set(threadKey(address), [...this.postedIn(threadKey(address)), comment]);
    return comment;
  }

  updateComment(address: ThreadAddress, commentId: string, body: string): Promise<PostedComment> {
    const key = threadKey(address);
    const comment = this.postedIn(key).find(({ id }) => id === commentId);
    if (comment === undefined)
      return Promise.reject(new MnemeError("not_found", `no comment ${commentId} was posted in ${key}`));
    const changed = { ...comment, body };
    this.#posted.set(
      key,
      this.postedIn(key).map((other) => (other.id === commentId ? changed : other)),
    );
    return Promise.resolve(changed);
  }

  /** Nobody reacts in a recording. */
  readReactions(): Promise<ReactionPage> {
    return Promise.resolve({ replies: new Map(), allowance: null });
  }

  acknowledge(): Promise<void> {
    return Promise.resolve();
  }
}
