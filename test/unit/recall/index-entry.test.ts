import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { EntityKind } from "../../../src/failures/failure-case.js";
import { abstract } from "../../../src/memory/abstraction.js";
import { toIndexEntry } from "../../../src/recall/index-entry.js";
import { queryFromWords } from "../../../src/recall/query-from-chain.js";
import { searchTextOf } from "../../../src/recall/search-text.js";
import { makeEpisode, makeFailureCase } from "../../support/log-episodes.js";

const word = fc.stringMatching(/^q[a-z]{5,9}$/);
const commit = fc.stringMatching(/^[0-9a-f]{12}$/).filter((hex) => /\d/.test(hex) && /[a-f]/.test(hex));

/** What is one machine's, and how it stands in what people write. */
const planted = fc.oneof(
  fc
    .tuple(word, word)
    .map(([user, folder]) => ({ exact: [user, folder], text: `/home/${user}/${folder}/main.c` })),
  fc.tuple(word, word).map(([a, b]) => ({ exact: [a, b], text: `https://${a}.${b}.com/x` })),
  commit.map((hex) => ({ exact: [hex], text: `at ${hex}` })),
  fc
    .integer({ min: 2000, max: 65_000 })
    .map((port) => ({ exact: [String(port)], text: `localhost:${port}` })),
);

/** Names are kept as they are; they are no place for what is one machine's. */
const kinds = EntityKind.options.filter((kind) => !["package", "errno", "code"].includes(kind));

test("no exact value reaches an entry of the index, nor a query, wherever in an episode it stands", () => {
  fc.assert(
    fc.property(planted, ({ exact, text }) => {
      const entities = kinds.map((kind) => ({ kind, value: text }));
      const failure = makeFailureCase({
        root_line: `error: ${text}`,
        root_cause: `failed: ${text}`,
        excerpt: `first\nerror: ${text}`,
        key_entities: entities,
      });
      const episode = makeEpisode({
        summary: `fails ${text}\nhere: ${text}`,
        symptoms: [`seen ${text}`],
        entities,
        action: { action: "tried", parameters: {}, command: `cat ${text}` },
        outcome: { success: false, excerpt: failure.excerpt, failure_case: failure },
      });
      const { title, text: said, entities: named } = toIndexEntry(episode, abstract);
      const asked = searchTextOf(
        {
          ...queryFromWords({
            reader: { scope: episode.scope, share: "repository" },
            thread: episode.thread,
            title: `fails ${text}`,
            text: `here: ${text}`,
            before: null,
            limit: 5,
          }),
          symptoms: [`seen ${text}`],
          entities,
          failures: [failure],
          upcoming: `cat ${text}`,
        },
        abstract,
      );
      for (const value of exact) expect(JSON.stringify([title, said, named, asked])).not.toContain(value);
    }),
  );
});

test("a file is known again on another machine", () => {
  const entitiesOf = (path: string) =>
    toIndexEntry(makeEpisode({ entities: [{ kind: "file", value: path }] }), abstract).entities;
  expect(entitiesOf("/home/ada/site/src/main.c")).toEqual(entitiesOf("/home/grace/work/src/main.c"));
});
