/** Anyone can ask to unsubscribe. Records of an account must not make unproven requests expensive. */

import type { Database } from "../../../jobs/src/database";
import { unsubscribe } from "../../../jobs/src/unsubscribe";
import { FoldedDatabase } from "../../support/jobs/folding";

const TOKEN = "t".repeat(32);

test.each([
  ["a wrong token", "x".repeat(32), 404],
  ["the token", TOKEN, 200],
])("%s: only the token is read", async (_, token, status) => {
  const database = new FoldedDatabase(Date.UTC(2026, 0, 1), {
    users: { olga: { alerts: { email: true, token: TOKEN, push: { "a-device": "large" } } } },
  });
  const { jobs } = database;
  const reads: string[] = [];
  const get: Database["get"] = (path) => {
    reads.push(path);
    return jobs.get(path);
  };
  const page = await unsubscribe({ method: "POST", person: "olga", token }, (work) =>
    work({ ...jobs, get }),
  );
  expect(page.status).toBe(status);
  expect(reads).toEqual(["users/olga/alerts/token"]);
  expect(database.json("users/olga/alerts/email")).toBe(status === 200 ? undefined : true);
});
