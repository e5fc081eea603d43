/** What the box holds: a small GitHub. Ids are counted up, times are the box's own clock. */
export interface BoxUser {
  id: number;
  login: string;
  type: "User" | "Bot";
}

export interface BoxReaction {
  id: number;
  user: BoxUser;
  content: string;
  created_at: string;
}

export interface BoxComment {
  id: number;
  user: BoxUser | null;
  body: string;
  created_at: string;
  updated_at: string;
  via: number | null;
  minimized: string | null;
  reactions: BoxReaction[];
  /** Every text that it has had, oldest first. */
  history: string[];
}

export interface BoxEvent {
  event: "closed" | "reopened" | "referenced" | "cross-referenced" | "marked_as_duplicate" | "labeled";
  actor: BoxUser;
  created_at: string;
  state_reason?: string;
  /** URL of the commit, pull request or issue on the web. */
  target?: string;
}

export interface BoxIssue {
  id: number;
  number: number;
  title: string;
  body: string | null;
  user: BoxUser | null;
  state: "open" | "closed";
  state_reason: string | null;
  locked: boolean;
  labels: string[];
  created_at: string;
  comments: BoxComment[];
  events: BoxEvent[];
  reactions: BoxReaction[];
  isPullRequest: boolean;
  /** Deleted issues answer 410. */
  isDeleted: boolean;
}

export interface BoxRepository {
  id: number;
  /** "owner/name" */
  fullName: string;
  isPrivate: boolean;
  installation: number;
  issues: Map<number, BoxIssue>;
  /** By login: the role's name, and the one of GitHub's five that it is or builds on. */
  roles: Map<string, { role_name: string; base: string }>;
  files: Map<string, string>;
}

/** A webhook that was sent, as the app's log of deliveries tells it. `status` 0: nobody answered. */
export interface BoxDelivery {
  guid: string;
  event: string;
  action: string;
  redelivery: boolean;
  status: number;
  installation: number | null;
  repository: number | null;
}

export class BoxState {
  readonly repositories = new Map<string, BoxRepository>();
  readonly users = new Map<string, BoxUser>();
  readonly app: { id: number; slug: string };
  /** By id, where it is not simply there: when it was suspended; null: uninstalled. Those of no repository are there too. */
  readonly troubledInstallations = new Map<number, { suspendedAt: string } | null>();
  /** By "owner/name#n" or "owner/name" in lower case: where what stood there is now. */
  readonly moved = new Map<string, string>();
  /** What GraphQL tells of its limit. */
  graphqlLimit = { limit: 5000, remaining: 4999, resetAt: "2026-01-01T01:00:00Z" };
  /** Oldest first. */
  readonly deliveries: (BoxDelivery & { id: number; delivered_at: string })[] = [];
  /** Told of each delivery that the app asks for again, by guid. */
  onRedelivery: (guid: string) => void = () => undefined;
  #lastId = 1000;
  #clock = Date.parse("2026-01-01T00:00:00Z");

  constructor(app: { id: number; slug: string }) {
    this.app = app;
  }

  nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** A second later at each call. */
  tick(): string {
    this.#clock += 1000;
    return new Date(this.#clock).toISOString().replace(".000Z", "Z");
  }

  user(login: string): BoxUser {
    const known = this.users.get(login);
    if (known !== undefined) return known;
    const user: BoxUser = { id: this.nextId(), login, type: login.endsWith("[bot]") ? "Bot" : "User" };
    this.users.set(login, user);
    return user;
  }

  addRepository(fullName: string, more: Partial<BoxRepository> = {}): BoxRepository {
    const repository: BoxRepository = {
      id: this.nextId(),
      fullName,
      isPrivate: false,
      installation: 7,
      issues: new Map(),
      roles: new Map(),
      files: new Map(),
      ...more,
    };
    this.repositories.set(fullName.toLowerCase(), repository);
    return repository;
  }

  /** Its former name leads to it, until another one takes that. */
  renameRepository(repository: BoxRepository, fullName: string): void {
    this.repositories.delete(repository.fullName.toLowerCase());
    this.moved.set(repository.fullName.toLowerCase(), fullName);
    repository.fullName = fullName;
    this.repositories.set(fullName.toLowerCase(), repository);
  }

  /** The issue as it is at its new place; its comments are new ones there, with the texts, people and times of the old. */
  transferIssue(from: BoxRepository, issue: BoxIssue, to: BoxRepository): BoxIssue {
    const number = to.issues.size + 1;
    const arrived: BoxIssue = {
      ...issue,
      id: this.nextId(),
      number,
      comments: issue.comments.map((comment) => ({ ...comment, id: this.nextId() })),
    };
    to.issues.set(number, arrived);
    from.issues.delete(issue.number);
    this.moved.set(
      `${from.fullName}#${String(issue.number)}`.toLowerCase(),
      `${to.fullName}#${String(number)}`,
    );
    return arrived;
  }

  addIssue(repository: BoxRepository, more: Partial<Omit<BoxIssue, "user">> & { by: string }): BoxIssue {
    const { by, ...rest } = more;
    const issue: BoxIssue = {
      id: this.nextId(),
      number: repository.issues.size + 1,
      title: "It does not work",
      body: "Nothing happens.",
      user: this.user(by),
      state: "open",
      state_reason: null,
      locked: false,
      labels: [],
      created_at: this.tick(),
      comments: [],
      events: [],
      reactions: [],
      isPullRequest: false,
      isDeleted: false,
      ...rest,
    };
    repository.issues.set(issue.number, issue);
    return issue;
  }

  addComment(issue: BoxIssue, by: string, body: string, via: number | null = null): BoxComment {
    const at = this.tick();
    const comment: BoxComment = {
      id: this.nextId(),
      user: this.user(by),
      body,
      created_at: at,
      updated_at: at,
      via,
      minimized: null,
      reactions: [],
      history: [body],
    };
    issue.comments.push(comment);
    return comment;
  }

  recordDelivery(delivery: BoxDelivery): void {
    const id = this.deliveries.length + 1;
    this.deliveries.push({ ...delivery, id, delivered_at: new Date().toISOString() });
  }

  setRole(repository: BoxRepository, login: string, role: string, base = role): void {
    this.user(login);
    repository.roles.set(login.toLowerCase(), { role_name: role, base });
  }

  findComment(repository: BoxRepository, id: number): { issue: BoxIssue; comment: BoxComment } | null {
    for (const issue of repository.issues.values()) {
      const comment = issue.comments.find((candidate) => candidate.id === id);
      if (comment !== undefined) return { issue, comment };
    }
    return null;
  }
}
