import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parseLog } from "../../../src/failures/parse-log.js";
import { DEFAULT_LIMITS, type ExecResult, type SandboxSession } from "../../../src/sandbox/sandbox.js";
import { EngineSetUp } from "../../../src/setup/environment-set-up.js";
import { NO_MEMORY } from "../../../src/setup/memory/setup-memory.js";
import { ScriptedSandbox } from "../../support/scripted-sandbox.js";

/** A session that holds one project as an archive, and says yes to every command. */
function sessionWith(folder: string): { session: SandboxSession; ran: string[] } {
  const archive = execFileSync("tar", ["-C", folder, "-czf", "-", "."]);
  const ran: string[] = [];
  const passed: ExecResult = {
    exit_code: 0,
    output: "",
    output_bytes: 0,
    truncated: false,
    timed_out: false,
    out_of_memory: false,
    duration_ms: 1,
  };
  const session: SandboxSession = {
    id: "s",
    workdir: "/work/repo",
    exec: (command) => Promise.resolve(void ran.push(command)).then(() => passed),
    writeFiles: () => Promise.resolve(),
    readFile: () => Promise.resolve(new Uint8Array(archive)),
    snapshot: () => Promise.resolve("snapshot"),
    restore: () => Promise.resolve(),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
  return { session, ran };
}

test("the project of a run's sandbox is set up in that sandbox, up to the goal", async () => {
  const folder = mkdtempSync(join(tmpdir(), "mneme-in-session-"));
  writeFileSync(join(folder, "package.json"), '{"scripts":{"build":"tsc"}}');
  const { session, ran } = sessionWith(folder);
  rmSync(folder, { recursive: true });
  const sandbox = new ScriptedSandbox();
  const engine = new EngineSetUp(({ run_id }) => ({
    sandbox,
    spec: { run_id, image: null, network: "registries", limits: DEFAULT_LIMITS },
    memory: NO_MEMORY,
    propose: null,
    keepProof: () => Promise.resolve(),
    onEvent: () => undefined,
    verify: true,
    python_indexes: [],
    checkCommand: () => Promise.resolve({ allowed: true, rule: null, reason: null }),
    parseLog: (text, { command, exitCode }) => parseLog(text, { command, exitCode }),
    redact: (text) => text,
  }));
  const scope = { installation: "1", repository: "octo/box", visibility: "private" } as const;
  const result = await engine.setUp("build", session, {
    run_id: "run-1",
    reader: { scope, share: "repository" },
    signal: new AbortController().signal,
  });
  expect(result).toMatchObject({ ok: true, summary: "build holds, at the first attempt." });
  expect(ran.filter((command) => command.startsWith("npm"))).toEqual(["npm install", "npm run build"]);
  expect(result.output).toContain("ok     npm install");
  expect(sandbox.opened).toEqual([]);
});
