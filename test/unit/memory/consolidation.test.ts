import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import {
  closingFacts,
  findResolution,
  nearDuplicateFacts,
  reopeningFacts,
} from "../../../src/memory/consolidation.js";
import type { Episode } from "../../../src/memory/episode.js";
import { formExperience, type SolvedCase } from "../../../src/memory/form-experience.js";
import { reconcile } from "../../../src/memory/reconciliation.js";
import { makeEpisode, makeFailureCase, PUBLIC_SCOPE } from "../../support/log-episodes.js";

const FAILED = { success: false, excerpt: "", failure_case: makeFailureCase() };
const report = makeEpisode({ seq: 0, outcome: FAILED });
const failedAttempt = makeEpisode({ seq: 1, kind: "attempt", outcome: { success: false, excerpt: "" } });
const resolution = makeEpisode({ seq: 2, kind: "resolution", outcome: { success: true, excerpt: "" } });
const verified: Episode = {
  ...makeEpisode({ seq: 3, kind: "resolution", outcome: { success: true, excerpt: "" } }),
  provenance: { ...report.provenance, source: "sandbox_verified" },
};

describe("closing", () => {
  test("as completed: the report is resolved by the resolution, which links to it and to the change", () => {
    const facts = closingFacts([report, failedAttempt, resolution], {
      reason: "completed",
      target: "https://x/pull/9",
    });
    expect(facts).toEqual([
      { episode: report.id, kind: "status", status: "resolved", resolved_by: resolution.id },
      { episode: resolution.id, kind: "status", status: "resolved" },
      { episode: resolution.id, kind: "link", link: { type: "resolves", to: report.id } },
      { episode: resolution.id, kind: "link", link: { type: "applied_in", to: "https://x/pull/9" } },
    ]);
  });

  test("a verified resolution goes before a later told one; a refuted one counts for nothing", () => {
    expect(findResolution([verified, { ...resolution, seq: 9 }])?.id).toBe(verified.id);
    expect(findResolution([{ ...resolution, status: "refuted" }])).toBeNull();
    expect(findResolution([{ ...resolution, outcome: { success: false, excerpt: "" } }])).toBeNull();
  });

  test("without a resolution the change itself resolves; as a duplicate the canonical issue does", () => {
    expect(closingFacts([report], { reason: null, target: "https://x/commit/1" })).toEqual([
      { episode: report.id, kind: "status", status: "resolved", resolved_by: "https://x/commit/1" },
    ]);
    expect(closingFacts([report, resolution], { reason: "duplicate", target: "https://x/issues/1" })).toEqual(
      [{ episode: report.id, kind: "status", status: "resolved", resolved_by: "https://x/issues/1" }],
    );
  });

  test("as not planned resolves nothing", () => {
    expect(closingFacts([report, resolution], { reason: "not_planned", target: null })).toEqual([]);
  });

  test("reopening opens what closing had resolved", () => {
    expect(reopeningFacts([{ ...report, status: "resolved" }, failedAttempt])).toEqual([
      { episode: report.id, kind: "status", status: "open" },
    ]);
  });
});

describe("near-duplicates", () => {
  const other = makeEpisode({ thread: "acme/widgets#2", outcome: FAILED });
  const link = { episode: other.id, kind: "link", link: { type: "confirms", to: report.id } };
  const none = (episode: Episode) => ({ episode, vector: null });

  test("same fingerprint and scope in another thread", () => {
    expect(nearDuplicateFacts([none(report)], none(other))).toEqual([link]);
    expect(nearDuplicateFacts([none(report)], none({ ...other, thread: report.thread }))).toEqual([]);
    const elsewhere = { ...other, scope: { ...PUBLIC_SCOPE, repository: "2" } };
    expect(nearDuplicateFacts([none(report)], none(elsewhere))).toEqual([]);
    const unlike = makeEpisode({
      thread: "t",
      outcome: { ...FAILED, failure_case: makeFailureCase({ fingerprint: "x" }) },
    });
    expect(nearDuplicateFacts([none(report)], none(unlike))).toEqual([]);
  });

  test("cosine of at least .92 with equal entities", () => {
    const plain = makeEpisode({ seq: 0 });
    const second = makeEpisode({ thread: "acme/widgets#2" });
    const at = (degrees: number) =>
      new Float32Array([Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]);
    const found = (degrees: number, over: Partial<Episode> = {}) =>
      nearDuplicateFacts([{ episode: plain, vector: at(0) }], {
        episode: { ...second, ...over },
        vector: at(degrees),
      });
    expect(found(20)).toHaveLength(1);
    expect(found(30)).toHaveLength(0);
    expect(found(0, { entities: [{ kind: "package", value: "other" }] })).toHaveLength(0);
  });
});

describe("experiences", () => {
  const ID = "9a1f2b1c-4d1e-5f6a-8b7c-0123456789ab";
  const solved = (n: number, name: string, version: string, over: Partial<Episode> = {}): SolvedCase => ({
    failure: makeEpisode({
      thread: `acme/widgets#${n}`,
      outcome: {
        ...FAILED,
        failure_case: makeFailureCase({
          root_line: `No matching distribution found for ${name}==${version}`,
          key_entities: [
            { kind: "package", value: name },
            { kind: "version", value: version },
          ],
        }),
      },
    }),
    resolution: makeEpisode({
      thread: `acme/widgets#${n}`,
      seq: 5,
      kind: "resolution",
      action: { action: "run_command", parameters: {}, command: `pip install ${name}==${version} --pre` },
      outcome: { success: true, excerpt: "" },
      ...over,
    }),
  });

  test("two cases are none, three of different threads form one with slots", () => {
    const cases = [solved(1, "torch", "1.2"), solved(2, "numpy", "9.9"), solved(3, "scipy", "0.1")];
    expect(formExperience(ID, cases.slice(0, 2), null)).toBeNull();
    expect(
      formExperience(
        ID,
        [cases[0], cases[0], cases[0]].flatMap((one) => one ?? []),
        null,
      ),
    ).toBeNull();
    expect(formExperience(ID, cases, null)).toEqual({
      id: ID,
      signature: "fp-1",
      error_type: "VERSION_CONFLICT",
      ecosystem: "npm",
      symptom_template: "No matching distribution found for {package}=={version}",
      fix_template: ["pip install {package}=={version} --pre"],
      applicability: {
        environment: [],
        entities: [
          { slot: "package", kind: "package" },
          { slot: "version", kind: "version" },
        ],
      },
      evidence: cases.flatMap(({ failure, resolution: fix }) => [failure.id, fix?.id ?? ""]),
      alpha: 4,
      beta: 1,
      level: "pattern",
    });
  });

  test("evidence is added, never overwritten", () => {
    const cases = [solved(1, "torch", "1.2"), solved(2, "numpy", "9.9"), solved(3, "scipy", "0.1")];
    const first = formExperience(ID, cases, null);
    const second = formExperience("unused", [solved(4, "flask", "7.7")], first);
    expect(second?.id).toBe(ID);
    expect(second?.evidence.slice(0, 6)).toEqual(first?.evidence);
    expect(second?.evidence).toHaveLength(8);
  });

  test("what was verified three times is a procedure; a fix that failed speaks against it", () => {
    const proof = { provenance: { ...report.provenance, source: "sandbox_verified" as const } };
    const cases = [1, 2, 3].map((n) => solved(n, `pkg${n}`, "1.0", proof));
    expect(formExperience(ID, cases, null)?.level).toBe("procedure");
    const failing = solved(4, "pkg4", "1.0", { outcome: { success: false, excerpt: "" } });
    expect(formExperience(ID, [...cases, failing], null)?.beta).toBe(2);
  });

  test("conditions are those that every case meets", () => {
    const fact = (value: string) => ({
      value,
      source: { kind: "thread" as const, comment_id: null, author_role: null },
      confidence: 0.9,
    });
    const cases = ["x86_64", "arm64", "x86_64"].map((arch, n) => {
      const one = solved(n, "a", "1.0");
      const environment = { ...one.failure.environment, os_family: fact("linux"), arch: fact(arch) };
      return { ...one, failure: { ...one.failure, environment } };
    });
    expect(formExperience(ID, cases, null)?.applicability.environment).toEqual([
      { dimension: "os_family", expected: "linux" },
    ]);
  });
});

describe("reconciling with the thread", () => {
  const said = (comment_id: string | null, hash: string, over: Partial<Episode> = {}) =>
    makeEpisode({ ...over, provenance: { ...report.provenance, comment_id, quoted_text_hash: hash } });

  test("edited text supersedes, deleted comments are named, unchanged text says nothing", () => {
    const edited = said("1", "old", { seq: 1 });
    const result = reconcile(
      [said(null, "body"), edited, said("2", "gone", { seq: 2 })],
      new Map([
        [null, "body"],
        ["1", "new"],
      ]),
    );
    expect(result).toEqual({
      facts: [{ episode: edited.id, kind: "status", status: "superseded" }],
      deleted: ["2"],
    });
  });

  test("text that comes back brings its episodes back; nothing is said twice", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("a", "b"),
        fc.constantFrom("a", "b"),
        fc.boolean(),
        (stored, present, superseded) => {
          const episode = said("1", stored, { status: superseded ? "superseded" : "open" });
          const { facts } = reconcile([episode], new Map([["1", present]]));
          expect(facts).toHaveLength((stored === present) === superseded ? 1 : 0);
          for (const fact of facts)
            expect(fact).toMatchObject({ status: stored === present ? "open" : "superseded" });
        },
      ),
    );
  });

  test("what was run, imported or added by hand is left alone", () => {
    const run = makeEpisode({ provenance: { ...report.provenance, source: "sandbox", comment_id: "7" } });
    const note = said("cli", "x", {
      provenance: { ...report.provenance, source: "maintainer", comment_id: "cli" },
    });
    expect(reconcile([run, note], new Map())).toEqual({ facts: [], deleted: [] });
  });
});
