/**
 * A farm in a storm: many alerts at once are raised, make one notification and fit into memory.
 * `STORM_SENSORS=10000 npm test -- test/e2e/jobs/storm.thorough.test.ts` tests the largest farm.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_CONTENT_BYTES, MAX_NAMED } from "@greenhouse/domain/alerts/outbox";
import { entriesOf } from "@greenhouse/domain/stored";
import { databaseClient } from "../../support/backend/database-client";
import { openTestDatabase, RULES } from "../../support/database";
import { farmRecords } from "../../support/jobs/farms";
import { runJobs } from "../../support/jobs/run";
import { startWebhookReceiver } from "../../support/jobs/webhook-receiver";
import { loadRules } from "../../support/rules-client/requests";

const SENSORS = Number(process.env["STORM_SENSORS"] ?? 2_000);
const MAX_MEBIBYTES = 400;
/** Records that one request stores. */
const AT_ONCE = 5_000;

/** For the largest farm. */
jest.setTimeout(180_000);

test("is raised by two checks, and makes one notification that names the worst and counts the others", async () => {
  const database = await openTestDatabase();
  const receiver = await startWebhookReceiver();
  await loadRules(database, RULES);
  const admin = databaseClient(database.namespace, `${database.host}:${database.port}`);
  const store = async (records: Readonly<Record<string, unknown>>): Promise<void> => {
    const entries = Object.entries(records);
    for (let from = 0; from < entries.length; from += AT_ONCE) {
      await admin.patch(Object.fromEntries(entries.slice(from, from + AT_ONCE)));
    }
  };
  /** A run and the memory that it took at most, in MiB. */
  const check = async (): Promise<number> => {
    const entries = await runJobs({ database });
    const failures = entries.filter(({ event }) => /^(?:farm|run)_failed$/.test(String(event)));
    expect(failures).toEqual([]);
    const { maxRssKib } = entries.find(({ event }) => event === "process_ended")!;
    return Math.round(Number(maxRssKib) / 1024);
  };
  const webhookUrl = `${receiver.url}/oak`;
  await store(farmRecords({ id: "oak", webhookUrl, sensors: SENSORS, temperature: 2 }, Date.now()));
  const first = await check();
  const pending = entriesOf(await admin.get("alerts/oak/pending"));
  const earlier = Date.now() - MINUTE_MS;
  const paths = pending.map(([id]) => [`alerts/oak/pending/${id}/since`, earlier] as const);
  await store(Object.fromEntries(paths));
  const second = await check();
  expect(entriesOf(await admin.get("alerts/oak/open"))).toHaveLength(SENSORS);
  expect(await admin.get("alerts/oak/pending")).toBeNull();
  expect(receiver.received).toHaveLength(1);
  const { body } = receiver.received[0]!;
  const { data } = JSON.parse(body) as { data: { count: number; alerts: readonly unknown[] } };
  expect([data.count, data.alerts.length]).toEqual([SENSORS, MAX_NAMED]);
  expect(Buffer.byteLength(body)).toBeLessThan(2 * MAX_CONTENT_BYTES);
  process.stdout.write(`${SENSORS} alerts: ${first} and ${second} MiB\n`);
  expect(Math.max(first, second)).toBeLessThan(MAX_MEBIBYTES);
  await receiver.close();
  await database.close();
});
