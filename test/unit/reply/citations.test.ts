import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { openActor } from "../../../src/acting/open-actor.js";
import { buildChain } from "../../../src/chain/build-chain.js";
import { MetaPlanner } from "../../../src/planning/meta-planner.js";
import type { Plan } from "../../../src/planning/plan.js";
import { nothingRecalled } from "../../../src/recall/recalled.js";
import { readProposal } from "../../../src/reply/read-proposal.js";
import { renderReply } from "../../../src/reply/render-reply.js";
import { resolve } from "../../../src/resolve.js";
import { parseThreadFile } from "../../../src/thread/read-thread-file.js";
import { makeActDeps } from "../../support/acting.js";
import { exampleMemory, exampleRun } from "../../support/example-run.js";
import { scriptRun, triggerOn } from "../../support/scripted-run.js";

/** A memory, a step, a comment, or the issue's own text. */
const SOURCE =
  /\((?:M\d|from (?:step|comment|issue text|\[)|issue text|comment \w|\w+'s comment|\[)|\b(?:comment \d|step \d|the report)/;
const CLAIMS = ["Likely cause", "Do this", "Conclusion", "Out of scope"];

/** What each section claims: the first paragraph of an answer, every entry of a list. */
function claimsOf(markdown: string): string[] {
  return markdown.split(/^(?=\*\*[A-Z][\w ]+\*\*$)/m).flatMap((section) => {
    const title = /^\*\*([A-Z][\w ]+)\*\*$/m.exec(section)?.[1] ?? "";
    const [, first = ""] = section.split("\n\n");
    if (CLAIMS.includes(title)) return [first];
    return title === "Understood" ? section.split("\n").filter((line) => line.startsWith("- ")) : [];
  });
}

const proposal = (changes: Partial<Plan>): Plan => {
  const { final } = exampleRun();
  if (final === null) throw new Error("the example proposes");
  return { ...final, cites: [], reasoning: "It is known.", ...changes } as Plan;
};
const claimOf = (final: Plan): string => claimsOf(renderReply(exampleRun({ final }))).at(-1) ?? "";

describe("a claim says what it rests on", () => {
  test("memories first", () => {
    expect(claimOf(proposal({ cites: ["M1"] }))).toBe("Install zlib's headers, then build again. (M1)");
  });

  test("else the steps and comments that its reasoning names", () => {
    const reasoning = "From step 2: the header is missing. From comment 123456: it is Debian.";
    expect(claimOf(proposal({ reasoning }))).toBe(
      "Install zlib's headers, then build again. (from step 2, [comment](https://github.com/example-org/app/issues/12#issuecomment-123456))",
    );
  });

  test("else where the failure was read", () => {
    expect(claimOf(proposal({}))).toBe("Install zlib's headers, then build again. (from issue text)");
    const facts = [
      { key: "error", value: "e", comment_id: "4567", author_role: "maintainer", confidence: 0.9 },
    ];
    expect(renderReply(exampleRun({ final: proposal({}), facts }))).toContain(
      "(from [maintainer's comment](https://github.com/example-org/app/issues/12#issuecomment-4567))",
    );
  });

  test("and what is read back from the reply is the proposal alone", () => {
    for (const changes of [{ cites: ["M1"] }, { reasoning: "From step 2: x." }, {}]) {
      const read = readProposal(renderReply(exampleRun({ final: proposal(changes) })));
      expect(read?.text).toBe("Install zlib's headers, then build again.");
    }
  });
});

test("one confidence is told for a memory, with whose word it is", () => {
  const reasons = [
    { signal: "fingerprint" as const, score: 1, text: "the same failure" },
    { signal: "confidence" as const, score: 0.55, text: "confidence 0.81 (maintainer)" },
  ];
  const recall = { ...exampleRun().recall, recalled: [exampleMemory({ reasons })] };
  const reply = renderReply(exampleRun({ recall }));
  const remembered = reply.slice(reply.indexOf("**Remembered**"), reply.indexOf("**Tried**"));
  expect(remembered.match(/confidence [\d.]+ \(\w+\)/g)).toEqual(["confidence 0.81 (maintainer)"]);
  expect(remembered).toContain("Applies because: the same failure\n");
});

const folder = new URL("../../fixtures/threads/", import.meta.url);

test.each(readdirSync(folder))("every claim of the reply to %s names its source", async (file) => {
  const thread = parseThreadFile(readFileSync(new URL(file, folder), "utf8"), file);
  const { deps } = await scriptRun({ thread, plans: [], observations: [] });
  const run = await resolve(
    triggerOn(thread),
    {
      ...deps,
      planner: new MetaPlanner(null),
      buildChain: (read, scope) => buildChain(read, { scope }),
      recall: { recall: () => Promise.resolve(nothingRecalled("thread", "memory is empty")) },
      openActor: (context) => openActor(makeActDeps(), context),
    },
    { signal: new AbortController().signal, lastTry: true },
  );
  const claims = claimsOf(run.reply?.markdown ?? "");
  if (run.ended !== "asked") expect(claims).not.toEqual([]);
  for (const claim of claims) expect(claim).toMatch(SOURCE);
});
