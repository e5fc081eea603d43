import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { extract } from "tar-stream";
import { MnemeError } from "../errors.js";
import type { SandboxSession } from "../sandbox/sandbox.js";
import { ProjectFiles } from "./project-files.js";

const ARCHIVE = "/work/tmp/mneme-sources.tgz";
const MOST_PACKED = 48 * 1024 * 1024;
const MOST_UNPACKED = 512 * 1024 * 1024;

/** The project as it lies in a sandbox. Disposing removes the copy; nothing of it is ever run on this machine. */
export async function readSessionFiles(
  session: SandboxSession,
  origin: string,
): Promise<AsyncDisposable & { files: ProjectFiles }> {
  const packed = await session.exec(`tar --exclude=./.git --exclude=node_modules -czf ${ARCHIVE} .`, {
    timeout_ms: 120_000,
  });
  const bytes = packed.exit_code > 1 ? null : await session.readFile(ARCHIVE, MOST_PACKED + 1);
  await session.exec(`rm -f ${ARCHIVE}`);
  if (bytes === null)
    throw new MnemeError(
      "unavailable",
      `The project cannot be read in the sandbox: ${packed.output.slice(-200)}`,
    );
  if (bytes.length > MOST_PACKED)
    throw new MnemeError("limit_reached", "The project is too large to be set up within a run.");
  const root = await mkdtemp(join(tmpdir(), "mneme-project-"));
  const remove = async () => await rm(root, { recursive: true, force: true });
  try {
    await unpack(Buffer.from(bytes), root);
    const files = await ProjectFiles.open(root, origin, MOST_UNPACKED);
    return { files, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Plain files only, below the root: the archive is the work of a stranger's sandbox. */
async function unpack(packed: Buffer, root: string): Promise<void> {
  const entries = extract();
  Readable.from([packed])
    .pipe(createGunzip())
    .on("error", (error) => entries.destroy(error))
    .pipe(entries);
  let total = 0;
  for await (const entry of entries) {
    const { name, type, mode, size } = entry.header;
    const path = posix.normalize(name);
    total += size;
    if (total > MOST_UNPACKED)
      throw new MnemeError("limit_reached", "The project is too large to be set up within a run.");
    if (type !== "file" || path.startsWith("..") || path.startsWith("/")) {
      entry.resume();
      continue;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of entry) chunks.push(chunk as Buffer);
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), Buffer.concat(chunks), { mode: (mode & 0o111) === 0 ? 0o644 : 0o755 });
  }
}
