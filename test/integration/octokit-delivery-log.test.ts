import { Probot } from "probot";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createClientClass } from "../../src/github/octokit/client.js";
import { OctokitDeliveryLog } from "../../src/github/octokit/octokit-delivery-log.js";
import { GithubBox } from "../support/github-box/github-box.js";

let box: GithubBox;
let log: OctokitDeliveryLog;

beforeEach(async () => {
  box = await GithubBox.start();
  const probot = new Probot({
    appId: box.state.app.id,
    privateKey: box.privateKey,
    secret: "s",
    baseUrl: box.url,
    Octokit: createClientClass({ paced: false, retries: 0 }),
    logLevel: "fatal",
  });
  log = new OctokitDeliveryLog(() => probot.auth());
});

afterEach(() => box.stop());

function record(guid: string, status: number): void {
  const sent = { event: "issues", action: "opened", redelivery: false, installation: 7, repository: 1 };
  box.state.recordDelivery({ ...sent, guid, status });
}

test("reads page after page to the oldest, as the app itself", async () => {
  for (let n = 0; n < 250; n += 1) record(`g${String(n)}`, n % 100 === 0 ? 502 : 200);
  record("nobody there", 0);
  const guids: string[] = [];
  const failed: string[] = [];
  let next: string | null = null;
  let pages = 0;
  do {
    const page: Awaited<ReturnType<typeof log.page>> = await log.page(next);
    guids.push(...page.deliveries.map(({ guid }) => guid));
    failed.push(...page.deliveries.filter(({ accepted }) => !accepted).map(({ guid }) => guid));
    next = page.next;
    pages += 1;
  } while (next !== null);
  expect(pages).toBe(3);
  expect(guids).toEqual(["nobody there", ...Array.from({ length: 250 }, (_, n) => `g${String(249 - n)}`)]);
  expect(failed).toEqual(["nobody there", "g200", "g100", "g0"]);
});

test("has one sent again", async () => {
  record("lost", 0);
  const again: string[] = [];
  box.state.onRedelivery = (guid) => again.push(guid);
  const [lost] = (await log.page(null)).deliveries;
  await log.redeliver(lost?.id ?? "");
  await new Promise(setImmediate);
  expect(again).toEqual(["lost"]);
});

test("what cannot be read or asked for says what GitHub answered", async () => {
  await expect(log.redeliver("12345")).rejects.toMatchObject({ code: "not_found" });
  box.inject({ on: /deliveries/, status: 500 });
  await expect(log.page(null)).rejects.toThrow(/list the deliveries to this app/);
});
