import type { Observation } from "../../planning/observation.js";
import type { PlanOf } from "../../planning/plan.js";
import { shellQuote } from "../../util/shell-quote.js";
import { chooseRef, isCommit, namesOfRefs, refPatterns } from "../choose-ref.js";
import { observeExec, said } from "../observe.js";
import type { ActingRoom } from "../room.js";

/** Largest single file that fetching may write, in KiB: the pack of a shallow clone is one file. */
const MOST_KIB = 256 * 1024;
const CLONE_TIMEOUT_MS = 180_000;

const LIST_TIMEOUT_MS = 30_000;
const GIT = "git -c core.hooksPath=/dev/null -c protocol.allow=never -c protocol.https.allow=always";
const ENVIRONMENT = { GIT_TERMINAL_PROMPT: "0", GIT_CONFIG_NOSYSTEM: "1" };

/**
 * https only, shallow, without hooks, prompts or other protocols. At the tag or branch of the version that is named, or
 * at the commit, where there is one; else the default branch, and the observation says so.
 */
export async function cloneRepository(
  { parameters }: PlanOf<"clone_repository">,
  room: ActingRoom,
): Promise<Observation> {
  const { url: address, ref: wanted } = parameters;
  if (!room.canRun) return said(false, "not fetched: no sandbox may be used in this run");
  const url = safeUrl(address, room.deps.cloneHosts);
  if (typeof url === "string") return said(false, `not fetched: ${url}`);
  if (wanted !== null && !isRef(wanted))
    return said(false, "not fetched: that is no name of a version, a branch or a tag");
  const ref = wanted === null ? null : await findRef(url, wanted, room);
  if (wanted !== null && ref === null && isCommit(wanted)) {
    const fetched = await fetchWith(commitCommand(url, wanted), wanted, room);
    if (fetched.ok) return fetched;
    await room.exec("rm -rf ./.git");
  }
  return await fetchWith(cloneCommand(url, ref), whichOne(wanted, ref), room);
}

async function fetchWith(command: string, which: string, room: ActingRoom): Promise<Observation> {
  const result = await room.exec(command, { timeout_ms: CLONE_TIMEOUT_MS, env: ENVIRONMENT });
  const observation = await observeExec(result, command, room);
  if (!observation.ok) return observation;
  room.passed.push(command);
  return { ...observation, summary: `${observation.summary} (${which})` };
}

function whichOne(wanted: string | null, ref: string | null): string {
  if (ref !== null) return ref;
  if (wanted === null) return "the default branch";
  const kinds = isCommit(wanted) ? "no tag, branch or commit" : "no tag or branch";
  return `the default branch: ${kinds} of ${wanted} was found`;
}

/** What the repository itself calls the version; null where it has no such name, or does not answer. */
async function findRef(url: URL, wanted: string, room: ActingRoom): Promise<string | null> {
  const project =
    url.pathname
      .split("/")
      .at(-1)
      ?.replace(/\.git$/, "") ?? "";
  const patterns = refPatterns(wanted, project).map(shellQuote).join(" ");
  const command = `${GIT} ls-remote --quiet --refs --heads --tags -- ${addressOf(url)} ${patterns}`;
  const result = await room.exec(command, { timeout_ms: LIST_TIMEOUT_MS, env: ENVIRONMENT });
  if (result.exit_code !== 0) return null;
  return chooseRef(wanted, project, namesOfRefs(result.output).filter(isRef));
}

/** The URL, or why it is not taken. */
function safeUrl(text: string, hosts: readonly string[]): URL | string {
  if (!URL.canParse(text)) return "that is no URL";
  const url = new URL(text);
  if (url.protocol !== "https:") return "only https is used";
  if (url.username !== "" || url.password !== "") return "the URL carries credentials";
  if (!hosts.includes(url.host)) return `${url.host} is not among the hosts to fetch from`;
  if (!/^\/[\w.-]{1,100}\/[\w.-]{1,100}$/.test(url.pathname)) return "that is no repository's address";
  return url;
}

function isRef(ref: string): boolean {
  return /^@?\w[\w./+@-]{0,120}$/.test(ref) && !ref.includes("..");
}

/** Into the working folder itself, which is empty at the start of a run. */
function cloneCommand(url: URL, ref: string | null): string {
  const branch = ref === null ? "" : ` --branch ${shellQuote(ref)}`;
  return limited(`${GIT} clone --quiet --depth 1 --single-branch --no-tags${branch} -- ${addressOf(url)} .`);
}

const WHOLE_HASH = 40;

/** A server gives a commit by its whole hash alone; to know one by its beginning takes all commits, without files. */
function commitCommand(url: URL, commit: string): string {
  const sha = shellQuote(commit);
  if (commit.length < WHOLE_HASH)
    return limited(
      `${GIT} clone --quiet --filter=tree:0 --no-checkout --no-tags -- ${addressOf(url)} . && ${GIT} checkout --quiet --detach ${sha}`,
    );
  return limited(
    `git init --quiet . && ${GIT} fetch --quiet --depth 1 --no-tags -- ${addressOf(url)} ${sha} && ${GIT} checkout --quiet --detach FETCH_HEAD`,
  );
}

function limited(commands: string): string {
  return `(ulimit -f ${MOST_KIB}; ${commands}) && git log -1 --format='%H %cs'`;
}

function addressOf(url: URL): string {
  return shellQuote(`${url.origin}${url.pathname}`);
}
