import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { buildChain } from "../../../src/chain/build-chain.js";
import type { Chain } from "../../../src/chain/chain.js";
import { answeredKeys } from "../../../src/chain/questions.js";
import type { Episode } from "../../../src/memory/episode.js";
import { parseThreadFile } from "../../../src/thread/read-thread-file.js";

function chainOf(name: string): Chain {
  const path = new URL(`../../fixtures/threads/${name}.json`, import.meta.url);
  const thread = parseThreadFile(readFileSync(path, "utf8"), name);
  return buildChain(thread, { scope: { installation: "0", repository: thread.repo, visibility: "public" } });
}

function system({ environment }: Chain): Record<string, string | undefined> {
  const groups = [environment.runtimes, environment.package_managers, environment.software];
  const versions = groups.flatMap((group) =>
    Object.entries(group).map(([name, { value }]) => [name, value] as const),
  );
  return {
    os: environment.os?.value,
    family: environment.os_family?.value,
    arch: environment.arch?.value,
    ...Object.fromEntries(versions),
  };
}

function find(chain: Chain, kind: Episode["kind"], comment: string | null): Episode {
  const found = chain.episodes.find(
    (episode) => episode.kind === kind && episode.provenance.comment_id === comment,
  );
  if (found === undefined) throw new Error(`no ${kind} in ${String(comment)}`);
  return found;
}

function linked(chain: Chain, from: Episode): string[] {
  return from.links.map(({ type, to }) => {
    const target = chain.episodes.find(({ id }) => id === to);
    return `${type} ${target === undefined ? to : `${target.kind} in ${target.provenance.comment_id ?? "body"}`}`;
  });
}

describe("chains of whole threads", () => {
  test("issue form: fields, log, and a question whose answer fixed it", () => {
    const chain = chainOf("issue-form");
    expect(system(chain)).toEqual({
      os: "Fedora 39",
      family: "linux",
      arch: "x86_64",
      node: "18.19.0",
      kiln: "4.2.1",
    });
    expect(chain.failures[0]?.error_type).toBe("MISSING_PACKAGE");
    const resolution = find(chain, "resolution", "101");
    expect(resolution.action?.command).toBe("npm ci");
    expect(linked(chain, resolution)).toContain("resolves report in body");
    expect(chain.episodes[0]).toMatchObject({ status: "resolved", resolved_by: resolution.id });
  });

  test("a question of a maintainer is answered by the reporter's next comment", () => {
    const chain = chainOf("asked-and-answered");
    expect(chain.questions).toMatchObject([{ asked_by: "maintainer", answered_in: "101" }]);
    expect(system(chain)).toMatchObject({ os: "Debian 12", kiln: "5.0.3" });
    expect(answeredKeys(chain, ["os", "version", "frequency", "arch"])).toEqual([
      "os",
      "version",
      "frequency",
    ]);
    expect(find(chain, "resolution", "102").tags).toContain("#77");
  });

  test("other people's systems stay in their own episodes", () => {
    const chain = chainOf("other-users-system");
    expect(system(chain)).toEqual({ os: "Ubuntu 22.04", family: "linux", arch: undefined, gcc: "11.4.0" });
    expect(find(chain, "environment", "100").environment.os?.value).toBe("macOS 14.2");
    expect(linked(chain, find(chain, "observation", "100"))).toEqual(["confirms report in body"]);
  });

  test("a quote is not said by the quoter", () => {
    expect(system(chainOf("quoted-reply"))).toMatchObject({ os: "Windows 10", family: "windows" });
  });

  test("what did not help is refuted, what helped is confirmed", () => {
    const chain = chainOf("still-broken");
    expect(linked(chain, find(chain, "observation", "101"))).toEqual(["contradicts diagnosis in 100"]);
    expect(find(chain, "diagnosis", "100").status).toBe("refuted");
    expect(linked(chain, find(chain, "resolution", "103"))).toContain("confirms diagnosis in 102");
  });

  test("a duplicate names its canonical issue and resolves nothing", () => {
    const chain = chainOf("duplicate");
    const links = chain.episodes.flatMap(({ links: own }) => own);
    expect(links).toContainEqual({ type: "confirms", to: "https://github.com/acme/kiln/issues/5" });
    expect(chain.episodes.some(({ kind }) => kind === "resolution")).toBe(false);
    expect(chain.episodes[0]?.status).toBe("open");
  });

  test("a tracker's markup and its field for the system", () => {
    const chain = chainOf("tracker-markup");
    expect(system(chain)).toMatchObject({ os: "Mac OS X 10.9.5", java: "1.7.0_45", "kiln-studio": "7.1.0" });
    expect(chain.symptoms).toContain("ERROR: archive header is damaged");
  });

  test("bots make notes, mneme's own comments make questions and no evidence", () => {
    const chain = chainOf("bot-and-marker");
    expect(find(chain, "note", "100").tags).toEqual(["bot"]);
    expect(chain.episodes.some(({ provenance }) => provenance.comment_id === "101")).toBe(false);
    expect(chain.questions).toMatchObject([{ about: ["runtimes.node"], answered_in: "102" }]);
    expect(system(chain)).toMatchObject({ os: undefined, node: "20.11.0" });
  });

  test("what a maintainer hid is not read", () => {
    const chain = chainOf("minimized");
    expect(chain.episodes.map(({ provenance }) => provenance.comment_id)).toEqual([null]);
    expect(answeredKeys(chain, ["proxy", "os"])).toEqual(["proxy"]);
  });

  test("a folded traceback, advice, and the word that it works", () => {
    const chain = chainOf("python-traceback");
    expect(chain.failures[0]).toMatchObject({ error_type: "MISSING_PACKAGE" });
    expect(system(chain)).toMatchObject({ python: "3.11.4" });
    expect(find(chain, "diagnosis", "100").action?.command).toBe("pip install kiln[core]");
    expect(linked(chain, find(chain, "resolution", "101"))).toContain("confirms diagnosis in 100");
  });

  test("a compiler's own report of its host", () => {
    const chain = chainOf("rust-target");
    expect(system(chain)).toMatchObject({ family: "macos", arch: "arm64", rustc: "1.75.0" });
    expect(find(chain, "diagnosis", "100").status).toBe("located");
  });

  test("a wish has no facts", () => {
    const chain = chainOf("feature-wish");
    expect(chain.facts).toEqual([]);
    expect(chain.episodes.map(({ kind, created_at }) => [kind, created_at.slice(0, 4)])).toEqual([
      ["report", "1970"],
      ["note", "2026"],
    ]);
  });

  test("where it works is not where it fails", () => {
    expect(system(chainOf("works-elsewhere"))).toEqual({
      os: "Rocky Linux 9.3",
      family: "linux",
      arch: undefined,
      go: "1.21.5",
      kiln: "2.0.0",
    });
  });
});
