import type { Schemas } from "@qdrant/js-client-rest";
import { MnemeError } from "../../../errors.js";
import type { VectorSpace } from "../vector-space.js";
import { collectionFor, isCurrent, versionOf, PAYLOAD_INDEXES } from "./collection-schema.js";
import { isConflict, isNotFound } from "./errors.js";
import type { QdrantServer } from "./server.js";

/** Collection metadata came with it. */
const OLDEST = [1, 16] as const;
const FIRST_WITH_IDF_CORPUS = [1, 19] as const;

/** Which collections an index has: its name is an alias, and stands for one of the two. */
export interface IndexCollections {
  alias: string;
  vectors: VectorSpace | null;
}

/** What a server can do that older ones cannot. */
export interface ServerAbilities {
  /** Rarity of words among the points of a filter, instead of among all. */
  scopedStatistics: boolean;
}

/** Makes, checks or replaces the collection behind the alias. */
export async function prepareCollection(
  server: QdrantServer,
  index: IndexCollections,
): Promise<ServerAbilities> {
  const abilities = await checkVersion(server);
  await prepareBehindAlias(server, index);
  return abilities;
}

async function prepareBehindAlias(server: QdrantServer, index: IndexCollections): Promise<void> {
  const info = await describe(server, index.alias);
  if (info === null) {
    await startAnew(server, index, `${index.alias}-a`);
    return;
  }
  if (!isCurrent(index.alias, info, index.vectors)) {
    const current = await standsFor(server, index.alias);
    await startAnew(server, index, otherOf(index.alias, current));
    await dropCollection(server, current);
    return;
  }
  await makePayloadIndexes(server, index.alias, Object.keys(info.payload_schema));
}

/** An empty collection beside the one in use, in the place of what an earlier try may have left there. */
export async function buildBeside(
  server: QdrantServer,
  index: IndexCollections,
): Promise<{ name: string; abilities: ServerAbilities }> {
  const abilities = await checkVersion(server);
  const info = await describe(server, index.alias);
  if (info !== null) versionOf(index.alias, info);
  const name =
    info === null ? `${index.alias}-a` : otherOf(index.alias, await standsFor(server, index.alias));
  await dropCollection(server, name);
  await make(server, name, index.vectors);
  return { name, abilities };
}

/** The alias stands for `name` from now on, in one step; what it stood for is dropped. */
export async function switchTo(server: QdrantServer, alias: string, name: string): Promise<void> {
  const before = (await describe(server, alias)) === null ? null : await standsFor(server, alias);
  await setAlias(server, alias, name, before !== null);
  if (before !== null && before !== name) await dropCollection(server, before);
}

async function checkVersion(server: QdrantServer): Promise<ServerAbilities> {
  const answer: { version?: unknown } = await server.send("asking for its version", (api, init) =>
    api.root({}, init),
  );
  const { version } = answer;
  if (typeof version !== "string" || !/^\d+\.\d/.test(version))
    throw new MnemeError("bad_config", `what answers at ${server.url} is no Qdrant: check QDRANT_URL`);
  if (isAtLeast(version, OLDEST)) return { scopedStatistics: isAtLeast(version, FIRST_WITH_IDF_CORPUS) };
  throw new MnemeError(
    "bad_config",
    `Qdrant ${version} is too old: mneme needs ${OLDEST.join(".")} or later; update the server that QDRANT_URL names`,
  );
}

function isAtLeast(version: string, [major, minor]: readonly [number, number]): boolean {
  const [hasMajor = 0, hasMinor = 0] = version.split(".").map(Number);
  return hasMajor > major || (hasMajor === major && hasMinor >= minor);
}

async function describe(server: QdrantServer, name: string): Promise<Schemas["CollectionInfo"] | null> {
  try {
    return await server.call("reading the collection", (api, init) =>
      api.getCollection({ collection_name: name }, init),
    );
  } catch (error) {
    if (isNotFound(error)) return null;
    throw error;
  }
}

async function startAnew(server: QdrantServer, index: IndexCollections, name: string): Promise<void> {
  await make(server, name, index.vectors);
  await setAlias(server, index.alias, name, (await describe(server, index.alias)) !== null);
}

/** Others may be making it too: whoever comes second finds it there. */
async function make(server: QdrantServer, name: string, vectors: VectorSpace | null): Promise<void> {
  try {
    await server.call("making the collection", (api, init) =>
      api.createCollection({ collection_name: name, ...collectionFor(vectors) }, init),
    );
  } catch (error) {
    if (!isConflict(error)) throw error;
  }
  await makePayloadIndexes(server, name, []);
}

async function makePayloadIndexes(server: QdrantServer, name: string, present: string[]): Promise<void> {
  for (const [field, schema] of Object.entries(PAYLOAD_INDEXES)) {
    if (present.includes(field)) continue;
    await server.call(`indexing ${field}`, (api, init) =>
      api.createFieldIndex(
        { collection_name: name, wait: true, field_name: field, field_schema: schema },
        init,
      ),
    );
  }
}

async function setAlias(server: QdrantServer, alias: string, name: string, isTaken: boolean): Promise<void> {
  const create = { create_alias: { alias_name: alias, collection_name: name } };
  const actions = isTaken ? [{ delete_alias: { alias_name: alias } }, create] : [create];
  await server.call("switching the alias", (api, init) => api.updateAliases({ actions }, init));
}

async function standsFor(server: QdrantServer, alias: string): Promise<string> {
  const { aliases } = await server.call("reading the aliases", (api, init) =>
    api.getCollectionsAliases({}, init),
  );
  return aliases.find(({ alias_name: name }) => name === alias)?.collection_name ?? alias;
}

export async function dropCollection(server: QdrantServer, name: string): Promise<void> {
  await server.call("dropping a collection", (api, init) =>
    api.deleteCollection({ collection_name: name }, init),
  );
}

function otherOf(alias: string, current: string): string {
  return current === `${alias}-a` ? `${alias}-b` : `${alias}-a`;
}
