/** GitHub's 🚀, 👍 and 👎; the others say nothing to mneme. */
export interface ReadReaction {
  content: "rocket" | "+1" | "-1";
  by: string;
  /** ISO time. */
  at: string;
}

/** A reply of ours with who reacted on it. */
export interface ReplyReactions {
  node_id: string;
  /** Where a person finds the reply. */
  url: string;
  /** "owner/name" */
  repo: string;
  number: number;
  /** Login of who opened the issue; null where the account is gone. */
  reporter: string | null;
  reactions: ReadReaction[];
}

export interface ReactionPage {
  /** By node id. A reply that is not in it is gone, or out of reach. */
  replies: Map<string, ReplyReactions>;
  /** What is left of GitHub's hourly allowance for GraphQL, and all of it; null where GitHub did not say. */
  allowance: { remaining: number; limit: number } | null;
}

/** Replies that are read in one call at most. */
export const MOST_REPLIES_A_CALL = 1_000;

/** Port: reads reactions, which GitHub tells of in no event. Throws what the forge throws. */
export interface ReactionSource {
  /** At most MOST_REPLIES_A_CALL node ids, of one installation. */
  readReactions(installation: string, nodeIds: readonly string[]): Promise<ReactionPage>;
}
