import type { ReadScope, Scope } from "../../scope.js";
import type { FieldAverages } from "../analysis/bm25f.js";
import type { TermVector } from "../analysis/term-vector.js";
import { readablePartitions } from "./filter-sql.js";
import { BLOCK_BITS } from "./postings.js";
import type { Statements } from "./statements.js";

/** Documents are numbered within their partition, so that a partition's postings lie close together. */
export const ORDINALS = 2 ** 26;

/**
 * What is read together and kept apart from everything else: the public entries of an installation, or the
 * private ones of one repository.
 */
export interface Partition {
  id: number;
  next_ordinal: number;
  /** The terms of so many blocks, from the first on, are in `counts`. */
  counted_blocks: number;
  documents: number;
  title_length: number;
  text_length: number;
}

export function partitionsFor(statements: Statements, reader: ReadScope): Partition[] {
  const readable = readablePartitions(reader);
  return statements
    .of<unknown[], Partition>(`SELECT * FROM partitions WHERE ${readable.sql} ORDER BY id`)
    .all(...readable.values);
}

/** The block that is being filled; those before it are full. */
export function lastBlock({ next_ordinal }: Partition): number {
  return Math.max(0, next_ordinal - 1) >>> BLOCK_BITS;
}

/** Those whose terms are not in `counts`: one, but while a batch fills it. */
export function openBlocks(partition: Partition): number[] {
  const { counted_blocks } = partition;
  return Array.from(
    { length: lastBlock(partition) - counted_blocks + 1 },
    (_, place) => counted_blocks + place,
  );
}

export function averagesOf(partitions: readonly Partition[]): FieldAverages & { documents: number } {
  const documents = sum(partitions.map((partition) => partition.documents));
  return {
    documents,
    titleLength: sum(partitions.map((partition) => partition.title_length)) / Math.max(1, documents),
    textLength: sum(partitions.map((partition) => partition.text_length)) / Math.max(1, documents),
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** The counts of partitions while a batch is written; read at first use, written back by `flush`. */
export class PartitionBook {
  private readonly open = new Map<string, Partition>();
  private readonly byId = new Map<number, Partition>();
  private readonly statements: Statements;

  constructor(statements: Statements) {
    this.statements = statements;
  }

  of({ installation, visibility, repository }: Scope): Partition {
    const key = [installation, visibility, visibility === "public" ? "" : repository];
    const name = key.join("\n");
    const known = this.open.get(name);
    if (known !== undefined) return known;
    const partition = this.find(key) ?? this.make(key);
    const shared = this.byId.get(partition.id) ?? partition;
    this.open.set(name, shared);
    this.byId.set(shared.id, shared);
    return shared;
  }

  byNumber(id: number): Partition {
    const known = this.byId.get(id);
    if (known !== undefined) return known;
    const partition = this.statements
      .of<[number], Partition>("SELECT * FROM partitions WHERE id = ?")
      .get(id);
    if (partition === undefined) throw new Error(`no partition ${id} in the recall index`);
    this.byId.set(id, partition);
    return partition;
  }

  flush(): void {
    const write = this.statements.of(
      `UPDATE partitions SET next_ordinal = @next_ordinal, counted_blocks = @counted_blocks, documents = @documents, title_length = @title_length,
         text_length = @text_length WHERE id = @id`,
    );
    for (const partition of this.byId.values()) write.run(partition);
  }

  /** First, and no upsert: to update a row that entries refer to, SQLite looks through all of them. */
  private find(key: string[]): Partition | undefined {
    return this.statements
      .of<string[], Partition>(
        "SELECT * FROM partitions WHERE installation = ? AND visibility = ? AND repository = ?",
      )
      .get(...key);
  }

  private make(key: string[]): Partition {
    const made = this.statements
      .of<string[], Partition>(
        "INSERT INTO partitions (installation, visibility, repository) VALUES (?, ?, ?) RETURNING *",
      )
      .get(...key);
    if (made === undefined) throw new Error("SQLite gave no row back for a partition");
    return made;
  }
}

export function countDocument(partition: Partition, vector: TermVector, sign: 1 | -1): void {
  partition.documents += sign;
  partition.title_length += sign * vector.titleLength;
  partition.text_length += sign * vector.textLength;
}
