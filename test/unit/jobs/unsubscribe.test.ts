/** The link that ends e-mail. Anyone can open it, so unproven requests must be cheap. */

import type { Database } from "../../../jobs/src/database";
import { unsubscribe } from "../../../jobs/src/unsubscribe";
import { FoldedDatabase } from "../../support/jobs/folding";

const TOKEN = "t".repeat(32);

test("asks first, because mail programs open links, then stops e-mail, and reads only the token", async () => {
  const database = new FoldedDatabase(Date.UTC(2026, 0, 1), {
    users: { olga: { alerts: { email: true, token: TOKEN, push: { "a-device": "large" } } } },
  });
  const { jobs } = database;
  const reads: string[] = [];
  const get: Database["get"] = (path) => {
    reads.push(path);
    return jobs.get(path);
  };
  const press = (method: string, token: string): ReturnType<typeof unsubscribe> =>
    unsubscribe({ method, person: "olga", token }, (work) => work({ ...jobs, get }));
  for (const method of ["GET", "HEAD"])
    expect((await press(method, TOKEN)).html).toContain("<form method=post>");
  expect((await press("POST", "x".repeat(32))).status).toBe(404);
  expect((await press("POST", "")).status).toBe(400);
  expect((await press("DELETE", TOKEN)).status).toBe(405);
  expect(database.json("users/olga/alerts/email")).toBe(true);
  for (let time = 0; time < 2; time += 1) expect((await press("POST", TOKEN)).status).toBe(200);
  expect(database.json("users/olga/alerts/email")).toBeUndefined();
  expect(new Set(reads)).toEqual(new Set(["users/olga/alerts/token"]));
});
