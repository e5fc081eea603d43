import { isMaintainer, toPermission } from "../permissions.js";
import type { Client } from "./client.js";
import { toForgeError } from "./map-error.js";
import { splitRepo } from "./split-repo.js";

/**
 * Everybody who may write to a repository, logins in lower case, a hundred a request: for whole histories, where one
 * question for each person would be one for each issue. Null where the credential may not list them.
 */
export async function readMaintainers(client: Client, repo: string): Promise<ReadonlySet<string> | null> {
  try {
    const people = await client.paginate(client.rest.repos.listCollaborators, {
      ...splitRepo(repo),
      permission: "push",
      per_page: 100,
    });
    const maintainers = people.filter(({ role_name, permissions }) =>
      isMaintainer(toPermission("read", role_name, permissions)),
    );
    return new Set(maintainers.map(({ login }) => login.toLowerCase()));
  } catch (error) {
    const mapped = toForgeError(error, `list who maintains ${repo}`);
    if (mapped.code === "not_permitted" || mapped.code === "not_found") return null;
    throw mapped;
  }
}
