import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import { shellQuote } from "../../util/shell-quote.js";
import { observeExec, said } from "../observe.js";
import type { ActingRoom } from "../room.js";

/** Largest single file that fetching may write, in KiB: the pack of a shallow clone is one file. */
const MOST_KIB = 256 * 1024;
const CLONE_TIMEOUT_MS = 180_000;

/** https only, shallow, without hooks, prompts or other protocols; the default branch or a named version. */
export async function cloneRepository(
  { parameters }: PlanOf<"clone_repository">,
  room: ActingRoom,
): Promise<Observation> {
  if (!room.canRun) return said(false, "not fetched: no sandbox may be used in this run");
  const url = safeUrl(parameters.url, room.deps.cloneHosts);
  if (typeof url === "string") return said(false, `not fetched: ${url}`);
  if (parameters.ref !== null && !isRef(parameters.ref))
    return said(false, "not fetched: that is no name of a branch or a tag");
  const command = cloneCommand(url, parameters.ref);
  const result = await room.exec(command, {
    timeout_ms: CLONE_TIMEOUT_MS,
    env: { GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1" },
  });
  const observation = await observeExec(result, command, room.deps);
  if (observation.ok) room.passed.push(command);
  return observation;
}

/** The URL, or why it is not taken. */
function safeUrl(text: string, hosts: readonly string[]): URL | string {
  if (!URL.canParse(text)) return "that is no URL";
  const url = new URL(text);
  if (url.protocol !== "https:") return "only https is used";
  if (url.username !== "" || url.password !== "") return "the URL carries credentials";
  if (url.port !== "" || !hosts.includes(url.hostname))
    return `${url.host} is not among the hosts to fetch from`;
  if (!/^\/[\w.-]{1,100}\/[\w.-]{1,100}$/.test(url.pathname)) return "that is no repository's address";
  return url;
}

function isRef(ref: string): boolean {
  return /^\w[\w./+-]{0,120}$/.test(ref) && !ref.includes("..");
}

/** Into the working folder itself, which is empty at the start of a run. */
function cloneCommand(url: URL, ref: string | null): string {
  const branch = ref === null ? "" : ` --branch ${shellQuote(ref)}`;
  const address = shellQuote(`${url.origin}${url.pathname}`);
  return (
    `(ulimit -f ${MOST_KIB}; git -c core.hooksPath=/dev/null -c protocol.allow=never -c protocol.https.allow=always ` +
    `clone --quiet --depth 1 --single-branch --no-tags${branch} -- ${address} .) && git log -1 --format='%H %cs'`
  );
}
