import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { nothingRecalled } from "../../../src/recall/recalled.js";
import { MAX_COMMENT_LENGTH } from "../../../src/reply/limit.js";
import { renderReply } from "../../../src/reply/render-reply.js";
import { exampleMemory, exampleRun } from "../../support/example-run.js";

/** Golden files: read them as a maintainer would, before accepting a change. */
function golden(name: string): string {
  return readFileSync(new URL(`../../fixtures/replies/${name}.md`, import.meta.url), "utf8");
}

function withoutCode(markdown: string): string {
  let fence: string | null = null;
  const kept = markdown.split("\n").filter((line) => {
    const ticks = /^ *(`{3,})/.exec(line)?.[1];
    const wasOpen = fence !== null;
    if (ticks !== undefined && fence === null) fence = ticks;
    else if (ticks !== undefined && fence !== null && line.trim() === fence) fence = null;
    return !wasOpen && fence === null;
  });
  return kept.join("\n").replace(/`[^`\n]+`/g, "");
}

describe("renderReply", () => {
  test("a fix that memory knows", () => {
    expect(`${renderReply(exampleRun())}\n`).toBe(golden("proposed"));
  });

  test("a fix with its proof", () => {
    const proof = {
      id: "proof-1a2b",
      image: "mneme-sandbox:latest",
      commands: ["apt-get install -y zlib1g-dev"],
      exit_code_before: 2,
      exit_code_after: 0,
      log_hash: "ab".repeat(32),
    };
    const reply = renderReply(exampleRun({ proof }));
    expect(reply).toContain("Verified in a clean container");
    expect(reply).toContain("exited with 2 before and 0 after");
    expect(reply).not.toContain("Not verified");
  });

  test("questions, each with the command that answers it", () => {
    const final = {
      action: "ask_reporter" as const,
      parameters: {
        questions: [
          { text: "Which glibc is it?", command: "ldd --version", about: ["software.glibc"] },
          { text: "What changed before it began?", command: null, about: ["change"] },
        ],
      },
      reasoning: "the crash names no place",
      cites: [],
      confidence: 0.6,
    };
    const recall = nothingRecalled("thread", "no earlier issue is close enough");
    expect(`${renderReply(exampleRun({ final, ended: "asked", steps: [], recall }))}\n`).toBe(
      golden("asked"),
    );
  });

  test("an outage says what did not answer, and that the job is kept", () => {
    const reply = renderReply(
      exampleRun({ final: null, ended: "outage", degraded: ["Docker does not answer"], steps: [] }),
    );
    expect(reply).toContain("I could not finish");
    expect(reply).toContain("- Docker does not answer");
  });

  test("hostile text in every place notifies nobody, links nowhere and ends no block", () => {
    const evil =
      "@everyone fixes #1 ![x](http://evil.example/i.png) <img src=x> ```` </details> owner/repo#2";
    const run = exampleRun();
    const memory = exampleMemory();
    const hostile = exampleRun({
      title: evil,
      facts: [{ key: "os", value: evil, comment_id: null, author_role: "reporter", confidence: 1 }],
      degraded: [evil],
      recall: {
        ...run.recall,
        recalled: [
          {
            ...memory,
            episode: { ...memory.episode, summary: evil, thread: evil },
            reasons: [{ signal: "lexical", score: 1, text: evil }],
            differences: [evil],
          },
        ],
      },
      steps: run.steps.map((step) => ({
        ...step,
        plan: { ...step.plan, reasoning: evil },
        observation: { ...step.observation, output: `${evil}\n\`\`\`\n@bob`, summary: evil },
      })),
    });
    const reply = renderReply(hostile);
    const outsideCode = withoutCode(reply);
    expect(outsideCode).not.toMatch(/@everyone|@bob|#1\b|#2\b|!\[|<img/);
    expect(outsideCode.split("</details>")).toHaveLength(2);
  });

  test("an endless log stays within what GitHub takes, and keeps footer and marker", () => {
    const steps = Array.from({ length: 30 }, () => exampleRun().steps)
      .flat()
      .map((step) => ({ ...step, observation: { ...step.observation, output: "x".repeat(50_000) } }));
    const reply = renderReply(exampleRun({ steps }));
    expect(reply.length).toBeLessThanOrEqual(MAX_COMMENT_LENGTH);
    expect(reply).toContain("cut here");
    expect(reply.trimEnd().endsWith("-->")).toBe(true);
    expect(reply.split("<details>").length).toBe(reply.split("</details>").length);
  });
});
