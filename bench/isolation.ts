import { SqliteRecallIndex } from "../src/memory/index/sqlite/sqlite-recall-index.js";
import { openEpisodeLog } from "../src/memory/log/sql/open-episode-log.js";
import { fuzzRecall } from "../test/contract/fuzz-recall.js";

/** Fuzzed recalls of many readers over one log and index: `isolation [recalls] [log] [seed]`. */
const RECALLS = Number(process.argv[2] ?? 100_000);
/** An empty database; postgres://… too. */
const LOG = process.argv[3] ?? ":memory:";
const SEED = Number(process.argv[4] ?? 1);

const log = await openEpisodeLog(LOG);
const index = SqliteRecallIndex.open(":memory:");
const started = performance.now();
const { recalls, leaks, shown, shownPrivate } = await fuzzRecall(log, index, RECALLS, SEED);
await index.close();
await log.close();

const seconds = ((performance.now() - started) / 1000).toFixed(0);
console.log(
  `${recalls} recalls in ${seconds} s: ${shown} memories shown, ${shownPrivate} private texts among them`,
);
console.log(`${leaks.length} texts shown to one who may not read them`);
for (const leak of leaks.slice(0, 10)) console.log(`  ${leak}`);
process.exitCode = leaks.length === 0 ? 0 : 1;
