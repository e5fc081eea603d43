import { ProbotOctokit } from "probot";
import { type LimitedRequest, type Patience, sendWithinLimits } from "./honour-limits.js";
import { RateGate } from "./rate-gate.js";

export type Client = InstanceType<typeof ProbotOctokit>;

/** Gives the client of one installation ("0": of no installation), authenticated. */
export type ClientProvider = (installation: string) => Promise<Client>;

export interface ClientOptions {
  /** Milliseconds until a request without an answer fails. Default 20,000. */
  timeoutMs?: number;
  /** Tries again after a 5xx answer so often, with growing pauses. Default 2. */
  retries?: number;
  /** Keeps GitHub's pace (one write a second, 80 comments a minute, 500 an hour). Default true. */
  paced?: boolean;
  /** Processes that write for the same installations now, among which the pace is divided. Default 1. */
  senders?: () => number;
  /**
   * A turn, or the end of a rate limit, that is so near is waited for; for a longer one the request is refused with
   * "rate_limited". Default 3,000: a job that has to wait longer is given back to the queue. What the app asks for itself
   * is nobody's job, and waits up to 90,000.
   */
  patienceMs?: number;
  /** The clock of pace and limits; replaced in tests. */
  clock?: Pick<Patience, "now" | "sleep">;
}

const PATIENCE_OF_A_JOB_MS = 3_000;
/** Longer than a secondary limit of which GitHub does not say when it ends. */
const PATIENCE_OF_THE_APP_MS = 90_000;

/** The command line works on one thing and has nothing else to do meanwhile. */
const PATIENCE_OF_A_PERSON_MS = 60_000;

const SYSTEM_CLOCK: Pick<Patience, "now" | "sleep"> = {
  now: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Statuses that another try would not change. 429 is here because its headers say when (see honour-limits.ts). */
const DO_NOT_RETRY = [400, 401, 403, 404, 409, 410, 422, 429, 451];

const withPinnedVersion = ProbotOctokit.plugin((octokit) => {
  octokit.hook.before("request", (options) => {
    options.headers["x-github-api-version"] = "2022-11-28";
  });
  return {};
});

/** The Octokit class for Probot and for the command line: GitHub's limits honoured, every request ends. */
export function createClientClass(options: ClientOptions = {}): typeof ProbotOctokit {
  const fetchInTime = createTimedFetch(options.timeoutMs ?? 20_000);
  const clock = { ...SYSTEM_CLOCK, ...options.clock };
  const gates = new Map<string, RateGate>();
  // Octokit's own throttle waits inside the request, one group for all installations, and knows no hourly limit.
  const withLimits = withPinnedVersion.plugin((octokit, given: { auth?: unknown }) => {
    const installation = installationOf(given.auth);
    const usual = installation === null ? PATIENCE_OF_THE_APP_MS : PATIENCE_OF_A_JOB_MS;
    const patience = { ...clock, atMostMs: options.patienceMs ?? usual };
    const gate = gateOf(
      gates,
      installation,
      () => new RateGate(clock.now, options.paced ?? true, options.senders),
    );
    octokit.hook.wrap("request", (send, request) =>
      sendWithinLimits(request as LimitedRequest, gate, patience, async () => await send(request)),
    );
    return {};
  });
  // The function form: with an object Probot's own settings would win.
  return withLimits.defaults((given: Record<string, unknown>) => ({
    ...given,
    request: { ...asObject(given["request"]), fetch: fetchInTime },
    retry: { ...asObject(given["retry"]), doNotRetry: DO_NOT_RETRY, retries: options.retries ?? 2 },
    throttle: { enabled: false },
  }));
}

/** Clients of one installation share its gate, however many are made; the app itself and a person's token have their own. */
function gateOf(gates: Map<string, RateGate>, installation: number | null, make: () => RateGate): RateGate {
  const key = installation === null ? "" : String(installation);
  const gate = gates.get(key) ?? make();
  gates.set(key, gate);
  return gate;
}

function installationOf(auth: unknown): number | null {
  const installation = asObject(auth)["installationId"];
  return typeof installation === "number" ? installation : null;
}

/** For the command line: with a person's token, or with none for what is public. */
export function createTokenClient(
  token: string | null,
  baseUrl: string,
  options: ClientOptions = {},
): Client {
  const ClientClass = createClientClass({ patienceMs: PATIENCE_OF_A_PERSON_MS, ...options });
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return new ClientClass({ baseUrl, log, ...(token === null ? {} : { auth: { token } }) });
}

/** Octokit would write to the console. */
function ignore(): void {
  return undefined;
}

function createTimedFetch(timeoutMs: number): typeof fetch {
  return async (input, init) => {
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    return await fetch(input, { ...init, signal });
  };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
