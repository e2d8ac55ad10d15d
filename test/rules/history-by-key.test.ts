/** Runs the query of history by key from docs/database.md. History has no other index. The log of an output has one. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { openTestDatabase, RULES } from "../support/database";
import type { TestDatabase } from "../support/database";
import { loadRules, reset, send } from "../support/rules-client/requests";

const DOCUMENT = readFileSync(join(__dirname, "../../docs/database.md"), "utf8");
const run = promisify(execFile);

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await loadRules(database, RULES);
});
afterAll(() => database.close());

/** Returns the document's example, with the address of the test's own database. */
function example(): string {
  const blocks = DOCUMENT.split("```").filter((block) => block.includes('orderBy="$key"'));
  expect(blocks).toHaveLength(1);
  return (blocks[0] ?? "")
    .replace("127.0.0.1:9000", `${database.host}:${database.port}`)
    .replace("demo-farm-default-rtdb", database.namespace);
}

/** Returns entries of history at these times, by key. */
function entriesAt(times: readonly number[]) {
  const keyAt = createPushKeys(Math.random);
  return Object.fromEntries(
    times.map((at) => [keyAt(at), { uid: "herbs-air", sensorName: "Air", updatedAt: at }]),
  );
}

test("returns the entries in a range of time for a range of keys", async () => {
  const now = Date.now();
  const inside = entriesAt([now - 55 * MINUTE_MS, now - 30 * MINUTE_MS, now - MINUTE_MS]);
  const outside = entriesAt([now - 1_500 * MINUTE_MS, now - 65 * MINUTE_MS, now + 5 * MINUTE_MS]);
  const history = { ...inside, ...outside, "herbs-gateway": entriesAt([now - 2 * MINUTE_MS]) };
  await reset(database, { sensors: { herbs: { history } } });
  const { stdout } = await run("bash", ["-c", example()]);
  expect(JSON.parse(stdout)).toEqual(inside);
});

test("answers a query by updatedAt with 400", async () => {
  await reset(database, { sensors: { herbs: { history: entriesAt([Date.now()]) } } });
  const { status, text } = await send(database, {
    method: "GET",
    path: "sensors/herbs/history",
    search: { orderBy: '"updatedAt"', limitToLast: "1" },
    token: "owner",
  });
  expect([status, text]).toEqual([400, expect.stringContaining("Index not defined")]);
});

test("answers a query of a log of orders by their time", async () => {
  const entry = (at: number) => ({ value: 0, version: at, by: "olga", at });
  const valve = { "-zzzzzzzzzzzzzzzzzzz": entry(1), "-OaLoggedOrder000001": entry(2) };
  await reset(database, { outputLog: { oak: { "dht-1": { valve } } } });
  const { status, text } = await send(database, {
    method: "GET",
    path: "outputLog/oak/dht-1/valve",
    search: { orderBy: '"at"', limitToLast: "1" },
    token: "owner",
  });
  expect([status, JSON.parse(text)]).toEqual([200, { "-OaLoggedOrder000001": entry(2) }]);
});
