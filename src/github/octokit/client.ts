import { ProbotOctokit } from "probot";

export type Client = InstanceType<typeof ProbotOctokit>;

/** Gives the client of one installation ("0": of no installation), authenticated. */
export type ClientProvider = (installation: string) => Promise<Client>;

export interface ClientOptions {
  /** Milliseconds until a request without an answer fails. Default 20,000. */
  timeoutMs?: number;
  /** Tries again after a 5xx answer so often, with growing pauses. Default 2. */
  retries?: number;
  /** Keeps GitHub's pace (one write a second, one comment every three). Default true. */
  paced?: boolean;
}

/** A rate limit that ends within this time is waited for; a longer one goes back to the queue. */
const LONGEST_WAIT_SECONDS = 60;

/** Statuses that another try would not change. 429 is here because the throttle, which reads its headers, owns it. */
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
  // The function form: with an object Probot's own limit handlers would win, and retry nothing.
  return withPinnedVersion.defaults((given: Record<string, unknown>) => ({
    ...given,
    request: { ...asObject(given["request"]), fetch: fetchInTime },
    retry: { ...asObject(given["retry"]), doNotRetry: DO_NOT_RETRY, retries: options.retries ?? 2 },
    throttle: {
      ...asObject(given["throttle"]),
      enabled: options.paced ?? true,
      onRateLimit: waitOnce,
      onSecondaryRateLimit: waitOnce,
    },
  }));
}

/** For the command line: with a person's token, or with none for what is public. */
export function createTokenClient(
  token: string | null,
  baseUrl: string,
  options: ClientOptions = {},
): Client {
  const ClientClass = createClientClass(options);
  const log = { debug: ignore, info: ignore, warn: ignore, error: ignore };
  return new ClientClass({ baseUrl, log, ...(token === null ? {} : { auth: { token } }) });
}

/** Octokit would write to the console. */
function ignore(): void {
  return undefined;
}

function waitOnce(afterSeconds: number, _options: unknown, _octokit: unknown, retryCount: number): boolean {
  return retryCount < 1 && afterSeconds <= LONGEST_WAIT_SECONDS;
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
