import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { type PresentNameDeps, underPresentName } from "../../../src/github/present-name.js";
import type { Job } from "../../../src/jobs/queue.js";
import { type OpenedEpisodeLog, openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { episodeOf } from "../../support/episodes.js";

const SCOPE = { installation: "7", repository: "42", visibility: "public" } as const;

let memory: OpenedEpisodeLog;
/** What the repository is called at GitHub now; null where another one has its name. */
let present: string | null;
let asked: string[];
let worked: unknown[];

beforeEach(async () => {
  memory = await openEpisodeLog(":memory:");
  present = "octo/new";
  asked = [];
  worked = [];
});

afterEach(() => memory.close());

async function work(payload: object): Promise<void> {
  const deps: PresentNameDeps = {
    memory,
    log: { info: () => undefined },
    forge: {
      presentName: ({ repo }) => {
        asked.push(repo);
        return Promise.resolve(present);
      },
    },
  };
  const handler = underPresentName(({ payload: given }) => {
    worked.push(given);
    const { repo } = given as { repo?: string };
    if (repo === undefined || repo === present) return Promise.resolve();
    return Promise.reject(new MnemeError("not_found", `${repo}#7 was moved: ask there`));
  }, deps);
  await handler({ id: "1", payload: { scope: SCOPE, ...payload } } as Job, new AbortController().signal);
}

const remember = async (thread: string): Promise<void> => {
  await memory.append([episodeOf({ thread, scope: SCOPE })]);
};
const known = async (thread: string): Promise<number> => (await memory.chain(SCOPE, thread)).length;

test("a closing that is heard of before the renaming finds what memory has under the former name", async () => {
  await memory.saveBookmark(SCOPE, "name", "octo/old");
  await remember("octo/old#7");
  await work({ repo: "octo/new", number: 7, kind: "sync", why: "issues.closed" });
  expect(worked.at(-1)).toMatchObject({ repo: "octo/new", why: "issues.closed" });
  expect([await known("octo/old#7"), await known("octo/new#7")]).toEqual([0, 1]);
});

test("what was asked under the former name is worked under the new one, whether the renaming was heard of or not", async () => {
  await memory.saveBookmark(SCOPE, "name", "octo/old");
  await remember("octo/old#7");
  await work({ repo: "octo/old", number: 7, kind: "comment" });
  expect(worked).toMatchObject([{ repo: "octo/old" }, { repo: "octo/new", kind: "comment" }]);
  expect(await known("octo/new#7")).toBe(1);
  await work({ repo: "octo/old", number: 7, kind: "comment" });
  expect(worked.slice(2)).toMatchObject([{ repo: "octo/new" }]);
});

test("what was deleted is erased under the name that memory knows", async () => {
  await memory.saveBookmark(SCOPE, "name", "octo/new");
  await work({ kind: "erase", what: { thread: "octo/old#7", comment_id: "3" } });
  present = null;
  await work({ kind: "erase", what: { thread: "octo/older#7" } });
  expect(worked).toMatchObject([
    { what: { thread: "octo/new#7", comment_id: "3" } },
    { what: { thread: "octo/new#7" } },
  ]);
});

test("where the name is the one that is known, nothing is asked; an issue that moved to another repository is gone", async () => {
  await work({ repo: "octo/new", number: 7 });
  await work({ repo: "octo/new", number: 8 });
  await work({ what: { repository: true } });
  expect(asked).toEqual([]);
  expect(await memory.bookmark(SCOPE, "name")).toBeNull();
  await remember("octo/new#7");
  await work({ repo: "octo/new", number: 7 });
  expect(await memory.bookmark(SCOPE, "name")).toBe("octo/new");
  present = null;
  await expect(work({ repo: "octo/new", number: 9 })).rejects.toMatchObject({ code: "not_found" });
  expect(asked).toEqual(["octo/new"]);
});
