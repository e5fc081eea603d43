import { expect, test } from "@jest/globals";
import { MnemeError } from "../../../src/errors.js";
import { ForgePublisher } from "../../../src/github/publish.js";
import { runMarker } from "../../../src/reply/marker.js";
import { runIdOf } from "../../../src/run/run-id.js";
import { RecordedForge } from "../../../src/github/recorded/recorded-forge.js";
import type { PostedComment, ThreadAddress } from "../../../src/github/forge.js";
import { exampleThread, exampleTrigger } from "../../support/examples.js";

const THREAD = exampleThread();
const TRIGGER = exampleTrigger();
const RUN = runIdOf(TRIGGER);
const KEY = `${TRIGGER.repo}#${String(TRIGGER.number)}`;

test("one comment a run: posted, edited, and found again by another process", async () => {
  const forge = new RecordedForge([THREAD]);
  const publisher = new ForgePublisher(forge);
  const first = await publisher.progress(TRIGGER, RUN, "reading");
  await publisher.progress(TRIGGER, RUN, "trying");
  const afterRestart = await new ForgePublisher(forge).final(TRIGGER, RUN, "done");
  expect(afterRestart).toEqual(first);
  expect(forge.postedIn(KEY)).toMatchObject([{ body: `${runMarker(RUN)}\ndone` }]);
});

test("another trigger is another run, the same trigger the same one", () => {
  expect(runIdOf({ id: TRIGGER.id })).toBe(RUN);
  expect(runIdOf({ id: "another" })).not.toBe(RUN);
});

/** Answers as GitHub does where a gateway gives up after the comment was made. */
class LosesTheAnswer extends RecordedForge {
  creates = 0;
  readonly makes: boolean;

  constructor(makes: boolean) {
    super([THREAD]);
    this.makes = makes;
  }

  override async createComment(address: ThreadAddress, body: string): Promise<PostedComment> {
    this.creates += 1;
    if (this.makes) await super.createComment(address, body);
    throw new MnemeError("unavailable", "502", { retryable: true });
  }
}

test("a comment whose making was answered by a 502 is looked for, not made twice", async () => {
  const forge = new LosesTheAnswer(true);
  const reply = await new ForgePublisher(forge).final(TRIGGER, RUN, "done");
  expect(forge.postedIn(KEY)).toMatchObject([{ id: reply.comment_id }]);
  expect(forge.creates).toBe(1);
});

test("a comment that was not made is left to the next try of the job", async () => {
  const forge = new LosesTheAnswer(false);
  await expect(new ForgePublisher(forge).final(TRIGGER, RUN, "done")).rejects.toMatchObject({
    code: "unavailable",
    retryable: true,
  });
  expect(forge.creates).toBe(1);
});

test("a reply that somebody deleted meanwhile is made anew", async () => {
  class Forgets extends RecordedForge {
    override updateComment(): Promise<PostedComment> {
      return Promise.reject(new MnemeError("not_found", "404"));
    }
  }
  const forge = new Forgets([THREAD]);
  const publisher = new ForgePublisher(forge);
  await publisher.progress(TRIGGER, RUN, "reading");
  await publisher.final(TRIGGER, RUN, "done");
  expect(forge.postedIn(KEY).at(-1)?.body).toContain("done");
});
