import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { networkInterfaces, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { parseLog } from "../../src/failures/parse-log.js";
import { abstract } from "../../src/memory/abstraction.js";
import { Indexer } from "../../src/memory/index/catch-up.js";
import { SqliteRecallIndex } from "../../src/memory/index/sqlite/sqlite-recall-index.js";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { createRecall } from "../../src/recall/create-recall.js";
import { toIndexEntry } from "../../src/recall/index-entry.js";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../../src/sandbox/docker/docker-sandbox.js";
import { checkCommand } from "../../src/sandbox/policy/check-command.js";
import type { Proof } from "../../src/sandbox/proof.js";
import { DEFAULT_LIMITS } from "../../src/sandbox/sandbox.js";
import { setUpProject } from "../../src/setup/engine.js";
import { NO_MEMORY, type SetupMemory } from "../../src/setup/memory/setup-memory.js";
import { openSetupMemory } from "../../src/setup/open-setup-memory.js";
import { ProjectFiles } from "../../src/setup/project-files.js";
import { DEFAULT_BUDGET, type Goal, type SetupReport } from "../../src/setup/setup.js";
import { describeWith } from "../support/require.js";

/** A package in a version that no public index has, as a wheel that the test makes itself. */
const WHEEL = `
import sys, zipfile
name, version, target = sys.argv[1:4]
info = f"{name}-{version}.dist-info"
with zipfile.ZipFile(f"{target}/{name}-{version}-py3-none-any.whl", "w") as wheel:
    wheel.writestr(f"{name}/__init__.py", f"__version__ = {version!r}\\n")
    wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\\nName: {name}\\nVersion: {version}\\n")
    wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr(f"{info}/RECORD", "")
`;

const folder = mkdtempSync(join(tmpdir(), "mneme-setup-"));
const index: Server = createServer();
const address =
  Object.entries(networkInterfaces())
    .filter(([name]) => name !== "lo")
    .flatMap(([, list]) => list ?? [])
    .find(({ family }) => family === "IPv4")?.address ?? "127.0.0.1";

const available = await new DockerSandbox(DEFAULT_DOCKER_OPTIONS).unavailableBecause();

describeWith("docker", available, "set-up engine", () => {
  let indexFlag = "";
  let sandbox: DockerSandbox;
  const proofs: Proof[] = [];

  beforeAll(async () => {
    const wheels = join(folder, "wheels");
    mkdirSync(wheels);
    for (const [name, version] of [
      ["idna", "99.0"],
      ["zipp", "98.1"],
    ] as const)
      execFileSync("python3", ["-c", WHEEL, name, version, wheels]);
    const { readFileSync, readdirSync } = await import("node:fs");
    index.on("request", (request, response) => {
      const file = (request.url ?? "/").slice(1);
      if (file === "")
        response.setHeader("content-type", "text/html").end(
          readdirSync(wheels)
            .map((name) => `<a href="${name}">${name}</a>`)
            .join(""),
        );
      else response.end(readFileSync(join(wheels, file)));
    });
    index.listen(0, "0.0.0.0");
    await once(index, "listening");
    const bound = index.address();
    const port = typeof bound === "object" && bound !== null ? bound.port : 0;
    indexFlag = `--find-links http://${address}:${port}/ --trusted-host ${address}`;
    sandbox = new DockerSandbox({ ...DEFAULT_DOCKER_OPTIONS, allow_hosts: [`${address}:${port}`] });
  }, 60_000);

  afterAll(() => {
    index.closeAllConnections();
    index.close();
    rmSync(folder, { recursive: true, force: true });
  });

  async function setUp(
    name: string,
    files: Record<string, string>,
    memory: SetupMemory,
    options: { goal?: Goal; indexes?: string[] } = {},
  ): Promise<SetupReport> {
    const root = join(folder, name);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    return await setUpProject(
      {
        files: await ProjectFiles.open(root, name, 1e9),
        goal: options.goal ?? "install",
        budget: DEFAULT_BUDGET,
      },
      {
        sandbox,
        spec: { run_id: `setup-test-${name}`, image: null, network: "registries", limits: DEFAULT_LIMITS },
        memory,
        propose: null,
        keepProof: (proof) => Promise.resolve(void proofs.push(proof)),
        onEvent: () => undefined,
        verify: true,
        checkCommand,
        parseLog: (text, { command, exitCode }) => parseLog(text, { command, exitCode }),
        redact: (text) => text,
        python_indexes: options.indexes ?? [],
      },
    );
  }

  test("a version that only another index has: found, verified, remembered, and foreseen in the next project", async () => {
    const log = await openEpisodeLog(":memory:");
    const recallIndex = SqliteRecallIndex.open(":memory:");
    const indexer = new Indexer({
      index: recallIndex,
      log,
      embedder: null,
      toEntry: (episode) => toIndexEntry(episode, abstract),
    });
    const recall = createRecall({ index: recallIndex, log, embedder: null, now: Date.now, abstract });
    const parts = {
      log,
      recall,
      redact: (text: string) => text,
      catchUp: async () => {
        await indexer.catchUp();
      },
    };

    const first = await setUp(
      "first",
      { "requirements.txt": "idna==99.0\n" },
      openSetupMemory(parts, "first"),
      { indexes: [indexFlag] },
    );
    expect(first).toMatchObject({ ok: true, first_attempt: false, ecosystems: ["pip"] });
    const [failed] = first.failures;
    expect(failed?.failure).toMatchObject({ error_type: "VERSION_NOT_FOUND", stage: "dependencies" });
    expect(failed?.failure.key_entities).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: "package", value: "idna" })]),
    );
    expect(JSON.stringify(failed?.failure.key_entities)).toContain("99.0");
    expect(failed?.tried).toMatchObject([
      { helped: true, verification: "verified", way: { pit: "other-index" } },
    ]);
    expect(proofs.at(-1)?.steps.map(({ phase, exit_code }) => `${phase} ${exit_code}`)).toEqual([
      "setup 0",
      "before 1",
      "after 0",
    ]);

    const second = await setUp(
      "second",
      { "service/app/requirements.txt": "zipp==3.19.2\nidna==99.0  # pinned\n" },
      openSetupMemory(parts, "second"),
      { indexes: [indexFlag] },
    );
    expect(second).toMatchObject({ ok: true, first_attempt: true, failures: [] });
    expect(second.reused).toBeGreaterThan(0);
    expect(second.commands.map(({ command }) => command)).toContain(
      `.venv/bin/pip install -r requirements.txt ${indexFlag}`,
    );

    const other = await setUp(
      "other-package",
      { "requirements.txt": "zipp==98.1\n" },
      openSetupMemory(parts, "other-package"),
      { indexes: [indexFlag] },
    );
    expect(other).toMatchObject({ ok: true, first_attempt: false });
    expect(other.failures[0]?.tried[0]).toMatchObject({
      helped: true,
      verification: "verified",
      way: { source: "memory", slots: { package: "zipp" } },
    });

    const novice = await setUp("novice", { "requirements.txt": "idna==99.0\n" }, NO_MEMORY, {
      indexes: [indexFlag],
    });
    expect(novice.first_attempt).toBe(false);
    await recallIndex.close();
    await log.close();
  }, 400_000);

  test("a header that the system lacks is looked up and installed", async () => {
    const report = await setUp(
      "header",
      {
        "main.c": "#include <sqlite3.h>\nint main(void) { return sqlite3_libversion_number() == 0; }\n",
        Makefile: "main: main.c\n\tcc -o main main.c -lsqlite3\ntest: main\n\t./main\n",
      },
      NO_MEMORY,
      { goal: "test" },
    );
    expect(report).toMatchObject({ ok: true, ended: "goal" });
    expect(report.script).toContain("apt-get install -y libsqlite3-dev");
    expect(report.dockerfile).toContain("libsqlite3-dev");
  }, 200_000);

  test("a lock file out of step, tests that lack a module, and a README that destroys", async () => {
    const lock = {
      name: "x",
      version: "1.0.0",
      lockfileVersion: 3,
      requires: true,
      packages: { "": { name: "x", version: "1.0.0", dependencies: { "is-number": "^6.0.0" } } },
    };
    const report = await setUp(
      "lock",
      {
        "package.json": JSON.stringify({
          name: "x",
          version: "1.0.0",
          dependencies: { "is-number": "^7.0.0" },
          scripts: { test: "node test.js" },
        }),
        "package-lock.json": JSON.stringify(lock),
        "test.js": 'require("is-odd"); require("is-number");',
        "README.md": "# x\n\n```sh\nrm -rf / --no-preserve-root\nnpm ci\n```\n",
      },
      NO_MEMORY,
      { goal: "test" },
    );
    expect(report).toMatchObject({ ok: true });
    expect(
      report.failures.flatMap(({ tried }) => tried.filter(({ helped }) => helped).map(({ way }) => way.pit)),
    ).toEqual(["lock-out-of-step", "missing-module"]);
    expect(report.notices.join("\n")).toContain("destructive/remove-system-path");
    expect(report.commands.map(({ command }) => command).join("\n")).not.toContain("rm -rf /");
  }, 200_000);

  test("nothing to set up, a manifest that does not parse, a repository that is too large", async () => {
    expect(await setUp("empty", { "notes.txt": "hello" }, NO_MEMORY)).toMatchObject({
      ok: false,
      ended: "nothing_to_do",
      commands: [],
    });
    const broken = await setUp("broken", { "package.json": "{ not json" }, NO_MEMORY);
    expect(broken).toMatchObject({ ok: false, ended: "no_way_left" });
    expect(broken.summary).toMatch(/install does not hold/);
    await expect(ProjectFiles.open(join(folder, "broken"), "broken", 3)).rejects.toMatchObject({
      code: "limit_reached",
    });
    await expect(ProjectFiles.open(join(folder, "nowhere"), "nowhere", 3)).rejects.toMatchObject({
      code: "bad_input",
    });
  }, 300_000);
});
