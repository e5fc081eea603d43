import { z } from "zod";
import type { Client } from "./client.js";
import type { ThreadAddress } from "../forge.js";
import { splitRepo } from "./split-repo.js";

const QUERY = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) {
    issue(number: $number) {
      comments(last: 100) {
        nodes {
          id
          databaseId
          isMinimized
          viewerDidAuthor
          reactions(content: ROCKET) { totalCount }
        }
      }
    }
  }
}`;

const Answer = z.object({
  repository: z
    .object({
      issue: z
        .object({
          comments: z.object({
            nodes: z.array(
              z
                .object({
                  id: z.string(),
                  databaseId: z.number().nullable(),
                  isMinimized: z.boolean(),
                  viewerDidAuthor: z.boolean(),
                  reactions: z.object({ totalCount: z.number() }),
                })
                .nullable(),
            ),
          }),
        })
        .nullable(),
    })
    .nullable(),
});

/** Folds at once at most; what is older still was folded by the answers before. */
const MOST = 20;

/**
 * Marks the app's own comments before the given one as outdated: GitHub folds them, with their text, links and
 * reactions as they were. Two calls, whatever the number.
 */
export async function foldOlder(client: Client, address: ThreadAddress, commentId: string): Promise<number> {
  const { owner, repo } = splitRepo(address.repo);
  const answer = Answer.parse(await client.graphql(QUERY, { owner, name: repo, number: address.number }));
  const comments = answer.repository?.issue?.comments.nodes ?? [];
  const older = comments
    .filter((comment) => comment !== null)
    .filter(({ viewerDidAuthor, isMinimized }) => viewerDidAuthor && !isMinimized)
    .filter(
      ({ databaseId, reactions }) => (databaseId ?? 0) < Number(commentId) && reactions.totalCount === 0,
    )
    .slice(-MOST);
  if (older.length === 0) return 0;
  const variables = Object.fromEntries(older.map(({ id }, n) => [`id${String(n)}`, id]));
  await client.graphql(mutationFor(older.length), variables);
  return older.length;
}

function mutationFor(count: number): string {
  const numbers = Array.from({ length: count }, (_, n) => String(n));
  const declared = numbers.map((n) => `$id${n}: ID!`).join(", ");
  const calls = numbers.map(
    (n) =>
      `c${n}: minimizeComment(input: {subjectId: $id${n}, classifier: OUTDATED}) { minimizedComment { isMinimized } }`,
  );
  return `mutation(${declared}) {\n  ${calls.join("\n  ")}\n}`;
}
