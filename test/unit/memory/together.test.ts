import { expect, test } from "@jest/globals";
import { openEpisodeLog } from "../../../src/memory/log/sql/open-episode-log.js";
import { makeEpisode } from "../../support/log-episodes.js";

test("a mistake of whoever writes together comes out as it is, and is not told as the store's", async () => {
  const log = await openEpisodeLog(":memory:");
  const episode = makeEpisode();
  const mistake = new TypeError("x is undefined");
  const broken = log.together(async (joined) => {
    await joined.append([episode]);
    throw mistake;
  });
  await expect(broken).rejects.toBe(mistake);
  expect(await log.chain(episode.scope, episode.thread)).toEqual([]);
});

test("what the store refuses is told in our words", async () => {
  const log = await openEpisodeLog(":memory:");
  const broken = log.together((joined) => joined.append([makeEpisode({ thread: null as never })]));
  await expect(broken).rejects.toMatchObject({ name: "MnemeError" });
});
