/**
 * A farm in a storm: many alerts at once are raised, make one notification and fit into memory. By default there are some
 * thousand alerts. `STORM_SENSORS=10000 npm test -- test/e2e/jobs/storm.thorough.test.ts` tests the largest farm.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_CONTENT_BYTES, MAX_NAMED } from "@greenhouse/domain/alerts/outbox";
import { entriesOf } from "@greenhouse/domain/stored";
import { databaseClient } from "../../support/backend/database-client";
import type { DatabaseClient } from "../../support/backend/database-client";
import { openTestDatabase, RULES } from "../../support/database";
import type { TestDatabase } from "../../support/database";
import { WEBHOOK_SECRET } from "../../support/jobs/farms";
import { runJobs } from "../../support/jobs/run";
import { startWebhookReceiver } from "../../support/jobs/webhook-receiver";
import type { WebhookReceiver } from "../../support/jobs/webhook-receiver";
import { loadRules } from "../../support/rules-client/requests";

const SENSORS = Number(process.env["STORM_SENSORS"] ?? 700);
/** For the largest farm. */
const TIMEOUT_MS = 180_000;
const GREENHOUSES = Math.ceil(SENSORS / 20);
const MAX_MEBIBYTES = 400;
const THREE = ["temperature", "humidity", "light"] as const;

const uidsOf = (house: number): readonly string[] =>
  Array.from({ length: SENSORS / GREENHOUSES }, (_, index) => `air-${house}-${index}`);

jest.setTimeout(TIMEOUT_MS);

let database: TestDatabase;
let admin: DatabaseClient;
let receiver: WebhookReceiver;
beforeEach(async () => {
  database = await openTestDatabase();
  await loadRules(database, RULES);
  admin = databaseClient(database.namespace, `${database.host}:${database.port}`);
  receiver = await startWebhookReceiver();
  await admin.patch({
    "farms/oak": { name: "Oak", apiKey: "key", members: { olga: "owner" } },
    "alertSettings/oak": {
      silentAfterMinutes: 30,
      lowBatteryPercent: 20,
      webhook: { url: `${receiver.url}/oak`, secret: WEBHOOK_SECRET },
    },
  });
  for (let house = 0; house < GREENHOUSES; house += 1) {
    const greenhouse = `house-${house}`;
    const bySensor = (value: object): object =>
      Object.fromEntries(uidsOf(house).map((uid) => [uid, value]));
    const sensor = { sensorName: "Air", sensorType: "SHT31" };
    await admin.patch({
      [`greenhouses/${greenhouse}`]: { name: `House ${house}`, farmId: "oak" },
      ...Object.fromEntries(
        uidsOf(house).map((uid) => [
          `registeredSensors/${uid}`,
          { ...sensor, farmId: "oak", greenhouse },
        ]),
      ),
      [`sensors/${greenhouse}/bySensor`]: bySensor({
        ...sensor,
        temperature: 20,
        battery: 90,
        humidity: 60,
        light: 9,
      }),
    });
  }
});
afterEach(async () => {
  await receiver.close();
  await database.close();
});

/** Sets thresholds that all values are below, and stores a reading of each sensor. */
async function setBounds(): Promise<void> {
  const bounds = Object.fromEntries(THREE.map((quantity) => [quantity, { min: 1_000 }]));
  const now = Date.now();
  for (let house = 0; house < GREENHOUSES; house += 1) {
    const seen = uidsOf(house).map((uid) => [
      `lastSeen/oak/${uid}/temperature,humidity,light,battery`,
      now,
    ]);
    await admin.patch({
      [`greenhouses/house-${house}/thresholds`]: bounds,
      ...Object.fromEntries(seen),
    });
  }
}

/** Moves first findings back by a minute. */
async function passMinute(): Promise<void> {
  const earlier = Date.now() - MINUTE_MS;
  const ids = entriesOf(await admin.get("alerts/oak/pending")).map(([id]) => id);
  for (let from = 0; from < ids.length; from += 5_000) {
    const part = ids.slice(from, from + 5_000);
    const paths = part.map((id) => [`alerts/oak/pending/${id}/since`, earlier]);
    await admin.patch(Object.fromEntries(paths));
  }
}

/** A run and the memory that it took at most, in MiB. */
async function check(): Promise<number> {
  const entries = await runJobs({ database });
  const failures = entries.filter(({ event }) => event === "farm_failed" || event === "run_failed");
  expect(failures).toEqual([]);
  const { maxRssKib } = entries.find(({ event }) => event === "process_ended")!;
  return Math.round(Number(maxRssKib) / 1024);
}

test("is raised by two checks, and makes one notification that names the worst and counts the others", async () => {
  await setBounds();
  const first = await check();
  await passMinute();
  const second = await check();
  const open = entriesOf(await admin.get("alerts/oak/open"));
  expect(open).toHaveLength(SENSORS * THREE.length);
  expect(await admin.get("alerts/oak/pending")).toBeNull();
  expect(receiver.received).toHaveLength(1);
  const { body } = receiver.received[0]!;
  const { data } = JSON.parse(body) as {
    readonly data: { readonly count: number; readonly alerts: readonly unknown[] };
  };
  expect([data.count, data.alerts.length]).toEqual([open.length, MAX_NAMED]);
  expect(Buffer.byteLength(body)).toBeLessThan(2 * MAX_CONTENT_BYTES);
  process.stdout.write(`${open.length} alerts: ${first} and ${second} MiB\n`);
  expect(Math.max(first, second)).toBeLessThan(MAX_MEBIBYTES);
});
