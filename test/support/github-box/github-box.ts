import { generateKeyPairSync, type KeyObject, verify } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiDescription } from "./description.js";
import { BoxGraphql } from "./graphql.js";
import { type BoxAnswer, ROUTES, error } from "./routes.js";
import { BoxState } from "./state.js";

/** What goes wrong with a request: answered instead of the truth, or after the work was done ("afterwards"). */
export interface Fault {
  /** "POST /repos/octo/site/issues/1/comments"; a pattern is tried on this text. */
  on: RegExp;
  /** How often. Default 1. */
  times?: number;
  /** Null: no answer at all, the connection stays open. Default 500, or the truth where there is a delay. */
  status?: number | null;
  headers?: Record<string, string>;
  body?: unknown;
  /** The request is worked before it goes wrong, as behind a gateway that gives up. Default false. */
  afterwards?: boolean;
  delayMs?: number;
  /** What happens at GitHub before the request is worked. */
  meanwhile?: () => void;
}

export interface SeenRequest {
  method: string;
  path: string;
  body: unknown;
}

/** An outage, one that comes after the work was done, both kinds of rate limit by both statuses. */
const WAYS_TO_FAIL: readonly Omit<Fault, "on">[] = [
  { status: 500 },
  { status: 502, afterwards: true },
  { status: 429, headers: { "retry-after": "1" } },
  { status: 403, headers: { "retry-after": "4" } },
];

let description: ApiDescription | null = null;

/**
 * GitHub in a box: an HTTP server with a state, answering the calls that mneme makes. Every request and every answer is
 * checked against GitHub's OpenAPI description (and its GraphQL schema): what does not fit is a violation, and
 * `stop()` throws if there was one.
 */
export class GithubBox {
  readonly state: BoxState;
  readonly requests: SeenRequest[] = [];
  readonly violations: string[] = [];
  readonly privateKey: string;
  readonly #publicKey: KeyObject;
  readonly #server: Server;
  readonly #graphql: BoxGraphql;
  readonly #faults: (Fault & { left: number })[] = [];
  #chance = { share: 0, random: () => 1 };
  #url = "";

  private constructor(app: { id: number; slug: string }) {
    this.state = new BoxState(app);
    this.#graphql = new BoxGraphql(this.state);
    const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    this.privateKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    this.#publicKey = publicKey;
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((failure: unknown) => {
        this.violations.push(`the box failed: ${String(failure)}`);
        response.writeHead(500).end();
      });
    });
  }

  static async start(app = { id: 99, slug: "mneme" }): Promise<GithubBox> {
    description ??= new ApiDescription();
    const box = new GithubBox(app);
    await new Promise<void>((resolve) => box.#server.listen(0, "127.0.0.1", resolve));
    box.#url = `http://127.0.0.1:${String((box.#server.address() as AddressInfo).port)}`;
    return box;
  }

  get url(): string {
    return this.#url;
  }

  inject(fault: Fault): void {
    this.#faults.push({ ...fault, left: fault.times ?? 1 });
  }

  /** This share of all requests goes wrong from now on, in one of GitHub's ways; 0 for none. `random`: in [0, 1). */
  injectByChance(share: number, random: () => number): void {
    this.#chance = { share, random };
  }

  clearFaults(): void {
    this.#faults.length = 0;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    if (this.violations.length > 0)
      throw new Error(`GitHub's description was violated:\n${[...new Set(this.violations)].join("\n")}`);
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const text = Buffer.concat(pieces).toString("utf8");
    const method = request.method ?? "GET";
    const url = new URL(request.url ?? "/", this.#url);
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    this.requests.push({ method, path: url.pathname, body });
    const fault = this.#takeFault(`${method} ${url.pathname}`);
    if (fault?.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, fault.delayMs));
    fault?.meanwhile?.();
    const isOnlySlow = (fault?.delayMs ?? fault?.meanwhile) !== undefined && fault?.status === undefined;
    if (fault !== null && !isOnlySlow && fault.afterwards !== true) {
      sendFault(response, fault);
      return;
    }
    const authorization = request.headers.authorization ?? "";
    const answer = await this.#work({ method, url, body, authorization, headers: request.headers });
    if (fault === null || isOnlySlow) send(response, answer.status, answer.body, answer.headers);
    else sendFault(response, fault);
  }

  #takeFault(text: string): Fault | null {
    const fault = this.#faults.find(({ on, left }) => left > 0 && on.test(text));
    if (fault === undefined) return this.#takeChance(text);
    fault.left -= 1;
    return fault;
  }

  #takeChance(text: string): Fault | null {
    const { share, random } = this.#chance;
    if (random() >= share) return null;
    return { on: /./, ...WAYS_TO_FAIL[Math.floor(random() * WAYS_TO_FAIL.length)], body: error(text, 500) };
  }

  async #work(request: {
    method: string;
    url: URL;
    body: unknown;
    authorization: string;
    headers: IncomingMessage["headers"];
  }): Promise<{ status: number; body: unknown; headers?: Record<string, string> }> {
    const { method, url, body, authorization, headers } = request;
    const caller = this.#authenticate(authorization);
    if (caller === null) return { status: 401, body: error("Bad credentials", 401) };
    const installation = caller === "app" ? null : caller;
    const refusal = installation === null ? null : refuseCaller(this.state, installation);
    if (refusal !== null) return refusal;
    if (method === "POST" && url.pathname === "/graphql")
      return await this.#answerGraphql(body, installation);
    const found = description?.find(method, url.pathname) ?? null;
    const route = found === null ? undefined : ROUTES[`${found.method} ${found.template}`];
    if (found === null || route === undefined)
      return this.#violate(`${method} ${url.pathname}: unknown to the box`);
    const wrong = description?.checkRequest(found, url.searchParams, body) ?? [];
    if (wrong.length > 0) return this.#violate(`${method} ${found.template}: ${wrong.join("; ")}`);
    const place = placeNow(this.state, url.pathname);
    if (place !== url.pathname) return redirect(method, new URL(`${place}${url.search}`, this.#url));
    const answer = route({
      state: this.state,
      parameters: found.parameters,
      query: url.searchParams,
      body: (body ?? {}) as Record<string, unknown>,
      headers,
      installation,
    });
    const invalid = description?.checkResponse(found, answer.status, answer.body) ?? [];
    if (invalid.length > 0)
      return this.#violate(`answer of ${method} ${found.template}: ${invalid.join("; ")}`);
    return { ...answer, headers: { ...answer.headers, link: linkHeader(url, answer) } };
  }

  async #answerGraphql(
    body: unknown,
    installation: number | null,
  ): Promise<{ status: number; body: unknown }> {
    const { query, variables } = body as { query: string; variables?: Record<string, unknown> };
    const answer = await this.#graphql.answer(query, variables ?? {}, installation);
    for (const { message } of answer.errors ?? []) this.violations.push(`GraphQL: ${message}`);
    return { status: 200, body: answer };
  }

  #violate(what: string): { status: number; body: unknown } {
    this.violations.push(what);
    return { status: 422, body: error(`the box refuses: ${what}`, 422) };
  }

  /** "app" for a valid JWT of this app, the installation's id for one of its tokens, null for anything else. */
  #authenticate(authorization: string): "app" | number | null {
    const token = /^(?:token|bearer) (.+)$/i.exec(authorization)?.[1] ?? "";
    const installation = /^ghs_(\d+)$/.exec(token)?.[1];
    if (installation !== undefined) return Number(installation);
    const [header = "", claims = "", signature = ""] = token.split(".");
    const isSigned =
      signature !== "" &&
      verify(
        "RSA-SHA256",
        Buffer.from(`${header}.${claims}`),
        this.#publicKey,
        Buffer.from(signature, "base64url"),
      );
    return isSigned ? "app" : null;
  }
}

/** Tokens live on for a while when their installation does not. */
function refuseCaller(state: BoxState, installation: number): BoxAnswer | null {
  const trouble = state.troubledInstallations.get(installation);
  if (trouble === undefined) return null;
  if (trouble === null) return { status: 401, body: error("Bad credentials", 401) };
  return { status: 403, body: error("This installation has been suspended", 403) };
}

/** Under which path that is found what another one named once: a renamed repository, a transferred issue. */
function placeNow(state: BoxState, path: string): string {
  const [, root = "", owner = "", name = "", ...rest] = path.split("/");
  if (root !== "repos") return path;
  const key = decodeURIComponent(`${owner}/${name}`).toLowerCase();
  const [part = "", number = "", ...more] = rest;
  const moved = part === "issues" ? state.moved.get(`${key}#${number}`) : undefined;
  if (moved !== undefined) return ["/repos", moved.replace("#", "/issues/"), ...more].join("/");
  const renamed = state.repositories.has(key) ? undefined : state.moved.get(key);
  return renamed === undefined ? path : ["/repos", renamed, ...rest].join("/");
}

/** GitHub leads readers on; whoever writes has to go there himself. */
function redirect(method: string, to: URL): BoxAnswer {
  if (method !== "GET") return { status: 404, body: error("Not Found", 404) };
  return { status: 301, body: error("Moved Permanently", 301), headers: { location: to.href } };
}

function sendFault(response: ServerResponse, fault: Fault): void {
  if (fault.status === null) return;
  const status = fault.status ?? 500;
  send(response, status, fault.body ?? error("it went wrong", status), fault.headers);
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== ""));
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...given });
  response.end(JSON.stringify(body));
}

function linkHeader(url: URL, { total, cursor }: BoxAnswer): string {
  if (cursor !== undefined) {
    const next = new URL(url);
    next.searchParams.set("cursor", cursor);
    return `<${next.href}>; rel="next"`;
  }
  if (total === undefined) return "";
  const size = Number(url.searchParams.get("per_page") ?? 30);
  const number = Number(url.searchParams.get("page") ?? 1);
  if (number * size >= total) return "";
  const next = new URL(url);
  next.searchParams.set("page", String(number + 1));
  return `<${next.href}>; rel="next"`;
}
