import { describe, expect, test } from "@jest/globals";
import type { Closing } from "../../../src/chain/closing.js";
import { findResolution } from "../../../src/chain/find-resolution.js";
import { closedStandings, closingLinks, isNearDuplicate } from "../../../src/memory/consolidation.js";
import type { Episode } from "../../../src/memory/episode.js";
import { formExperience, type SolvedCase } from "../../../src/memory/form-experience.js";
import { ADDED_BY_HAND, commentsGone, standingInText } from "../../../src/memory/reconciliation.js";
import { makeEpisode, makeFailureCase, PUBLIC_SCOPE } from "../../support/log-episodes.js";

const FAILED = { success: false, excerpt: "", failure_case: makeFailureCase() };
const report = makeEpisode({ seq: 0, outcome: FAILED });
const failedAttempt = makeEpisode({ seq: 1, kind: "attempt", outcome: { success: false, excerpt: "" } });
const resolution = makeEpisode({ seq: 2, kind: "resolution", outcome: { success: true, excerpt: "" } });
const verified: Episode = {
  ...makeEpisode({ seq: 3, kind: "resolution", outcome: { success: true, excerpt: "" } }),
  provenance: { ...report.provenance, source: "sandbox_verified" },
};

const closedAs = (reason: string | null, target: string | null = null): Closing => ({
  reason,
  target,
  at: null,
});

describe("closing", () => {
  test("as completed: the report is resolved by the resolution, which links to it and to the change", () => {
    const chain = [report, failedAttempt, resolution];
    const closing = closedAs("completed", "https://x/pull/9");
    expect([...closedStandings(chain, closing)]).toEqual([
      [report.id, { status: "resolved", resolved_by: resolution.id }],
      [resolution.id, { status: "resolved" }],
    ]);
    expect(closingLinks(chain, closing)).toEqual([
      { episode: resolution.id, link: { type: "resolves", to: report.id } },
      { episode: resolution.id, link: { type: "applied_in", to: "https://x/pull/9" } },
    ]);
  });

  test("a verified resolution goes before a told one, the reporter's word before others'; a refuted one counts for nothing", () => {
    expect(findResolution([verified, { ...resolution, seq: 9 }])?.id).toBe(verified.id);
    const maintainers = {
      ...resolution,
      id: "m",
      seq: 9,
      provenance: { ...report.provenance, source: "maintainer" as const },
    };
    expect(findResolution([resolution, maintainers])?.id).toBe(resolution.id);
    expect(findResolution([{ ...resolution, status: "refuted" }])).toBeNull();
    expect(findResolution([{ ...resolution, outcome: { success: false, excerpt: "" } }])).toBeNull();
  });

  test("without a resolution the change itself resolves", () => {
    const url = "https://x/commit/1";
    expect([...closedStandings([report], closedAs(null, url))]).toEqual([
      [report.id, { status: "resolved", resolved_by: url }],
    ]);
  });

  test("a duplicate is located in the canonical issue, and not resolved; not planned resolves nothing", () => {
    const url = "https://x/issues/1";
    expect([...closedStandings([report, resolution], closedAs("duplicate", url))]).toEqual([
      [report.id, { status: "located", resolved_by: url }],
    ]);
    expect(closingLinks([report, resolution], closedAs("duplicate", url))).toEqual([]);
    expect(closedStandings([report, resolution], closedAs("not_planned")).size).toBe(0);
    expect(closingLinks([report, resolution], closedAs("not_planned"))).toEqual([]);
  });
});

describe("near-duplicates", () => {
  const other = makeEpisode({ thread: "acme/widgets#2", outcome: FAILED });

  test("same fingerprint and scope in another thread", () => {
    expect(isNearDuplicate(report, other, null)).toBe(true);
    expect(isNearDuplicate(report, { ...other, thread: report.thread }, null)).toBe(false);
    expect(isNearDuplicate(report, { ...other, scope: { ...PUBLIC_SCOPE, repository: "2" } }, 1)).toBe(false);
    const unlike = { ...FAILED, failure_case: makeFailureCase({ fingerprint: "x" }) };
    expect(isNearDuplicate(report, makeEpisode({ thread: "t", outcome: unlike }), 1)).toBe(false);
  });

  test("cosine of at least .92 with equal entities", () => {
    const [plain, second] = [makeEpisode({ seq: 0 }), makeEpisode({ thread: "acme/widgets#2" })];
    expect(isNearDuplicate(plain, second, 0.92)).toBe(true);
    expect(isNearDuplicate(plain, second, 0.91)).toBe(false);
    expect(isNearDuplicate(plain, second, null)).toBe(false);
    expect(isNearDuplicate(plain, { ...second, entities: [{ kind: "package", value: "other" }] }, 1)).toBe(
      false,
    );
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
  const said = (comment_id: string | null, over: Partial<Episode> = {}) =>
    makeEpisode({ ...over, provenance: { ...report.provenance, ...over.provenance, comment_id } });

  test("what is read from the text now stands as it was read; what is no longer there is superseded", () => {
    const [there, edited] = [
      said("1", { seq: 1 }),
      said("1", { seq: 2, status: "resolved", resolved_by: "x" }),
    ];
    const built = new Map([[there.id, { ...there, status: "resolved" as const, resolved_by: "y" }]]);
    expect(standingInText(there, built)).toEqual({ status: "resolved", resolved_by: "y" });
    expect(standingInText(edited, built)).toEqual({ status: "superseded" });
  });

  test("what was run, imported, asked to be remembered or added by hand is not read from the text", () => {
    const of = (source: Episode["provenance"]["source"], author_role: string | null) =>
      makeEpisode({ provenance: { ...report.provenance, source, author_role, comment_id: null } });
    for (const episode of [
      of("sandbox", "bot"),
      of("sandbox_verified", null),
      of("inference", "bot"),
      of("import", null),
      said(ADDED_BY_HAND),
      said("4", { tags: ["remembered"] }),
    ])
      expect(standingInText(episode, new Map())).toBeNull();
    expect(standingInText(of("inference", "reporter"), new Map())).toEqual({ status: "superseded" });
  });

  test("comments that are gone are named once; the body and what was added by hand are none", () => {
    const stored = [
      said(null),
      said("1", { seq: 1 }),
      said("2", { seq: 2 }),
      said("2", { seq: 3 }),
      said(ADDED_BY_HAND, { seq: 4 }),
    ];
    expect(commentsGone(stored, new Set(["1"]))).toEqual(["2"]);
  });
});
