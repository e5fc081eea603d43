import { MnemeError } from "../../errors.js";

/** "owner/name" in two. */
export function splitRepo(repo: string): { owner: string; repo: string } {
  const [owner = "", name = "", ...rest] = repo.split("/");
  if (owner === "" || name === "" || rest.length > 0)
    throw new MnemeError("bad_input", `"${repo}" is no repository: write it as owner/name`);
  return { owner, repo: name };
}
