import { z } from "zod";
import type { Episode } from "../../memory/episode.js";

/** The form in which a way is kept in an episode's parameters. Read leniently: it may come from an older version. */
export const RememberedWay = z.object({
  pit: z.string(),
  kind: z.enum(["modify_command", "insert_step", "replace_approach", "ask_human"]),
  template: z.array(z.string()).min(1),
  slots: z.record(z.string(), z.string()),
  step: z.string(),
  applicability: z.array(z.object({ dimension: z.string(), expected: z.string() })).default([]),
});
export type RememberedWay = z.infer<typeof RememberedWay>;

export function rememberedWayOf(episode: Episode): RememberedWay | null {
  const parsed = RememberedWay.safeParse(episode.action?.parameters["way"]);
  return parsed.success ? parsed.data : null;
}
