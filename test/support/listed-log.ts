import type { Episode } from "../../src/memory/episode.js";
import type { EpisodeLog } from "../../src/memory/log/episode-log.js";
import { mayRead, sameScope } from "../../src/memory/scope.js";

/** The reading half of a log of record over a plain list. */
export function listedLog(
  episodes: readonly Episode[],
): Pick<EpisodeLog, "get" | "list" | "chain" | "changesSince" | "experiences"> {
  return {
    get: async (reader, ids) =>
      await Promise.resolve(episodes.filter(({ id, scope }) => ids.includes(id) && mayRead(reader, scope))),
    list: async (reader, filter) =>
      await Promise.resolve(
        episodes.filter(
          (episode) =>
            mayRead(reader, episode.scope) &&
            (filter.thread === undefined || filter.thread === episode.thread) &&
            (filter.kinds === undefined || filter.kinds.includes(episode.kind)) &&
            (filter.before === undefined || episode.created_at < filter.before),
        ),
      ),
    chain: async (scope, thread) =>
      await Promise.resolve(
        episodes.filter((episode) => episode.thread === thread && sameScope(scope, episode.scope)),
      ),
    experiences: async () => await Promise.resolve([]),
    changesSince: async (cursor, limit) => {
      const changed = episodes.slice(cursor, cursor + limit);
      return await Promise.resolve({ cursor: cursor + changed.length, changed, erased: [] });
    },
  };
}
