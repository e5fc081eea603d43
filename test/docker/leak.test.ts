import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { openActor } from "../../src/acting/open-actor.js";
import { buildChain } from "../../src/chain/build-chain.js";
import { parseLog } from "../../src/failures/parse-log.js";
import { MetaPlanner } from "../../src/planning/meta-planner.js";
import { PlaybookPlanner } from "../../src/planning/playbook/playbook-planner.js";
import { resolve } from "../../src/resolve.js";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../../src/sandbox/docker/docker-sandbox.js";
import { checkCommand } from "../../src/sandbox/policy/check-command.js";
import type { Sandbox, SandboxSession } from "../../src/sandbox/sandbox.js";
import { makeActDeps } from "../support/acting.js";
import { execResult } from "../support/exec-result.js";
import { describeWith } from "../support/require.js";
import { scriptRun, triggerOn } from "../support/scripted-run.js";
import { simpleThread } from "../support/simple-chain.js";

const docker = new DockerSandbox(DEFAULT_DOCKER_OPTIONS);
const PROJECT = ["Makefile", "ingest.c"].map((path) => ({
  path,
  content: readFileSync(new URL(`../fixtures/leak/${path}`, import.meta.url)),
}));

/** The real sandbox, without a network: where the source would be fetched, it is put. */
const sandbox: Sandbox = {
  kind: "docker",
  unavailableBecause: () => docker.unavailableBecause(),
  sweep: () => docker.sweep(),
  open: async (spec) => withSource(await docker.open(spec)),
};

function withSource(session: SandboxSession): SandboxSession {
  return {
    id: session.id,
    workdir: session.workdir,
    exec: async (command, options) => {
      if (!/\bgit .*\bclone\b/.test(command)) return await session.exec(command, options);
      await session.writeFiles(PROJECT);
      return execResult();
    },
    writeFiles: (files) => session.writeFiles(files),
    readFile: (path, most) => session.readFile(path, most),
    snapshot: () => session.snapshot(),
    restore: (snapshot) => session.restore(snapshot),
    [Symbol.asyncDispose]: () => session[Symbol.asyncDispose](),
  };
}

const thread = simpleThread({
  repo: "octo/ingest",
  title: "Memory usage grows slowly until the service is killed",
  body: "The resident memory climbs by some megabytes an hour and is never freed.\n\n```console\n$ make ingest\n$ ./ingest 400 slowly\n```\n\nDebian 12, x86_64.",
});

describeWith("docker", await docker.unavailableBecause(), "a leak in the sandbox", () => {
  test("process list, memory map, then valgrind, which names the place in the reply", async () => {
    const { deps } = await scriptRun({ thread, plans: [], observations: [] });
    const acting = makeActDeps({
      sandbox,
      checkCommand,
      parseLog: (text, command) => parseLog(text, command === null ? {} : { command, exitCode: 1 }),
    });
    const run = await resolve(
      { ...triggerOn(thread), permission: "write" },
      {
        ...deps,
        limits: { steps: 8, wall_ms: 600_000, tokens: 0, usd: 0 },
        buildChain: (read, scope) => buildChain(read, { scope }),
        planner: new MetaPlanner(null, new PlaybookPlanner(), checkCommand),
        openActor: async (context) => await openActor(acting, context),
      },
      { signal: new AbortController().signal, lastTry: true },
    );
    const done = run.steps.map(({ plan }) =>
      plan.action === "run_command" ? plan.parameters.purpose : plan.action,
    );
    expect(done).toEqual([
      "clone_repository",
      "build it as the reporter did",
      "list the process with its memory, five times",
      "map the memory of the process",
      "run it under a leak checker",
      "propose_fix",
    ]);
    expect(run.steps[4]?.observation.output).toContain("definitely lost");
    expect(run.episodes).toHaveLength(6);
    expect(run.reply?.markdown).toContain("copy_line allocates at ingest.c:15 is never freed");
  }, 180_000);
});
