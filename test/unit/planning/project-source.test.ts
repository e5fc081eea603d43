import { expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import { MetaPlanner } from "../../../src/planning/meta-planner.js";
import { PlaybookPlanner } from "../../../src/planning/playbook/playbook-planner.js";
import type { Situation } from "../../../src/planning/planner.js";
import { sourceOf } from "../../../src/planning/project-source.js";
import { simpleThread } from "../../support/simple-chain.js";
import { makeChain, makeFailure, makeSituation, makeTrigger, SCOPE } from "../../support/situations.js";

function reported(body: string, repo = "octo/ingest", changes: Partial<Situation> = {}): Situation {
  const chain = buildChain(simpleThread({ repo, title: "It stops", body }), { scope: SCOPE });
  return makeSituation({ chain, trigger: makeTrigger({ repo }), can_run: true, ...changes });
}

test.each([
  ["I run ingest 1.2.3 on Debian 12.", "octo/ingest", "1.2.3"],
  ["### Version\n\nv2.0.1\n\n### What happens\n\nIt stops.", "octo/ingest", "2.0.1"],
  ["It worked with ingest 1.2.2.", "octo/ingest", null],
  ["I use node 20.11.0 here.", "octo/ingest", null],
  ["It stops on node 22.3.0.", "nodejs/node", "22.3.0"],
  ["It stops.", "octo/ingest", null],
  ["I run ingest 1.2.3, built from commit 4f2a9c1b.", "octo/ingest", "4f2a9c1b"],
  [
    "Git commit: `4f2a9c1be07d5368aa10c7e2f9b4d6318e5c7a90`",
    "octo/ingest",
    "4f2a9c1be07d5368aa10c7e2f9b4d6318e5c7a90",
  ],
  ["It was broken by commit 4f2a9c1b, I run ingest 1.2.3.", "octo/ingest", "1.2.3"],
])("%j in %s is fetched at %s", (body, repo, ref) => {
  expect(sourceOf(reported(body, repo))).toEqual({ url: `https://github.com/${repo}.git`, ref });
});

test("a text that is no name of a tag is not looked for", () => {
  const environment = makeChain().environment;
  const fact = { value: "1.2*; id", confidence: 0.9 };
  const source = { kind: "thread", comment_id: null, author_role: "reporter" } as const;
  const chain = makeChain({ environment: { ...environment, software: { ingest: { ...fact, source } } } });
  expect(sourceOf(makeSituation({ chain })).ref).toBeNull();
});

test("both the set-up route and the playbook fetch the version that the reporter runs", async () => {
  const situation = reported("I run ingest 1.2.3 on Debian 12.");
  const setUp = await new MetaPlanner(null).plan({
    ...situation,
    trigger: makeTrigger({ command: "setup" }),
  });
  expect(setUp.plan).toMatchObject({ action: "clone_repository", parameters: { ref: "1.2.3" } });
  const failing = { ...situation.chain, failures: [makeFailure({ raw_command: "make all" })] };
  const played = await new PlaybookPlanner().plan({ ...situation, chain: failing });
  expect(played.plan).toMatchObject({ action: "clone_repository", parameters: { ref: "1.2.3" } });
});

test("source comes from the host that shows the issue, where that is a forge", () => {
  const from = (url: string): string =>
    sourceOf(makeSituation({ chain: makeChain({ url }), trigger: makeTrigger({ repo: "octo/ingest" }) })).url;
  expect(from("https://git.example.com/octo/ingest/issues/7")).toBe(
    "https://git.example.com/octo/ingest.git",
  );
  expect(from("https://bugs.example.org/show?id=7")).toBe("https://github.com/octo/ingest.git");
  expect(from("http://git.example.com/octo/ingest/issues/7")).toBe("https://github.com/octo/ingest.git");
});
