import { z } from "zod";
import { messageOf } from "../../errors.js";
import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import { said, shape } from "../observe.js";
import type { ActingRoom } from "../room.js";

const Answer = z.object({
  results: z.array(z.object({ url: z.string(), title: z.string().catch(""), content: z.string().catch("") })),
});

const TIMEOUT_MS = 15_000;
const MOST_BYTES = 1024 * 1024;
const MOST_RESULTS = 5;

/** Off by default. Results from other hosts than the allowed are dropped; what is left is untrusted text. */
export async function searchWeb(
  { parameters }: PlanOf<"search_web">,
  room: ActingRoom,
): Promise<Observation> {
  const { web } = room.deps;
  if (web === null) return said(false, "not searched: web search is off");
  if (room.context.trigger.scope.visibility === "private")
    return said(false, "not searched: the text of a private repository is not sent to a search engine");
  const url = new URL("search", web.url.endsWith("/") ? web.url : `${web.url}/`);
  const query = await shape(parameters.query.slice(0, 300), room.deps);
  url.search = new URLSearchParams({ q: query, format: "json" }).toString();
  try {
    const signal = AbortSignal.any([room.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await fetch(url, { signal, redirect: "error", headers: { accept: "application/json" } });
    if (!response.ok)
      return said(false, `not searched: the search endpoint answered ${response.status}`, "web");
    const parsed = Answer.safeParse(JSON.parse(await readAtMost(response, MOST_BYTES)));
    if (!parsed.success)
      return said(false, "not searched: the endpoint's answer has no results in JSON", "web");
    return await tell(parsed.data.results, web.hosts, room);
  } catch (error) {
    return said(false, `not searched: ${messageOf(error)}`, "web");
  }
}

async function tell(
  results: z.infer<typeof Answer>["results"],
  hosts: readonly string[],
  room: ActingRoom,
): Promise<Observation> {
  const allowed = results.filter(({ url }) => isAllowed(url, hosts)).slice(0, MOST_RESULTS);
  if (allowed.length === 0) return said(false, "the web holds nothing on the allowed hosts", "web");
  const lines = allowed.map(({ url, title, content }) => `${title}\n${url}\n${content}`);
  return said(
    true,
    `${allowed.length} pages (untrusted text)`,
    "web",
    await shape(lines.join("\n\n"), room.deps),
  );
}

function isAllowed(text: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return false;
  return hosts.some((host) => url.hostname === host || url.hostname.endsWith(`.${host}`));
}

async function readAtMost(response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  if (body === null) return "";
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > most) throw new Error(`the search endpoint sent more than ${most} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
