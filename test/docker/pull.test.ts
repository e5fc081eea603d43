import { spawn, type ChildProcess, execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import Dockerode from "dockerode";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../../src/sandbox/docker/docker-sandbox.js";
import { Images } from "../../src/sandbox/docker/images.js";
import { isPullable, pullImage, type PullProgress } from "../../src/sandbox/docker/pull-image.js";
import { describeWith } from "../support/require.js";

function has(program: string): boolean {
  try {
    execFileSync("which", [program], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

test("a name that says where it comes from is fetched, any other is built", () => {
  expect(["localhost:5000/a", "registry.example/a/b:1", "localhost/a"].filter(isPullable)).toHaveLength(3);
  expect(["mneme-sandbox", "mneme-sandbox:2", "team/sandbox"].filter(isPullable)).toEqual([]);
});

const noDaemon = await new DockerSandbox(DEFAULT_DOCKER_OPTIONS).unavailableBecause();
const missing =
  noDaemon ??
  (has("docker-registry") ? null : "docker-registry is not installed (apt-get install docker-registry)");

describeWith("docker", missing, "pulling an image", () => {
  const folder = mkdtempSync(join(tmpdir(), "mneme-registry-"));
  const docker = new Dockerode();
  let registry: ChildProcess;
  let name = "";

  beforeAll(async () => {
    const port = await freePort();
    writeFileSync(
      join(folder, "config.yml"),
      `version: 0.1\nstorage:\n  filesystem:\n    rootdirectory: ${folder}/data\nhttp:\n  addr: 127.0.0.1:${port}\n`,
    );
    registry = spawn("docker-registry", ["serve", join(folder, "config.yml")], { stdio: "ignore" });
    for (let tries = 0; tries < 100; tries += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}/v2/`).catch(() => null);
      if (answer?.ok === true) break;
      await new Promise((resume) => setTimeout(resume, 100));
    }
    name = `127.0.0.1:${port}/mneme/pull-test:1`;
    writeFileSync(join(folder, "layer.bin"), Buffer.alloc(3_000_000, "mneme "));
    execFileSync("/bin/bash", ["-c", `tar -C ${folder} -c layer.bin | docker import - ${name}`]);
    execFileSync("docker", ["push", "--quiet", name], { stdio: "ignore" });
    execFileSync("docker", ["rmi", name], { stdio: "ignore" });
  }, 120_000);

  afterAll(async () => {
    await docker
      .getImage(name)
      .remove()
      .catch(() => undefined);
    registry.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  test("it comes with progress, once for all who want it, and is there then", async () => {
    const seen: PullProgress[] = [];
    const images = new Images(docker, "build it", (progress) => seen.push(progress));
    const [one, two] = await Promise.all([images.ensure(name), images.ensure(name)]);
    expect(one).toMatch(/^sha256:/);
    expect(two).toBe(one);
    expect(seen.at(-1)).toMatchObject({ image: name, done: 1, layers: 1 });
    const before = seen.length;
    await images.ensure(name);
    expect(seen).toHaveLength(before);
  }, 60_000);

  test("a tag that is not there, and a registry that does not answer, are said", async () => {
    await expect(pullImage(docker, name.replace(/:1$/, ":2"), () => undefined)).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/Pulling the image .*pull-test:2: .*Is the name right/) as unknown,
    });
    const nobody = `127.0.0.1:${await freePort()}/a:1`;
    await expect(pullImage(docker, nobody, () => undefined)).rejects.toMatchObject({ code: "unavailable" });
    const sandbox = new DockerSandbox({ ...DEFAULT_DOCKER_OPTIONS, image: nobody });
    const spec = { run_id: "pull-test", image: null, network: "none" } as never;
    await expect(sandbox.open(spec)).rejects.toMatchObject({ code: "unavailable" });
  }, 60_000);
});
