import { commentUrl } from "./github-box/shapes.js";
import type { BoxComment, BoxIssue, BoxRepository, BoxState } from "./github-box/state.js";
import { eventPayload, examplePayload } from "./webhooks.js";

/** A webhook as GitHub sends it. */
export interface Delivery {
  id: string;
  name: string;
  payload: Record<string, unknown>;
}

const INSTALLATION = 7;
/** Of somebody else: a repository goes there when the app is removed from it. */
const ELSEWHERE = 8;

/** What happens on GitHub: the box's state changes, and what GitHub tells of it is written down. */
export class GithubStory {
  readonly deliveries: Delivery[] = [];
  readonly state: BoxState;

  constructor(state: BoxState) {
    this.state = state;
  }

  open(repository: BoxRepository, by: string, title: string, body: string): BoxIssue {
    const issue = this.state.addIssue(repository, { by, title, body });
    this.#issue("opened", repository, issue, by);
    return issue;
  }

  comment(repository: BoxRepository, issue: BoxIssue, by: string, body: string): BoxComment {
    const comment = this.state.addComment(issue, by, body);
    this.#comment("created", repository, issue, comment);
    return comment;
  }

  editComment(repository: BoxRepository, issue: BoxIssue, comment: BoxComment, body: string): void {
    comment.body = body;
    comment.updated_at = this.state.tick();
    this.#comment("edited", repository, issue, comment);
  }

  deleteComment(repository: BoxRepository, issue: BoxIssue, comment: BoxComment): void {
    issue.comments.splice(issue.comments.indexOf(comment), 1);
    this.#comment("deleted", repository, issue, comment);
  }

  /** GitHub tells nobody of it. */
  reactToReplies(issue: BoxIssue, by: string, content: string): void {
    const user = this.state.user(by);
    for (const { via, reactions } of issue.comments)
      if (via === this.state.app.id)
        reactions.push({ id: this.state.nextId(), user, content, created_at: this.state.tick() });
  }

  editIssue(repository: BoxRepository, issue: BoxIssue, body: string): void {
    issue.body = body;
    this.#issue("edited", repository, issue, issue.user?.login ?? "ghost");
  }

  close(
    repository: BoxRepository,
    issue: BoxIssue,
    by: string,
    { reason = "completed", target }: { reason?: string; target?: string } = {},
  ): void {
    Object.assign(issue, { state: "closed", state_reason: reason });
    const event = { actor: this.state.user(by), created_at: this.state.tick() };
    const isDuplicate = reason === "duplicate" && target !== undefined;
    if (isDuplicate) issue.events.push({ ...event, event: "marked_as_duplicate", target });
    const closer = target === undefined || isDuplicate ? {} : { target };
    issue.events.push({ ...event, event: "closed", state_reason: reason, ...closer });
    this.#issue("closed", repository, issue, by);
  }

  reopen(repository: BoxRepository, issue: BoxIssue, by: string): void {
    Object.assign(issue, { state: "open", state_reason: "reopened" });
    issue.events.push({ event: "reopened", actor: this.state.user(by), created_at: this.state.tick() });
    this.#issue("reopened", repository, issue, by);
  }

  label(repository: BoxRepository, issue: BoxIssue, by: string, name: string): void {
    issue.labels.push(name);
    this.#issue("labeled", repository, issue, by, { label: { id: 1, name } });
  }

  unlabel(repository: BoxRepository, issue: BoxIssue, by: string, name: string): void {
    issue.labels = issue.labels.filter((label) => label !== name);
    this.#issue("unlabeled", repository, issue, by, { label: { id: 1, name } });
  }

  deleteIssue(repository: BoxRepository, issue: BoxIssue, by: string): void {
    issue.isDeleted = true;
    this.#issue("deleted", repository, issue, by);
  }

  transfer(from: BoxRepository, issue: BoxIssue, to: BoxRepository, by: string): BoxIssue {
    const arrived = this.state.transferIssue(from, issue, to);
    const changes = {
      new_issue: { number: arrived.number },
      new_repository: { id: to.id, full_name: to.fullName, private: to.isPrivate },
    };
    this.#issue("transferred", from, issue, by, { changes });
    const old = { old_issue: { number: issue.number }, old_repository: { id: from.id } };
    this.#issue("opened", to, arrived, by, { changes: old });
    return arrived;
  }

  rename(repository: BoxRepository, fullName: string): void {
    const [owner = "", former = ""] = repository.fullName.split("/");
    const [newOwner] = fullName.split("/");
    this.state.renameRepository(repository, fullName);
    if (owner === newOwner)
      this.#repository("renamed", repository, { changes: { repository: { name: { from: former } } } });
    else
      this.#repository("transferred", repository, {
        changes: { owner: { from: { organization: { login: owner } } } },
      });
  }

  setPrivate(repository: BoxRepository, isPrivate: boolean): void {
    repository.isPrivate = isPrivate;
    this.#repository(isPrivate ? "privatized" : "publicized", repository);
  }

  deleteRepository(repository: BoxRepository): void {
    this.state.repositories.delete(repository.fullName.toLowerCase());
    this.#repository("deleted", repository);
  }

  /** The app is removed from a repository; the installation goes on. */
  remove(repository: BoxRepository): void {
    repository.installation = ELSEWHERE;
    this.#repositories("removed", repository);
  }

  add(repository: BoxRepository): void {
    repository.installation = INSTALLATION;
    this.#repositories("added", repository);
  }

  install(repositories: readonly BoxRepository[]): void {
    this.#installation("created", { repositories: repositories.map(named) });
  }

  uninstall(): void {
    this.state.troubledInstallations.set(INSTALLATION, null);
    this.#installation("deleted");
  }

  suspend(): void {
    this.state.troubledInstallations.set(INSTALLATION, { suspendedAt: "2026-02-01T00:00:00Z" });
    this.#installation("suspend");
  }

  unsuspend(): void {
    this.state.troubledInstallations.delete(INSTALLATION);
    this.#installation("unsuspend");
  }

  #issue(
    action: string,
    repository: BoxRepository,
    issue: BoxIssue,
    sender: string,
    more: object = {},
  ): void {
    const { number, title, body, created_at } = issue;
    const payload = eventPayload("issues", action, {
      ...placeOf(repository),
      number,
      sender: { login: sender, type: "User" },
      issue: { title, body, created_at, updated_at: created_at, user: userOf(issue) },
    });
    this.#tell("issues", { ...payload, ...more });
  }

  #comment(action: string, repository: BoxRepository, issue: BoxIssue, comment: BoxComment): void {
    const { id, body, created_at } = comment;
    const login = comment.user?.login ?? "ghost";
    const payload = eventPayload("issue_comment", action, {
      ...placeOf(repository),
      number: issue.number,
      sender: { login, type: "User" },
      issue: { title: issue.title, body: issue.body, user: userOf(issue) },
      comment: { id, body, created_at, html_url: commentUrl(repository, issue, comment) },
    });
    this.#tell("issue_comment", payload);
  }

  #repository(action: string, repository: BoxRepository, more: object = {}): void {
    const payload = eventPayload("repository", action, {
      ...placeOf(repository),
      sender: { login: "grace", type: "User" },
    });
    this.#tell("repository", { ...payload, ...more });
  }

  #repositories(action: "added" | "removed", repository: BoxRepository): void {
    const [repositories_added, repositories_removed] =
      action === "added" ? [[named(repository)], []] : [[], [named(repository)]];
    const payload = this.#ofInstallation("installation_repositories", action);
    this.#tell("installation_repositories", { ...payload, repositories_added, repositories_removed });
  }

  #installation(action: string, more: object = {}): void {
    this.#tell("installation", { ...this.#ofInstallation("installation", action), ...more });
  }

  #ofInstallation(name: string, action: string): Record<string, unknown> {
    const payload = examplePayload(name, action);
    return { ...payload, installation: { ...(payload["installation"] as object), id: INSTALLATION } };
  }

  /** As it is now: what happens later does not change what was told. */
  #tell(name: string, payload: Record<string, unknown>): void {
    const id = `${String(this.deliveries.length + 1)} ${name}.${String(payload["action"])}`;
    this.deliveries.push({ id, name, payload: structuredClone(payload) });
  }
}

function placeOf({ id, fullName, isPrivate }: BoxRepository) {
  return { repo: fullName, repoId: id, isPrivate, installation: INSTALLATION };
}

function named({ id, fullName, isPrivate }: BoxRepository): object {
  return {
    id,
    node_id: `R_${String(id)}`,
    name: fullName.split("/")[1],
    full_name: fullName,
    private: isPrivate,
  };
}

function userOf({ user }: BoxIssue): object {
  return { login: user?.login ?? "ghost", type: "User" };
}
