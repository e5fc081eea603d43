import { isMnemeError } from "../../errors.js";
import type { Thread } from "../../thread/thread.js";
import type { Permission } from "../../thread/trigger.js";
import type {
  CommentFolder,
  FileRead,
  FileReader,
  Forge,
  PostedComment,
  PresentPlaces,
  RepositoryAddress,
  RepositoryNames,
  ThreadAddress,
} from "../forge.js";
import type { ReactionPage, ReactionSource } from "../reactions/reaction-source.js";
import type { Client, ClientProvider } from "./client.js";
import { foldOlder } from "./fold-comments.js";
import { toForgeError } from "./map-error.js";
import { readFile } from "./read-file.js";
import { PermissionReader } from "./read-permission.js";
import { readReactions } from "./read-reactions.js";
import { readThread } from "./read-thread.js";
import { splitRepo } from "./split-repo.js";

export interface OctokitForgeOptions {
  /** The app's own id, by which it knows its comments; null for the command line, which never posts. */
  appId: number | null;
  /** False where there is no token at all. Default true. */
  authenticated?: boolean;
  /** Milliseconds since the epoch; replaced in tests. */
  now?: () => number;
}

/** GitHub through Octokit. One client per installation, so that one's rate limit does not slow another. */
export class OctokitForge
  implements Forge, FileReader, CommentFolder, ReactionSource, RepositoryNames, PresentPlaces
{
  readonly #provide: ClientProvider;
  readonly #options: OctokitForgeOptions;
  readonly #permissions: PermissionReader;

  constructor(provide: ClientProvider, options: OctokitForgeOptions) {
    this.#provide = provide;
    this.#options = options;
    this.#permissions = new PermissionReader(options.now);
  }

  async readThread(address: ThreadAddress): Promise<Thread> {
    const authenticated = this.#options.authenticated ?? true;
    return await this.#call(address, "read", (client) =>
      readThread(client, address, this.#permissions, { authenticated }),
    );
  }

  async permissionOf(address: ThreadAddress, login: string): Promise<Permission> {
    return await this.#call(address, `say what ${login} may do at`, (client) =>
      this.#permissions.read(client, address.repo, login),
    );
  }

  async findOwnComment(address: ThreadAddress, marker: string): Promise<PostedComment | null> {
    return await this.#call(address, "list the comments of", async (client) => {
      const comments = await client.paginate(client.rest.issues.listComments, {
        ...place(address),
        per_page: 100,
      });
      // Others may quote the marker: only a comment that this app wrote counts.
      const own = comments.filter(
        ({ body, performed_via_github_app: app }) =>
          app?.id === this.#options.appId && body?.includes(marker) === true,
      );
      const newest = own.at(-1);
      return newest === undefined ? null : toPosted(newest);
    });
  }

  async createComment(address: ThreadAddress, body: string): Promise<PostedComment> {
    return await this.#call(address, "take a comment on", async (client) => {
      // Not sent twice by itself: a 502 may come after the comment was made (see publish.ts).
      const request = { retries: 0 };
      const { data } = await client.rest.issues.createComment({ ...place(address), body, request });
      return toPosted(data);
    });
  }

  async updateComment(address: ThreadAddress, commentId: string, body: string): Promise<PostedComment> {
    return await this.#call(address, "change a comment on", async (client) => {
      const { data } = await client.rest.issues.updateComment({
        ...splitRepo(address.repo),
        comment_id: Number(commentId),
        body,
      });
      return toPosted(data);
    });
  }

  async acknowledge(address: ThreadAddress, commentId: string | null): Promise<void> {
    await this.#call(address, "take a reaction on", async (client) => {
      if (commentId === null)
        await client.rest.reactions.createForIssue({ ...place(address), content: "eyes" });
      else
        await client.rest.reactions.createForIssueComment({
          ...splitRepo(address.repo),
          comment_id: Number(commentId),
          content: "eyes",
        });
    });
  }

  async readReactions(installation: string, nodeIds: readonly string[]): Promise<ReactionPage> {
    return await this.#ask(installation, `tell the reactions on ${nodeIds.length} replies`, (client) =>
      readReactions(client, nodeIds),
    );
  }

  /** GitHub leads from a former name to the present one, until somebody else takes it. */
  async presentName(address: RepositoryAddress, repositoryId: string): Promise<string | null> {
    return await orNull(
      this.#call(address, "tell the name of", async (client) => {
        const { data } = await client.rest.repos.get(splitRepo(address.repo));
        return String(data.id) === repositoryId ? data.full_name : null;
      }),
    );
  }

  async installationNow(installation: string): Promise<{ suspended: boolean } | null> {
    return await orNull(
      this.#ask(installation, `tell of installation ${installation}`, async (client) => {
        const { data } = await client.rest.apps.getInstallation({ installation_id: Number(installation) });
        return { suspended: data.suspended_at !== null };
      }),
    );
  }

  /** A public repository can be read without being installed there: that is asked as the app, apart. */
  async repositoryNow(
    address: RepositoryAddress,
    repositoryId: string,
  ): Promise<{ repo: string; is_private: boolean } | null> {
    return await orNull(
      this.#call(address, "tell where the app is installed at", async (client) => {
        const place = splitRepo(address.repo);
        const { data: installation } = await client.rest.apps.getRepoInstallation(place);
        if (String(installation.id) !== address.installation) return null;
        const { data } = await client.rest.repos.get(place);
        return String(data.id) === repositoryId ? { repo: data.full_name, is_private: data.private } : null;
      }),
    );
  }

  async readFile(
    address: RepositoryAddress,
    path: string,
    options: { maxBytes: number; etag: string | null },
  ): Promise<FileRead> {
    return await this.#call(address, `give ${path} of`, (client) =>
      readFile(client, address.repo, path, options),
    );
  }

  async foldOlder(address: ThreadAddress, commentId: string): Promise<number> {
    return await this.#call(address, "fold comments of", (client) => foldOlder(client, address, commentId));
  }

  async #call<T>(
    address: RepositoryAddress & { number?: number },
    doing: string,
    work: (client: Client) => Promise<T>,
  ): Promise<T> {
    const issue = address.number === undefined ? "" : `#${String(address.number)}`;
    return await this.#ask(address.installation, `${doing} ${address.repo}${issue}`, work);
  }

  async #ask<T>(installation: string, doing: string, work: (client: Client) => Promise<T>): Promise<T> {
    try {
      return await work(await this.#provide(installation));
    } catch (error) {
      throw toForgeError(error, doing);
    }
  }
}

/** Nothing of that name is an answer. */
async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (isMnemeError(error, "not_found")) return null;
    throw error;
  }
}

function place(address: ThreadAddress): { owner: string; repo: string; issue_number: number } {
  return { ...splitRepo(address.repo), issue_number: address.number };
}

function toPosted(comment: { id: number; node_id: string; html_url: string; body?: string }): PostedComment {
  const { id, node_id, html_url: url, body = "" } = comment;
  return { id: String(id), node_id, url, body };
}
