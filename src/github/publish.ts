import { isMnemeError } from "../errors.js";
import { runMarker } from "../reply/marker.js";
import type { Trigger } from "../thread/trigger.js";
import type { Forge, PostedComment, ThreadAddress } from "./forge.js";

export function addressOf(trigger: Trigger): ThreadAddress {
  return { installation: trigger.scope.installation, repo: trigger.repo, number: trigger.number };
}

/** Both null where nothing was posted: in shadow mode. */
export interface PublishedReply {
  comment_id: string | null;
  url: string | null;
  /** As the forge's. */
  node_id?: string;
}

/** Port: the one comment of a run, posted at once and edited until it is final. Throws what the forge throws. */
export interface ReplyPublisher {
  /** May be called often: a text that stands there already is not sent again. */
  progress(trigger: Trigger, runId: string, markdown: string): Promise<PublishedReply>;
  final(trigger: Trigger, runId: string, markdown: string): Promise<PublishedReply>;
}

/** Publishes through a forge: one comment a run, however often the process dies on the way. */
export class ForgePublisher implements ReplyPublisher {
  readonly #forge: Forge;
  readonly #posted = new Map<string, PostedComment>();

  constructor(forge: Forge) {
    this.#forge = forge;
  }

  async progress(trigger: Trigger, runId: string, markdown: string): Promise<PublishedReply> {
    return toPublished(await this.#put(addressOf(trigger), runId, markdown));
  }

  async final(trigger: Trigger, runId: string, markdown: string): Promise<PublishedReply> {
    const posted = await this.#put(addressOf(trigger), runId, markdown);
    this.#posted.delete(runId);
    return toPublished(posted);
  }

  async #put(address: ThreadAddress, runId: string, markdown: string): Promise<PostedComment> {
    const marker = runMarker(runId);
    const body = markdown.includes(marker) ? markdown : `${marker}\n${markdown}`;
    const known = this.#posted.get(runId) ?? (await this.#forge.findOwnComment(address, marker));
    const posted =
      known === null ? await this.#create(address, marker, body) : await this.#update(address, known, body);
    this.#posted.set(runId, posted);
    return posted;
  }

  /** After an answer that leaves open whether the comment was made, it is looked for before anything else. */
  async #create(address: ThreadAddress, marker: string, body: string): Promise<PostedComment> {
    try {
      return await this.#forge.createComment(address, body);
    } catch (error) {
      if (!isMnemeError(error, "unavailable")) throw error;
      const made = await this.#forge.findOwnComment(address, marker);
      if (made === null) throw error;
      return made.body === body ? made : await this.#forge.updateComment(address, made.id, body);
    }
  }

  /** A reply that somebody deleted while it was worked on is made anew: no run ends without its text. */
  async #update(address: ThreadAddress, known: PostedComment, body: string): Promise<PostedComment> {
    if (known.body === body) return known;
    try {
      return await this.#forge.updateComment(address, known.id, body);
    } catch (error) {
      if (!isMnemeError(error, "not_found")) throw error;
      return await this.#forge.createComment(address, body);
    }
  }
}

function toPublished(posted: PostedComment): PublishedReply {
  const { id, url, node_id } = posted;
  return { comment_id: id, url, ...(node_id === undefined ? {} : { node_id }) };
}

/** Posts nothing: the run record alone holds what would have been said. */
export class SilentPublisher implements ReplyPublisher {
  progress(): Promise<PublishedReply> {
    return Promise.resolve({ comment_id: null, url: null });
  }

  final(): Promise<PublishedReply> {
    return Promise.resolve({ comment_id: null, url: null });
  }
}
