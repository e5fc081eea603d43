import type { FileRead } from "../forge.js";
import type { Client } from "./client.js";
import { readFailure } from "./request-failure.js";
import { splitRepo } from "./split-repo.js";

const NOT_MODIFIED = 304;
const NOT_FOUND = 404;

/** A file of the default branch; a folder, a link or a submodule of that name counts as none. */
export async function readFile(
  client: Client,
  repo: string,
  path: string,
  { maxBytes, etag }: { maxBytes: number; etag: string | null },
): Promise<FileRead> {
  try {
    const { data, headers } = await client.rest.repos.getContent({
      ...splitRepo(repo),
      path,
      headers: etag === null ? {} : { "if-none-match": etag },
    });
    if (Array.isArray(data) || data.type !== "file" || !("content" in data)) return { state: "absent" };
    // Above a megabyte GitHub sends the size alone.
    const isWhole = data.size <= maxBytes;
    const text = isWhole ? Buffer.from(data.content, "base64").toString("utf8") : null;
    return { state: "read", text, etag: headers.etag ?? null };
  } catch (error) {
    const status = readFailure(error)?.status;
    if (status === NOT_MODIFIED) return { state: "unchanged" };
    if (status === NOT_FOUND) return { state: "absent" };
    throw error;
  }
}
