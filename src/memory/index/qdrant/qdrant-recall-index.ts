import type { Schemas } from "@qdrant/js-client-rest";
import { z } from "zod";
import { MnemeError } from "../../../errors.js";
import type { ReadScope } from "../../scope.js";
import type { IndexEntry, IndexFilter, IndexHit, IndexQuery, RecallIndex } from "../recall-index.js";
import type { VectorSpace } from "../vector-space.js";
import { candidatesRequest } from "./candidates-request.js";
import {
  buildBeside,
  dropCollection,
  prepareCollection,
  type ServerAbilities,
  switchTo,
} from "./collection.js";
import { describeHits } from "./describe-hits.js";
import { isNotFound } from "./errors.js";
import { type Filter, passesNothing, passing, statisticsOf } from "./filter.js";
import { toPoint } from "./points.js";
import { Rarities } from "./rarities.js";
import { type Api, type QdrantOptions, QdrantServer } from "./server.js";
import { weighQuery } from "./weighted-query.js";

export interface QdrantIndexOptions extends QdrantOptions {
  /** Alias of the collection. */
  collection: string;
  /** What the embedder gives; null without one. */
  vectors: VectorSpace | null;
}

/** Points of one request; the server takes 32 MB. */
const BATCH = 100;
/** The point that holds the cursor. It is of no scope, so that no search can find it. */
const CURSOR_POINT = "7a2c6f0e-41c2-5d1b-9d4e-0d1f0a5c3b77";
const CursorPayload = z.object({ cursor: z.number() });

/** The recall index on a Qdrant server. Nothing is asked of the server before the first use. */
export class QdrantRecallIndex implements RecallIndex {
  readonly name = "qdrant";
  private readonly server: QdrantServer;
  private readonly options: QdrantIndexOptions;
  private readonly rarities: Rarities;
  /** The alias, or the collection that is being built. */
  private readonly collection: string;
  private prepared: Promise<ServerAbilities> | null = null;

  private constructor(
    options: QdrantIndexOptions,
    building: { name: string; abilities: ServerAbilities } | null,
  ) {
    this.options = options;
    this.server = new QdrantServer(options);
    this.collection = building?.name ?? options.collection;
    if (building !== null) this.prepared = Promise.resolve(building.abilities);
    const count = async (filter: Filter) => await this.countPoints(filter);
    const bestScores = async (searches: Search[]) => await this.bestScores(searches);
    this.rarities = new Rarities({ count, bestScores }, Date.now);
  }

  static connect(options: QdrantIndexOptions): QdrantRecallIndex {
    return new QdrantRecallIndex(options, null);
  }

  /** An empty index beside the one in use, which goes on serving until `switchOver`. */
  static async buildBeside(options: QdrantIndexOptions): Promise<QdrantRecallIndex> {
    const building = await buildBeside(new QdrantServer(options), {
      alias: options.collection,
      vectors: options.vectors,
    });
    return new QdrantRecallIndex(options, building);
  }

  /** What was built here is the index from now on, in one step. */
  async switchOver(): Promise<void> {
    await switchTo(this.server, this.options.collection, this.collection);
  }

  /** Drops what was built here. */
  async drop(): Promise<void> {
    await dropCollection(this.server, this.collection);
  }

  /** Makes or checks the collection. Throws MnemeError("bad_config" | "storage") where it cannot be used as it is. */
  async prepare(): Promise<ServerAbilities> {
    const { collection: alias, vectors } = this.options;
    this.prepared ??= prepareCollection(this.server, { alias, vectors });
    try {
      return await this.prepared;
    } catch (error) {
      this.prepared = null;
      throw error;
    }
  }

  async upsert(entries: readonly IndexEntry[]): Promise<void> {
    const latest = [...new Map(entries.map((entry) => [entry.id, entry])).values()];
    const points = latest.map((entry) => toPoint(entry, this.options.vectors?.dimensions ?? null));
    for (let start = 0; start < points.length; start += BATCH)
      await this.put(points.slice(start, start + BATCH));
    this.rarities.noteWritten(points.length);
  }

  async remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const { status } = await this.call("removing points", (api, init, collection_name) =>
      api.deletePoints({ collection_name, wait: true, points: [...ids] }, init),
    );
    checkDone(status);
    this.rarities.noteWritten(ids.length);
  }

  async search(query: IndexQuery): Promise<IndexHit[]> {
    if (passesNothing(query.filter) || query.limit < 1) return [];
    const asked = { ...query, vector: this.checkQueryVector(query.vector) };
    const { scopedStatistics } = await this.prepare();
    const params = statisticsOf(asked.reader, scopedStatistics);
    const weighted = await weighQuery(this.rarities, asked, params);
    const request = candidatesRequest(asked, weighted, params);
    if (request === null) return [];
    const { points } = await this.call("searching", (api, init, collection_name) =>
      api.queryPoints({ collection_name, ...request }, init),
    );
    return describeHits(points, asked, weighted);
  }

  async count(reader: ReadScope, filter: IndexFilter): Promise<number> {
    return passesNothing(filter) ? 0 : await this.countPoints(passing(reader, filter));
  }

  /** Checks the collection too, which another process may have made anew for another embedding model. */
  async cursor(): Promise<number> {
    if (this.collection === this.options.collection) this.prepared = null;
    const [point] = await this.call("reading the cursor", (api, init, collection_name) =>
      api.getPoints({ collection_name, ids: [CURSOR_POINT], with_payload: true }, init),
    );
    return point === undefined ? 0 : CursorPayload.parse(point.payload).cursor;
  }

  async setCursor(cursor: number): Promise<void> {
    await this.put([{ id: CURSOR_POINT, vector: {}, payload: { cursor } }]);
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }

  private async put(points: Schemas["PointStruct"][]): Promise<void> {
    const { status } = await this.call("writing points", (api, init, collection_name) =>
      api.upsertPoints({ collection_name, wait: true, points }, init),
    );
    checkDone(status);
  }

  private async countPoints(filter: Filter): Promise<number> {
    const { count } = await this.call("counting", (api, init, collection_name) =>
      api.countPoints({ collection_name, filter, exact: true }, init),
    );
    return count;
  }

  private async bestScores(searches: Search[]): Promise<(number | null)[]> {
    const answers = await this.call("looking up words", (api, init, collection_name) =>
      api.queryBatchPoints({ collection_name, searches }, init),
    );
    return answers.map(({ points }) => points[0]?.score ?? null);
  }

  private checkQueryVector(vector: Float32Array | null): Float32Array | null {
    if (vector === null || vector.every((value) => value === 0)) return null;
    const { vectors, collection } = this.options;
    if (vector.length === vectors?.dimensions) return vector;
    throw new MnemeError(
      "bad_config",
      `Qdrant's collection "${collection}" holds vectors of ${vectors?.dimensions ?? 0} dimensions, the embedder gives ${vector.length}: run "mneme memory reindex" for the new model`,
    );
  }

  private async call<T>(what: string, request: Request<T>): Promise<NonNullable<T>> {
    await this.prepare();
    try {
      return await this.server.call(what, (api, init) => request(api, init, this.collection));
    } catch (error) {
      // Dropped meanwhile: it is made again at the next use.
      if (isNotFound(error) && this.collection === this.options.collection) this.prepared = null;
      throw error;
    }
  }
}

type Search = Schemas["QueryRequest"];
type Request<T> = (api: Api, init: RequestInit, collection: string) => Promise<{ data: { result?: T } }>;

function checkDone(status: string): void {
  if (status === "completed") return;
  throw new MnemeError("unavailable", `Qdrant has taken a change and not done it in time (${status})`, {
    retryable: true,
  });
}
