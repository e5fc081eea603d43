import type { SandboxSession } from "../sandbox/sandbox.js";
import { shellQuote } from "../util/shell-quote.js";

const INDEX = "/usr/lib/mneme/apt-files.gz";

/** Looks a file up in the image's own index of its distribution; nothing where the image has none. */
export async function findSystemFile(
  session: SandboxSession,
  pattern: string,
): Promise<{ path: string; package: string }[]> {
  const result = await session.exec(`zgrep -m 40 -- ${shellQuote(pattern)} ${INDEX}`, {
    cwd: "/",
    timeout_ms: 30_000,
  });
  if (result.exit_code !== 0) return [];
  return result.output.split("\n").flatMap((line) => {
    const [path, name] = line.split(" ");
    return path !== undefined && name !== undefined && /^[a-z0-9][a-z0-9+.-]+$/.test(name)
      ? [{ path, package: name }]
      : [];
  });
}
