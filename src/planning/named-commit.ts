import type { Chain } from "../chain/chain.js";

/** "Built from commit 1a2b3c4", or a line of its own: "Git revision: 1a2b3c4". "Fixed by commit …" is another's. */
const RUNS_IT =
  /(?:^\W{0,6}|\b(?:at|on|from|of|using|running|with|head|main|master|version)\W{1,3})(?:git )?(?:commit(?: hash| id| sha)?|revision|sha)\W{1,6}([\da-f]{7,40})(?!\w|[.-]\w)/im;

const MOST_TEXT = 20_000;

/** The commit that the reporter says they run; null where they name none. */
export function namedCommit({ episodes }: Pick<Chain, "episodes">): string | null {
  const said = episodes.filter(
    ({ provenance, status }) => provenance.author_role === "reporter" && status !== "superseded",
  );
  for (const { summary, outcome } of said.toReversed()) {
    const text = `${summary}\n${outcome?.excerpt ?? ""}`.slice(0, MOST_TEXT);
    const sha = RUNS_IT.exec(text)?.[1]?.toLowerCase();
    if (sha !== undefined && /\d/.test(sha) && /[a-f]/.test(sha)) return sha;
  }
  return null;
}
