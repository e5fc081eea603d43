import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { DEFAULT_DOCKER_OPTIONS, DockerSandbox } from "../../src/sandbox/docker/docker-sandbox.js";
import type { DockerSession } from "../../src/sandbox/docker/docker-session.js";
import { DEFAULT_LIMITS } from "../../src/sandbox/sandbox.js";
import { describeWith } from "../support/require.js";

const refused: string[] = [];
const sandbox = new DockerSandbox({
  ...DEFAULT_DOCKER_OPTIONS,
  onRefusal: ({ target }) => refused.push(target),
});
const INSTALL = { timeout_ms: 180_000 };

describeWith("docker", await sandbox.unavailableBecause(), "installs through the egress proxy", () => {
  let session: DockerSession;

  beforeAll(async () => {
    session = await sandbox.open({
      run_id: "egress-test",
      image: null,
      network: "registries",
      limits: DEFAULT_LIMITS,
    });
  }, 60_000);

  afterAll(async () => {
    await session[Symbol.asyncDispose]();
  }, 60_000);

  async function mustPass(command: string): Promise<void> {
    const result = await session.exec(command, INSTALL);
    expect({
      exit_code: result.exit_code,
      output: result.exit_code === 0 ? "" : result.output.slice(-1_500),
    }).toEqual({
      exit_code: 0,
      output: "",
    });
  }

  test(
    "pip",
    () => mustPass("python3 -m venv v && v/bin/pip install -q idna==3.10 && v/bin/python -c 'import idna'"),
    200_000,
  );
  test("uv", () => mustPass("uv venv -q u && VIRTUAL_ENV=$PWD/u uv pip install -q idna==3.10"), 200_000);
  test(
    "npm",
    () =>
      mustPass(
        "mkdir n && cd n && npm init -y >/dev/null && npm install is-number@7.0.0 && node -e 'require(\"is-number\")'",
      ),
    200_000,
  );
  test(
    "yarn",
    () => mustPass("mkdir y && cd y && echo '{}' > package.json && yarn add is-number@7.0.0"),
    200_000,
  );
  test(
    "pnpm",
    () => mustPass("mkdir p && cd p && echo '{}' > package.json && pnpm add is-number@7.0.0"),
    200_000,
  );
  test("cargo", () => mustPass("cargo init -q c && cd c && cargo add -q itoa@1 && cargo fetch"), 200_000);
  test(
    "go",
    () => mustPass("mkdir g && cd g && go mod init x && go get github.com/google/uuid@v1.6.0"),
    200_000,
  );
  test("maven", async () => {
    await session.writeFiles([{ path: "m/pom.xml", content: POM }]);
    await mustPass("cd m && mvn -B -q dependency:resolve");
  }, 400_000);
  test("apt, in a container of its own, with the files of the run kept", async () => {
    expect((await session.exec("test -e /usr/bin/sl || test -e /usr/games/sl")).exit_code).toBe(1);
    await session.exec("echo mine > kept.txt");
    await mustPass("sudo apt-get update && sudo apt-get install -y sl");
    await mustPass('test -e /usr/games/sl && test "$(cat kept.txt)" = mine && test -d v');
  }, 200_000);

  test("everything else is refused and named", async () => {
    const result = await session.exec(
      "curl -sS -m 10 https://elsewhere.example/; curl -sS -m 10 -o /dev/null -w '%{http_code}' http://elsewhere.example/",
    );
    expect(result.output).toContain("403");
    expect(refused).toEqual(expect.arrayContaining(["elsewhere.example:443", "elsewhere.example:80"]));
    expect(session.refusals).toEqual(
      expect.arrayContaining([{ target: "elsewhere.example:443", reason: "not on the list" }]),
    );
  });
});

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>x</groupId><artifactId>x</artifactId><version>1</version>
<dependencies><dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version></dependency></dependencies>
</project>`;
