import type { Thread } from "../thread/thread.js";
import type { Permission } from "../thread/trigger.js";

export interface ThreadAddress {
  /** GitHub's installation id as a decimal string; "0" for a recorded thread. */
  installation: string;
  /** "owner/name" */
  repo: string;
  number: number;
}

export interface PostedComment {
  id: string;
  url: string;
  body: string;
  /** GitHub's GraphQL id, by which reactions are read; absent in a recording. */
  node_id?: string;
}

/**
 * Port: what mneme reads from and writes to GitHub (or a recording of it). Throws MnemeError:
 * "not_found" (404, 410), "not_permitted" (401, 403), "rate_limited" (403/429 with limits; retryAfterMs),
 * "bad_input" (422), "unavailable" (5xx, no answer; retryable).
 */
export interface Forge {
  readThread(address: ThreadAddress): Promise<Thread>;
  permissionOf(address: ThreadAddress, login: string): Promise<Permission>;
  /** Own comment that carries the marker, newest first; null where there is none. */
  findOwnComment(address: ThreadAddress, marker: string): Promise<PostedComment | null>;
  createComment(address: ThreadAddress, body: string): Promise<PostedComment>;
  updateComment(address: ThreadAddress, commentId: string, body: string): Promise<PostedComment>;
  /** Says "seen" on the comment that asked (null: on the issue). */
  acknowledge(address: ThreadAddress, commentId: string | null): Promise<void>;
}

/** Where a repository is, without an issue. */
export type RepositoryAddress = Pick<ThreadAddress, "installation" | "repo">;

/** Capability of a forge: names change, numbers do not. Throws as the forge does; nothing of that name is an answer. */
export interface RepositoryNames {
  /** "owner/name" of today, found by this or a former name; null where there is none, or another repository has it. */
  presentName(address: RepositoryAddress, repositoryId: string): Promise<string | null>;
}

/** Capability of a forge: what holds of the app's places now, whatever events say. Throws as the forge does. */
export interface PresentPlaces {
  /** Null where the app is installed no more. */
  installationNow(installation: string): Promise<{ suspended: boolean } | null>;
  /**
   * Found by this or a former name; null where there is none, another repository has the name, or the app is not installed
   * there as this installation.
   */
  repositoryNow(
    address: RepositoryAddress,
    repositoryId: string,
  ): Promise<{ repo: string; is_private: boolean } | null>;
}

/** `text` is null for a file of more than the bytes that were asked for. */
export type FileRead =
  { state: "absent" } | { state: "unchanged" } | { state: "read"; text: string | null; etag: string | null };

/** Capability of a forge: files on the default branch. Throws as the forge does; an absent file is an answer. */
export interface FileReader {
  /** `etag`: of the last answer; where the file is still the same, it is not sent again. */
  readFile(
    address: RepositoryAddress,
    path: string,
    options: { maxBytes: number; etag: string | null },
  ): Promise<FileRead>;
}

/** Capability of a forge: folds comments of its own away, so that the newest answer is what people see. */
export interface CommentFolder {
  /** Own comments before the given one, but those that a reader of the thread marked with a rocket. Gives how many. */
  foldOlder(address: ThreadAddress, commentId: string): Promise<number>;
}
