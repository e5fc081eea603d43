// Run by the crash test: appends batches and facts to a log until it is killed; says each batch that is written.
// Arguments: folder of the compiled sources, path of the store, number to begin with.
import { pathToFileURL } from "node:url";
import { join } from "node:path";

const [sources, store, start] = process.argv.slice(2);
const { openEpisodeLog } = await import(
  pathToFileURL(join(sources, "memory/log/sql/open-episode-log.js")).href
);
const scope = { installation: "1", repository: "1", visibility: "public" };

function episode(batch, n) {
  const id = `${String(batch).padStart(8, "0")}-0000-5000-8000-${String(n).padStart(12, "0")}`;
  return {
    id,
    scope,
    thread: `acme/widgets#${batch}`,
    seq: n,
    kind: "note",
    summary: `batch ${batch} number ${n} ${"filler ".repeat(40)}`,
    symptoms: [],
    environment: { runtimes: {}, package_managers: {}, software: {} },
    entities: [],
    tags: [],
    status: "open",
    links: [],
    confidence: 0.5,
    provenance: { source: "import", url: "", comment_id: null, author_role: null, quoted_text_hash: "" },
    counters: { exposed: 0, adopted: 0, helped: 0, failed: 0 },
    created_at: "2026-01-01T00:00:00.000Z",
    schema_version: 1,
  };
}

const log = await openEpisodeLog(store);
const attribution = { by: "writer", at: "2026-01-01T00:00:00.000Z", why: "" };
for (let batch = Number(start); ; batch += 1) {
  await log.append(Array.from({ length: 20 }, (_, n) => episode(batch, n)));
  const fact = { episode: episode(batch, 0).id, kind: "status", status: "resolved" };
  await log.addFact(scope, fact, attribution);
  if (batch % 5 === 0) await log.erase(scope, { episode: episode(batch, 1).id }, attribution);
  process.stdout.write(`${batch}\n`);
}
