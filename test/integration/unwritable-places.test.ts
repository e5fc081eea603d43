import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { SqliteRecallIndex } from "../../src/memory/index/sqlite/sqlite-recall-index.js";
import { openEpisodeLog } from "../../src/memory/log/sql/open-episode-log.js";
import { entry, publicScope, query, readerOf } from "../contract/recall-index.js";
import { compileSources, runScript } from "../support/child-script.js";
import { makeEpisode, PUBLIC_SCOPE } from "../support/log-episodes.js";
import { describeWith } from "../support/require.js";

const READER = { scope: PUBLIC_SCOPE, share: "repository" } as const;
let folder: string;
let sources: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "mneme-unwritable-"));
  sources = await compileSources("unwritable");
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** What a child needs of the product, and what it was refused with. */
function prelude(): string {
  return `
    import { statSync, unlinkSync, writeFileSync } from "node:fs";
    const { openEpisodeLog } = await import(${JSON.stringify(join(sources, "memory/log/sql/open-episode-log.js"))});
    const { SqliteRecallIndex } = await import(${JSON.stringify(join(sources, "memory/index/sqlite/sqlite-recall-index.js"))});
    const refusal = async (work) => {
      try { await work(); return null; } catch ({ code, message }) { return { code, message }; }
    };`;
}

// Root may write anywhere by two of its capabilities. Another user could not even read a clone below root's own folders.
const WITHOUT_ROOTS_WAY = ["setpriv", "--bounding-set", "-dac_override,-dac_read_search"];
const isRoot = process.getuid?.() === 0;
const bound = isRoot ? WITHOUT_ROOTS_WAY : [];
const unboundable = isRoot && spawnSync("setpriv", ["--version"]).status !== 0;

describeWith(
  "unprivileged-user",
  unboundable ? "root needs setpriv (util-linux) to meet a file that is not writable" : null,
  "files that this user may not write to",
  () => {
    test("a store can be read, and says what is wrong when it is written to", async () => {
      const place = join(folder, "read-only-store");
      const path = join(place, "mneme.db");
      const log = await openEpisodeLog(path);
      await log.append([0, 1, 2].map((seq) => makeEpisode({ seq })));
      await log.close();
      chmodSync(path, 0o444);
      const seen = await runScript(
        `${prelude()}
        const log = await openEpisodeLog(${JSON.stringify(path)});
        const episodes = await log.list(${JSON.stringify(READER)}, {});
        const other = { ...episodes[0], id: "00000000-0000-5000-8000-000000000001" };
        console.log(JSON.stringify({ seen: episodes.length, refused: await refusal(() => log.append([other])) }));`,
        bound,
      );
      expect(seen).toEqual({
        seen: 3,
        refused: {
          code: "storage",
          message: `the store ${path} may not be written to: check the permissions of the file and its folder, or name another store`,
        },
      });
    });

    test("an index can be searched, says what is wrong when it is written to, and takes it when it may", async () => {
      const place = join(folder, "read-only-index");
      mkdirSync(place);
      const path = join(place, "index.db");
      const index = SqliteRecallIndex.open(path);
      await index.upsert([entry(1)]);
      await index.close();
      chmodSync(path, 0o444);
      const seen = await runScript(
        `${prelude()}
        const index = SqliteRecallIndex.open(${JSON.stringify(path)});
        const found = await index.search(${JSON.stringify(query())});
        const refused = await refusal(() => index.upsert([${JSON.stringify(entry(2))}]));
        console.log(JSON.stringify({ found: found.length, refused }));`,
        bound,
      );
      expect(seen).toEqual({
        found: 1,
        refused: {
          code: "storage",
          message: `recall index ${path} is read-only: make the file and its folder writable`,
        },
      });
      chmodSync(path, 0o644);
      const again = SqliteRecallIndex.open(path);
      await again.upsert([entry(2)]);
      expect(await again.count(readerOf(publicScope()), {})).toBe(2);
      await again.close();
    });
  },
);

/** A disk of 1 MB that is there for one process only. */
function onSmallDisk(disk: string): string[] {
  const mount = 'mount -t tmpfs -o size=1m mneme-small "$0" && exec "$@"';
  return ["unshare", ...(isRoot ? [] : ["--map-root-user"]), "--mount", "sh", "-c", mount, disk];
}

const [program = "", ...args] = onSmallDisk(tmpdir());
const unmountable = spawnSync(program, [...args, "true"]).status !== 0;

describeWith(
  "mount-namespaces",
  unmountable ? "a small disk needs unshare (util-linux) and leave to mount" : null,
  "a disk that is full",
  () => {
    test("is named as full with what to do; what was written is there once there is room again", async () => {
      const disk = join(folder, "disk");
      mkdirSync(disk);
      const seen = await runScript(
        `${prelude()}
        const [store, file, filler] = ["mneme.db", "index.db", "filler"].map((name) => ${JSON.stringify(disk)} + "/" + name);
        const episodes = ${JSON.stringify([0, 1, 2, 3].map((seq) => makeEpisode({ seq })))};
        const entries = ${JSON.stringify([1, 2, 3].map((number) => entry(number)))};
        const use = async (log, index) => {
          await log.append(episodes);
          await index.upsert(entries);
          await index.close();
          await log.close();
        };
        await use(await openEpisodeLog(store), SqliteRecallIndex.open(file));
        try {
          for (let bytes = 2 ** 16; bytes > 0; bytes = Math.floor(bytes / 2))
            for (;;) try { writeFileSync(filler, Buffer.alloc(bytes), { flag: "a" }); } catch { break; }
        } finally { statSync(filler); }
        const refused = [
          await refusal(async () => await openEpisodeLog(store)),
          await refusal(async () => SqliteRecallIndex.open(file)),
        ];
        unlinkSync(filler);
        const [log, index] = [await openEpisodeLog(store), SqliteRecallIndex.open(file)];
        const held = [
          (await log.list(${JSON.stringify(READER)}, {})).length,
          await index.count(${JSON.stringify(readerOf(publicScope()))}, {}),
        ];
        await use(log, index);
        console.log(JSON.stringify({ refused, held }));`,
        onSmallDisk(disk),
      );
      expect(seen).toEqual({
        refused: [
          {
            code: "storage",
            message: `the store ${join(disk, "mneme.db")} cannot grow, the disk or its size limit is full: free some space, then try again (nothing was half written)`,
          },
          {
            code: "storage",
            message: `recall index ${join(disk, "index.db")}: the disk is full; free space and try again`,
          },
        ],
        held: [4, 3],
      });
    });
  },
);
