import { expect, test } from "@jest/globals";
import { openPool } from "../../src/postgres/open-pool.js";
import { preparePoolEnd } from "../../src/postgres/pool-end.js";
import { makePostgresDatabase, postgresMissing } from "../support/postgres.js";
import { describeWith } from "../support/require.js";

describeWith("postgres", postgresMissing(), "the end of a pool", () => {
  test("waits for a connection that is given back, and cuts one that never is", async () => {
    const pool = openPool(await makePostgresDatabase());
    const end = preparePoolEnd(pool, 300);
    const [returned, kept] = [await pool.connect(), await pool.connect()];
    const answer = returned.query("select pg_sleep(0.05), 7 as seven").then(({ rows }) => {
      returned.release();
      return rows as unknown[];
    });
    await end();
    expect(await answer).toMatchObject([{ seven: 7 }]);
    expect(pool.totalCount).toBe(0);
    await expect(kept.query("select 1")).rejects.toThrow();
    await end();
  });
});
