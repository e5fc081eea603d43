import { QdrantClient } from "@qdrant/js-client-rest";
import { isUnanswered, toMnemeError } from "./errors.js";

export interface QdrantOptions {
  /** "http://127.0.0.1:6333"; port (else 80 or 443) and path are taken as they stand. */
  url: string;
  apiKey?: string | undefined;
  /** Milliseconds for one request. Default 10,000. */
  timeoutMs?: number;
}

export type Api = ReturnType<QdrantClient["api"]>;

/** Before a request that did not arrive is sent once more: all that are sent here may be sent twice. */
const PAUSE_MS = 100;

/** Requests to one Qdrant server, each within a time limit, their failures as MnemeErrors. */
export class QdrantServer {
  readonly url: string;
  private readonly api: Api;
  private readonly timeoutMs: number;

  constructor({ url, apiKey, timeoutMs = 10_000 }: QdrantOptions) {
    const { protocol, hostname, port, pathname } = new URL(url);
    const isSecure = protocol === "https:";
    this.url = url;
    this.timeoutMs = timeoutMs;
    this.api = new QdrantClient({
      host: hostname,
      https: isSecure,
      // The client would make 6333 of a default port, and drop a path.
      port: Number(port) || (isSecure ? 443 : 80),
      prefix: pathname.endsWith("/") ? pathname.slice(0, -1) : pathname,
      ...(apiKey === undefined ? {} : { headers: { "api-key": apiKey } }),
      // Its own timer would replace our signal.
      timeout: Infinity,
      checkCompatibility: false,
    }).api();
  }

  /** `result` of the answer. `what` says in a few words what was to be done. */
  async call<T>(
    what: string,
    request: (api: Api, init: RequestInit) => Promise<{ data: { result?: T } }>,
  ): Promise<NonNullable<T>> {
    const { result } = await this.send(what, request);
    if (result === undefined || result === null)
      throw toMnemeError(this.url, what, "an answer without result");
    return result;
  }

  /** The whole answer. */
  async send<T>(what: string, request: (api: Api, init: RequestInit) => Promise<{ data: T }>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await request(this.api, requestInit(this.timeoutMs))).data;
      } catch (error) {
        if (!isUnanswered(error) || attempt > 0) throw toMnemeError(this.url, what, error);
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }
}

/** Without the client's own dispatcher: it is of an undici that the `fetch` of Node 26 no longer takes. */
function requestInit(timeoutMs: number): RequestInit {
  const init: RequestInit = { signal: AbortSignal.timeout(timeoutMs) };
  Object.assign(init, { dispatcher: undefined });
  return init;
}
