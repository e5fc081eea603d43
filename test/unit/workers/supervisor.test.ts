import { type ChildProcess, spawn } from "node:child_process";
import { afterEach, expect, test } from "@jest/globals";
import { WorkerSupervisor } from "../../../src/workers/supervisor.js";
import { keepLog } from "../../support/kept-log.js";
import { until } from "../../support/server-process.js";

const READY = 'process.send({ kind: "ready" });';
const OBEYS = 'process.on("message", (m) => { if (m.kind === "stop") process.exit(0); });';
const ENDS_WITH_PARENT = 'process.on("disconnect", () => process.exit(0));';

const started: WorkerSupervisor[] = [];

afterEach(async () => {
  await Promise.all(started.splice(0).map((supervisor) => supervisor.stop(0)));
});

interface Supervised {
  supervisor: WorkerSupervisor;
  children: ChildProcess[];
  lines: string[];
  misuse: number;
}

/** Real processes, each running the next of the scripts, the last one from then on. */
function supervise(scripts: readonly string[], count = 1): Supervised {
  const children: ChildProcess[] = [];
  const { log, lines } = keepLog();
  const start = (): ChildProcess => {
    const script = scripts[Math.min(children.length, scripts.length - 1)] ?? "";
    const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "ignore", "ignore", "ipc"] });
    children.push(child);
    return child;
  };
  const supervised = { children, lines, misuse: 0 };
  const onMisuse = (): void => void (supervised.misuse += 1);
  const supervisor = new WorkerSupervisor({ start, count, log, misuseExit: 2, onMisuse });
  started.push(supervisor);
  supervisor.start();
  return Object.assign(supervised, { supervisor });
}

test("a worker that dies is started again, and until then the server says what is wrong", async () => {
  const good = `${READY}${OBEYS}${ENDS_WITH_PARENT}`;
  const { supervisor, children } = supervise([good], 2);
  expect(supervisor.problems()).toEqual(["2 of 2 workers down"]);
  await until(() => supervisor.problems().length === 0);
  children[0]?.kill("SIGKILL");
  await until(() => supervisor.problems().length === 1);
  expect(supervisor.problems()).toEqual(["1 of 2 workers down"]);
  await until(() => supervisor.problems().length === 0);
  expect(children).toHaveLength(3);
});

test("a worker that dies again and again is started with growing pauses, each in the log", async () => {
  const { children, lines } = supervise(["process.exit(1)"]);
  await until(() => children.length === 3);
  const pauses = lines.flatMap((line) => /"pauseMs":(\d+)/.exec(line)?.[1] ?? []).map(Number);
  expect(pauses.slice(0, 2)).toEqual([250, 500]);
});

test("a worker that refuses its configuration is not started again", async () => {
  const supervised = supervise(["process.exit(2)"]);
  await until(() => supervised.misuse === 1);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(supervised.children).toHaveLength(1);
});

test("stopping waits for workers that obey, and ends those that do not", async () => {
  const { supervisor, children } = supervise(
    [`${READY}${OBEYS}`, `${READY} setInterval(() => undefined, 1000)`],
    2,
  );
  await until(() => supervisor.problems().length === 0);
  await supervisor.stop(50);
  expect(children.map(({ exitCode }) => exitCode)).toContain(0);
  expect(children.map(({ signalCode }) => signalCode)).toContain("SIGKILL");
});

test("stopping while a worker waits to be started again starts none", async () => {
  const { supervisor, children } = supervise(["process.exit(1)"]);
  await until(() => children[0]?.exitCode === 1);
  await supervisor.stop(0);
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(children).toHaveLength(1);
});
