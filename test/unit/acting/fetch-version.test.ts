import { describe, expect, test } from "@jest/globals";
import { openActor } from "../../../src/acting/open-actor.js";
import { chooseRef } from "../../../src/acting/choose-ref.js";
import { cloneHostsOf, webUrlOf } from "../../../src/config/web-url.js";
import type { Observation } from "../../../src/planning/observation.js";
import type { PlanOf } from "../../../src/planning/plan.js";
import { makeActContext, makeActDeps } from "../../support/acting.js";
import { ScriptedSandbox, type ScriptedExec } from "../../support/scripted-sandbox.js";

function cloneAt(ref: string): PlanOf<"clone_repository"> {
  const parameters = { url: "https://github.com/octo/ingest.git", ref };
  return { action: "clone_repository", parameters, reasoning: "because", cites: [], confidence: 0.5 };
}

async function fetchAt(
  ref: string,
  script: ScriptedExec[],
): Promise<{ observation: Observation; executed: string[] }> {
  const sandbox = new ScriptedSandbox(script);
  await using actor = await openActor(makeActDeps({ sandbox }), makeActContext());
  const observation = await actor.act(cloneAt(ref), new AbortController().signal);
  expect(sandbox.unused).toBe(0);
  return { observation, executed: sandbox.executed };
}

const refs = (...names: string[]): string =>
  names.map((name) => `${"a".repeat(40)}\trefs/${name}\n`).join("");

describe("the version that is named", () => {
  test("is fetched by the tag that the repository has for it", async () => {
    const { observation, executed } = await fetchAt("1.2.3", [
      { command: "ls-remote", output: refs("tags/v11.2.3", "tags/v1.2.3", "heads/other-1.2.3") },
      { command: /clone .*--depth 1 .*--branch v1\.2\.3 -- https:\/\/github\.com\/octo\/ingest\.git \./ },
    ]);
    expect(observation).toMatchObject({ ok: true, summary: "exit 0 (v1.2.3)" });
    expect(executed[0]).toMatch(/protocol\.allow=never .*ls-remote .*--refs .*'\*1\.2\.3'/);
  });

  test.each([
    ["no such tag", { output: refs("tags/v1.2.4") }],
    ["a list that cannot be had", { exit_code: 128, output: "fatal: could not read" }],
  ])("with %s the default branch is fetched, and that is said", async (_, listed) => {
    const { observation, executed } = await fetchAt("1.2.3", [
      { command: "ls-remote", ...listed },
      { command: "clone" },
    ]);
    expect(executed[1]).not.toContain("--branch");
    expect(observation.summary).toBe("exit 0 (the default branch: no tag or branch of 1.2.3 was found)");
  });
});

test("a scoped tag is fetched, and a company's own host at its port, no other port", async () => {
  const sandbox = new ScriptedSandbox([
    { command: "ls-remote", output: refs("tags/@octo/ingest@1.2.3") },
    { command: "--branch @octo/ingest@1.2.3 -- https://git.example.com:8443/octo/ingest.git ." },
  ]);
  const deps = makeActDeps({ sandbox, cloneHosts: ["github.com", "git.example.com:8443"] });
  await using actor = await openActor(deps, makeActContext());
  const from = async (url: string): Promise<string> => {
    const plan = { ...cloneAt("1.2.3"), parameters: { url, ref: "1.2.3" } };
    return (await actor.act(plan, new AbortController().signal)).summary;
  };
  expect(await from("https://git.example.com:8443/octo/ingest.git")).toBe("exit 0 (@octo/ingest@1.2.3)");
  expect(await from("https://git.example.com/octo/ingest.git")).toContain("not among the hosts");
  expect(await from("https://github.com:8443/octo/ingest.git")).toContain("not among the hosts");
  expect(sandbox.unused).toBe(0);
});

describe("a commit that is named", () => {
  const sha = "4f2a9c1be07d5368aa10c7e2f9b4d6318e5c7a90";

  test("is fetched alone by its whole hash", async () => {
    const { observation, executed } = await fetchAt(sha, [
      { command: "ls-remote", output: "" },
      { command: `fetch --quiet --depth 1 --no-tags -- https://github.com/octo/ingest.git ${sha}` },
    ]);
    expect(executed[1]).toContain("protocol.allow=never");
    expect(observation).toMatchObject({ ok: true, summary: `exit 0 (${sha})` });
  });

  test("is found by the beginning of its hash among the commits, without their files", async () => {
    const { observation } = await fetchAt("4f2a9c1", [
      { command: "ls-remote", output: "" },
      { command: /--filter=tree:0 --no-checkout .* checkout --quiet --detach 4f2a9c1\)/ },
    ]);
    expect(observation.summary).toBe("exit 0 (4f2a9c1)");
  });

  test("that is not there gives way to the default branch, and that is said", async () => {
    const { observation } = await fetchAt(sha, [
      { command: "ls-remote", output: "" },
      { command: "fetch", exit_code: 128, output: "fatal: remote error: upload-pack: not our ref" },
      { command: "rm -rf ./.git" },
      { command: "clone --quiet --depth 1" },
    ]);
    expect(observation.summary).toBe(
      `exit 0 (the default branch: no tag, branch or commit of ${sha} was found)`,
    );
  });
});

test.each([
  ["https://api.github.com", "https://github.com", ["github.com"]],
  ["https://git.example.com/api/v3", "https://git.example.com", ["github.com", "git.example.com"]],
  ["https://api.octo.ghe.com", "https://octo.ghe.com", ["github.com", "octo.ghe.com"]],
  [
    "https://git.example.com:8443/api/v3",
    "https://git.example.com:8443",
    ["github.com", "git.example.com:8443"],
  ],
  ["http://127.0.0.1:4010", "http://127.0.0.1:4010", ["github.com"]],
])("behind the API at %s stands %s; source comes from %j", (api, web, hosts) => {
  expect(webUrlOf(api)).toBe(web);
  expect(cloneHostsOf(api)).toEqual(hosts);
});

test.each([
  ["1.2.3", ["v1.2.3", "1.2.3"], "1.2.3"],
  ["v1.2.3", ["1.2.3"], "1.2.3"],
  ["1.2.3", ["ingest-1.2.3", "exporter-1.2.3"], "ingest-1.2.3"],
  ["1.2.3", ["ingest@1.2.3"], "ingest@1.2.3"],
  ["1.2.3", ["@octo/ingest@1.2.3", "@octo/exporter@1.2.3"], "@octo/ingest@1.2.3"],
  ["@octo/exporter@1.2.3", ["@octo/ingest@1.2.3", "@octo/exporter@1.2.3"], "@octo/exporter@1.2.3"],
  ["@octo/ingest@1.2.3", ["v1.2.3"], "v1.2.3"],
  ["1.2.3", ["@octo/exporter@1.2.3"], null],
  ["8.4.0", ["ingest-8_4_0", "ingest-18_4_0"], "ingest-8_4_0"],
  ["2.0", ["release/2.0", "2.0.1"], "release/2.0"],
  ["2.0.0", ["v2.0.0-rc1"], null],
  ["1.2.3", ["other-1.2.3", "11.2.3", "0.1.2.3"], null],
  ["release-1.2.3", ["v1.2.3"], "v1.2.3"],
  ["ingest@1.2.3", ["ingest-1.2.3"], "ingest-1.2.3"],
  ["ingest-1.2.3", ["1.2.3", "exporter-1.2.3"], "1.2.3"],
  ["v1.2.3", ["ingest-release-1.2.3"], "ingest-release-1.2.3"],
  ["exporter-1.2.3", ["v1.2.3"], null],
  ["develop", ["develop", "feature/develop"], "develop"],
])("%s among %j is %s", (wanted, names, chosen) => {
  expect(chooseRef(wanted, "ingest", names)).toBe(chosen);
});
