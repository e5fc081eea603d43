import { PassThrough } from "node:stream";
import { describe, expect, test } from "@jest/globals";
import type Dockerode from "dockerode";
import { DockerSession } from "../../../../src/sandbox/docker/docker-session.js";
import { openEgress, type Egress } from "../../../../src/sandbox/docker/egress-container.js";
import { runExec } from "../../../../src/sandbox/docker/run-exec.js";
import type { WorkContainer } from "../../../../src/sandbox/docker/work-container.js";
import { DEFAULT_LIMITS } from "../../../../src/sandbox/sandbox.js";

const FULL = Object.assign(new Error("write /var/lib/docker/x: no space left on device"), {
  statusCode: 500,
});

/** A daemon that makes networks and containers, as far as it is said to. */
function daemon(can: { network: boolean; container: boolean }) {
  const left = new Set<string>();
  const make = async (name: string, works: boolean, delay: number) => {
    await new Promise((resume) => setTimeout(resume, delay));
    if (!works) throw FULL;
    left.add(name);
    return {
      id: name,
      remove: () => {
        left.delete(name);
        return Promise.resolve();
      },
    };
  };
  const docker = {
    getNetwork: () => ({ inspect: () => Promise.resolve({}) }),
    createNetwork: () => make("network", can.network, can.network ? 20 : 0),
    createContainer: () => make("container", can.container, can.container ? 20 : 0),
  };
  return { docker: docker as unknown as Dockerode, left };
}

describe("nothing stays behind", () => {
  test.each([
    { network: true, container: false },
    { network: false, container: true },
  ])("of a way out that could not be opened: %j", async (can) => {
    const { docker, left } = daemon(can);
    const request = {
      image: "i",
      name: "n",
      labels: {},
      allow: [],
      runtime: null,
      onRefusal: () => undefined,
    };
    await expect(openEgress(docker, request)).rejects.toThrow("the Docker host's disk is full");
    expect([...left]).toEqual([]);
  });

  test("of a session whose container cannot be removed: all else goes", async () => {
    let isClosed = false;
    const container = { [Symbol.asyncDispose]: () => Promise.reject(FULL) } as unknown as WorkContainer;
    const egress = {
      [Symbol.asyncDispose]: () => {
        isClosed = true;
        return Promise.resolve();
      },
    } as unknown as Egress;
    const spec = {
      image: "i",
      labels: {},
      limits: DEFAULT_LIMITS,
      network: "n",
      lifetime_seconds: 60,
      runtime: null,
    };
    const session = new DockerSession("s", {} as unknown as Dockerode, spec, container, egress);
    await expect(session[Symbol.asyncDispose]()).rejects.toMatchObject({ code: "unavailable" });
    expect(isClosed).toBe(true);
  });

  test("of a command whose output nobody can take: it is ended, and the reason told", async () => {
    const stream = new PassThrough();
    const exec = {
      start: () => Promise.resolve(stream),
      inspect: () => Promise.resolve({ Running: true, ExitCode: null }),
    };
    const container = { exec: () => Promise.resolve(exec) } as unknown as Dockerode.Container;
    let isKilled = false;
    const ran = runExec(
      container,
      {
        argv: ["tar"],
        user: "1",
        cwd: "/",
        env: {},
        timeout_ms: 10_000,
        max_output_bytes: 100,
        onBytes: () => {
          throw new Error("ENOSPC: no space left on device, write");
        },
      },
      () => {
        isKilled = true;
        return Promise.resolve();
      },
    );
    stream.write(Buffer.from([1, 0, 0, 0, 0, 0, 0, 1, 120]));
    await expect(ran).rejects.toThrow("no space left on device");
    expect(isKilled).toBe(true);
  });
});
