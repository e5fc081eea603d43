import type { BoxComment, BoxIssue, BoxRepository, BoxState } from "../test/support/github-box/state.js";
import { eventPayload, type EventChange } from "../test/support/webhooks.js";
import type { Thread } from "../src/thread/thread.js";
import { readRecordings } from "./recorded-issues.js";
import { randomFrom } from "./synthetic.js";

/** One webhook as GitHub would send it. */
export interface Delivery {
  guid: string;
  event: string;
  action: string;
  installation: number;
  repository: number;
  payload: Record<string, unknown>;
}

export interface Traffic {
  deliveries: Delivery[];
  /** How many of them ask for a reply. */
  triggers: number;
}

const INSTALLATIONS = 50;
export const DELIVERIES_A_THREAD = 10;

/**
 * Fills a box with threads as they are in the end, and gives the deliveries that led there. The thread is the source of
 * truth: whenever a delivery is worked, the same is read, so that what comes of it must not depend on order or time.
 * Each thread is in a private repository of its own, so that no reply depends on what another thread taught before.
 */
export function makeTraffic(state: BoxState, threads: number): Traffic {
  const recordings = readRecordings();
  const traffic: Traffic = { deliveries: [], triggers: 0 };
  for (let n = 0; n < threads; n += 1) {
    const recording = recordings[n % recordings.length];
    if (recording !== undefined) addThread(state, n, recording, traffic);
  }
  return traffic;
}

interface Place {
  repository: BoxRepository;
  issue: BoxIssue;
  n: number;
  traffic: Traffic;
}

function addThread(state: BoxState, n: number, recording: Thread, traffic: Traffic): void {
  const repository = state.addRepository(`octo/site-${String(n)}`, {
    installation: 100 + (n % INSTALLATIONS),
    isPrivate: true,
  });
  const [reporter, maintainer, visitor] = [
    `reporter-${String(n)}`,
    `maintainer-${String(n)}`,
    `visitor-${String(n)}`,
  ];
  state.setRole(repository, maintainer, "maintain");
  state.setRole(repository, reporter, "read");
  state.setRole(repository, visitor, "read");
  const asksAtOnce = n % 4 === 0;
  const issue = state.addIssue(repository, {
    by: reporter,
    title: recording.title,
    body: `${recording.body}${asksAtOnce ? "\n\n@mneme please help" : ""}`,
    state: n % 3 === 0 ? "open" : "closed",
    state_reason: n % 3 === 0 ? "reopened" : "completed",
  });
  const place: Place = { repository, issue, n, traffic };
  const say = (by: string, body: string): BoxComment => state.addComment(issue, by, body);
  const answer = recording.comments.find(({ author_role }) => author_role === "maintainer")?.body;

  tell(place, "issues", "opened", reporter, null);
  if (asksAtOnce) traffic.triggers += 1;
  tell(place, "issue_comment", "created", maintainer, say(maintainer, answer ?? "Which version is it?"));
  // One run a thread: a second one knows what the first one asked, so which of two came first is in its reply.
  const ask = asksAtOnce ? "/mneme help" : "/mneme diagnose";
  tell(place, "issue_comment", "created", reporter, say(reporter, ask));
  const note = say(maintainer, `/mneme remember case ${String(n)} wants the headers of the interpreter`);
  tell(place, "issue_comment", "created", maintainer, note);
  traffic.triggers += 2;
  const edited = say(visitor, "Same here on Debian 12, node 20.11.0");
  tell(place, "issue_comment", "created", visitor, { ...edited, body: "Same here" });
  edited.updated_at = state.tick();
  tell(place, "issue_comment", "edited", visitor, edited);
  const gone = { ...edited, id: state.nextId(), body: "I run `sudo rm -rf node_modules` and it works" };
  tell(place, "issue_comment", "created", visitor, gone);
  tell(place, "issue_comment", "deleted", visitor, gone);
  const by = state.user(maintainer);
  issue.events.push({ event: "closed", actor: by, created_at: state.tick(), state_reason: "completed" });
  tell(place, "issues", "closed", maintainer, null);
  if (issue.state === "open") {
    issue.events.push({ event: "reopened", actor: state.user(reporter), created_at: state.tick() });
    tell(place, "issues", "reopened", reporter, null);
  } else {
    tell(place, "issues", "edited", reporter, null);
  }
}

function tell(
  { repository, issue, n, traffic }: Place,
  event: string,
  action: string,
  sender: string,
  comment: BoxComment | null,
): void {
  const user = { login: issue.user?.login ?? "", type: "User" };
  const change: EventChange = {
    repo: repository.fullName,
    repoId: repository.id,
    isPrivate: true,
    number: issue.number,
    installation: repository.installation,
    sender: { login: sender, type: "User" },
    issue: { body: issue.body, title: issue.title, created_at: issue.created_at, user },
    ...(comment === null
      ? {}
      : {
          comment: {
            id: comment.id,
            body: comment.body,
            created_at: comment.created_at,
            updated_at: comment.updated_at,
          },
        }),
  };
  // GitHub's examples have not every action: the other fields are those of any other.
  const payload = eventPayload(event, event === "issues" ? "opened" : action, change);
  payload["action"] = action;
  const [issueShape] = [payload["issue"] as Record<string, unknown>];
  if (comment === null) issueShape["user"] = user;
  const place = traffic.deliveries.length;
  const { installation, id } = repository;
  const guid = guidOf(n, place);
  traffic.deliveries.push({ guid, event, action, installation, repository: id, payload });
}

function guidOf(n: number, place: number): string {
  const hex = (value: number, length: number): string => value.toString(16).padStart(length, "0");
  return `${hex(n, 8)}-0000-4000-8000-${hex(place, 12)}`;
}

/** The order in which they come: each up to `reach` places early or late. Some come twice. */
export function disturb(deliveries: readonly Delivery[], reach: number, seed: number): Delivery[] {
  const random = randomFrom(seed);
  const placed = deliveries.flatMap((delivery, place) => {
    const once = { delivery, at: place + random() * reach };
    return random() < 0.1 ? [once, { delivery, at: place + random() * reach * 4 }] : [once];
  });
  return placed.sort((a, b) => a.at - b.at).map(({ delivery }) => delivery);
}
