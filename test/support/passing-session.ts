import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SandboxSession } from "../../src/sandbox/sandbox.js";
import { execResult } from "./exec-result.js";

export interface PassingSession {
  session: SandboxSession;
  /** The commands that were run, in order. */
  ran: string[];
}

/** A session in which every command passes but those that hold `fails`; each file that is read is `archive`. */
export function passingSession(
  options: { archive?: Uint8Array; fails?: string | null } = {},
): PassingSession {
  const { archive = null, fails = null } = options;
  const ran: string[] = [];
  const session: SandboxSession = {
    id: "session",
    workdir: "/work/repo",
    exec: (command) => {
      ran.push(command);
      return Promise.resolve(execResult(fails !== null && command.includes(fails) ? 1 : 0));
    },
    writeFiles: () => Promise.resolve(),
    readFile: () => Promise.resolve(archive),
    snapshot: () => Promise.resolve("snapshot"),
    restore: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  return { session, ran };
}

/** A project with these files, packed as a session gives it. */
export function archiveOf(files: Readonly<Record<string, string>>): Uint8Array {
  const folder = mkdtempSync(join(tmpdir(), "mneme-archive-"));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    return new Uint8Array(execFileSync("tar", ["-C", folder, "-czf", "-", "."]));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
