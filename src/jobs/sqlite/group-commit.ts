export interface GroupCommitOptions<Item, Result> {
  /** Runs its argument as one transaction: all of it is kept, or nothing. */
  transact: (work: () => Result[]) => Result[];
  write: (item: Item) => Result;
  /** Called after the commit, before those who wait go on. */
  onCommit: (results: readonly Result[]) => void;
}

interface Waiting<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/** What arrives within one turn of the event loop is written in one transaction: one commit for all of a burst. */
export class GroupCommit<Item, Result> {
  readonly #options: GroupCommitOptions<Item, Result>;
  #waiting: Waiting<Item, Result>[] = [];

  constructor(options: GroupCommitOptions<Item, Result>) {
    this.#options = options;
  }

  /** Resolves after the commit; rejects with what the transaction threw. */
  add(item: Item): Promise<Result> {
    if (this.#waiting.length === 0) setImmediate(() => this.flush());
    return new Promise((resolve, reject) => this.#waiting.push({ item, resolve, reject }));
  }

  /** Writes what waits, now. */
  flush(): void {
    const group = this.#waiting;
    if (group.length === 0) return;
    this.#waiting = [];
    const { transact, write, onCommit } = this.#options;
    let results: Result[];
    try {
      results = transact(() => group.map(({ item }) => write(item)));
    } catch (error) {
      for (const { reject } of group) reject(error);
      return;
    }
    onCommit(results);
    group.forEach(({ resolve }, n) => resolve(results[n] as Result));
  }
}
