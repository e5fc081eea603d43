/** What a server and a worker process that it started tell each other over their IPC channel. */
export type ToWorker = { kind: "wake" } | { kind: "stop"; graceMs: number };

/** The worker takes jobs from now on. */
export interface FromWorker {
  kind: "ready";
}

export function isFromWorker(message: unknown): message is FromWorker {
  return kindOf(message) === "ready";
}

export function isToWorker(message: unknown): message is ToWorker {
  return kindOf(message) === "wake" || kindOf(message) === "stop";
}

function kindOf(message: unknown): unknown {
  return typeof message === "object" && message !== null && "kind" in message ? message.kind : null;
}
