import type { Permission } from "../../thread/trigger.js";
import { toPermission } from "../permissions.js";
import type { Client } from "./client.js";
import { toForgeError } from "./map-error.js";
import { splitRepo } from "./split-repo.js";

const CACHE_MS = 5 * 60 * 1000;
const MAX_CACHED = 10_000;

/** Who may do what in a repository, by GitHub's collaborator API; remembered for at most five minutes. */
export class PermissionReader {
  readonly #now: () => number;
  readonly #known = new Map<string, { permission: Permission; until: number }>();

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  async read(client: Client, repo: string, login: string): Promise<Permission> {
    const key = `${repo} ${login.toLowerCase()}`;
    const known = this.#known.get(key);
    if (known !== undefined && known.until > this.#now()) return known.permission;
    const permission = await fetchPermission(client, repo, login);
    if (this.#known.size >= MAX_CACHED) this.#known.clear();
    this.#known.set(key, { permission, until: this.#now() + CACHE_MS });
    return permission;
  }
}

/** Fails closed: who left, or cannot be asked about, may do nothing. An outage is thrown, so that it is asked again. */
async function fetchPermission(client: Client, repo: string, login: string): Promise<Permission> {
  try {
    const { data } = await client.rest.repos.getCollaboratorPermissionLevel({
      ...splitRepo(repo),
      username: login,
    });
    return toPermission(data.permission, data.role_name, data.user?.permissions);
  } catch (error) {
    const mapped = toForgeError(error, `say what ${login} may do in ${repo}`);
    if (mapped.code === "not_found" || mapped.code === "not_permitted") return "none";
    throw mapped;
  }
}
