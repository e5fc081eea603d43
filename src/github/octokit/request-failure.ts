import { z } from "zod";
import type { LimitAnswer } from "./read-limits.js";

/** The part of Octokit's RequestError that is read. */
const RequestFailure = z.object({
  status: z.number(),
  message: z.string().catch(""),
  response: z
    .object({
      headers: z.record(z.string(), z.union([z.string(), z.number()]).optional()).catch({}),
      data: z
        .object({ documentation_url: z.string().optional(), message: z.string().optional() })
        .optional()
        .catch(undefined),
    })
    .optional(),
});

const MOST_WORDS = 200;

/** What GitHub answered when it refused. */
export interface ReadFailure extends LimitAnswer {
  /** False where no answer came: Octokit calls that a 500. */
  answered: boolean;
  /** GitHub's own words for it, empty where it has none. */
  words: string;
}

/** Null for what is no error of a request: no status at all (a timeout, a refused connection, an answer without JSON). */
export function readFailure(error: unknown): ReadFailure | null {
  const parsed = RequestFailure.safeParse(error);
  if (!parsed.success) return null;
  const { status, message, response } = parsed.data;
  return {
    status,
    message,
    headers: response?.headers ?? {},
    documentationUrl: response?.data?.documentation_url ?? "",
    answered: response !== undefined,
    words: response?.data?.message?.slice(0, MOST_WORDS) ?? "",
  };
}
