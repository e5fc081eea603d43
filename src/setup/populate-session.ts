import { MnemeError } from "../errors.js";
import type { ProofSources } from "../sandbox/proof.js";
import { takesArchives } from "../sandbox/replay-proof.js";
import type { SandboxSession } from "../sandbox/sandbox.js";
import type { ProjectFiles } from "./project-files.js";

/** Puts the repository into a fresh session. */
export async function populateSession(session: SandboxSession, files: ProjectFiles): Promise<ProofSources> {
  if (!takesArchives(session))
    throw new MnemeError("unavailable", "This sandbox takes no archives, so no project can be set up in it.");
  const tar = await files.tar();
  await session.importTar(chunksOf(tar));
  return await files.sources();
}

async function* chunksOf(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536)
    yield await Promise.resolve(bytes.subarray(at, at + 65_536));
}
