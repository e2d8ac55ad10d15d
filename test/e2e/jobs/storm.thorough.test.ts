/**
 * A farm in a storm: many alerts at once are raised and make one notification. By default there are some thousand
 * alerts. `STORM_SENSORS=10000 npm test -- test/e2e/jobs/storm` tests the largest farm. `STORM_CHECKS=120` lets its
 * thresholds flip for 120 checks while its webhook fails. Each check takes a minute at full size.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_CONTENT_BYTES, MAX_NAMED } from "@greenhouse/domain/alerts/outbox";
import { QUANTITIES, type Quantity } from "@greenhouse/domain/quantities/measurements";
import { entriesOf, fieldOf } from "@greenhouse/domain/stored";
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
const CHECKS = Number(process.env["STORM_CHECKS"] ?? 4);
/** Time limits of a test: for the largest farm, and for each check. */
const TIMEOUT_MS = 60_000 + CHECKS * 60_000;
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

/** Thresholds that all values are below, or none; and a reading of each sensor. */
async function setBounds(quantities: readonly Quantity[], min: number): Promise<void> {
  const bounds = Object.fromEntries(quantities.map((kind) => [kind, { min }]));
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

/** Moves first findings back by a minute, and makes waiting notifications due. */
async function passMinute(): Promise<void> {
  const earlier = Date.now() - MINUTE_MS;
  const alerts = await admin.get("alerts/oak");
  const paths = [
    ...entriesOf(fieldOf(alerts, "pending")).map(([id]) => `alerts/oak/pending/${id}/since`),
    ...entriesOf(fieldOf(alerts, "open"))
      .filter(([, alert]) => fieldOf(alert, "clearingSince") !== undefined)
      .map(([id]) => `alerts/oak/open/${id}/clearingSince`),
    ...(await readWaiting()).map(([id]) => `alertOutbox/oak/${id}/to/webhook/nextAt`),
  ];
  for (let from = 0; from < paths.length; from += 5_000) {
    const part = paths.slice(from, from + 5_000);
    await admin.patch(Object.fromEntries(part.map((path) => [path, earlier])));
  }
}

async function readWaiting(): Promise<readonly (readonly [string, unknown])[]> {
  return entriesOf(await admin.get("alertOutbox/oak"));
}

/** A run and the memory that it took at most, in MiB. */
async function check(): Promise<number> {
  const entries = await runJobs({ database });
  const failures = entries.filter(({ event }) => event === "farm_failed" || event === "run_failed");
  expect(failures).toEqual([]);
  const { maxRssKib } = entries.find(({ event }) => event === "process_ended")!;
  return Math.round(Number(maxRssKib) / 1024);
}

const BELOW = 1_000;
const WITHIN = -1_000;

test("is raised by two checks, and makes one notification that names the worst and counts the others", async () => {
  await setBounds(THREE, BELOW);
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
  expect((await readWaiting()).filter(([, message]) => fieldOf(message, "to"))).toEqual([]);
  process.stdout.write(`${open.length} alerts: ${first} and ${second} MiB\n`);
  expect(Math.max(first, second)).toBeLessThan(MAX_MEBIBYTES);
});

test("that comes and goes while the webhook fails makes one notification with the newest transitions", async () => {
  receiver.answer = (_, response) => response.writeHead(500).end();
  let memory = 0;
  for (let done = 0; done < CHECKS; done += 1) {
    await setBounds(QUANTITIES, done % 4 < 2 ? BELOW : WITHIN);
    memory = Math.max(memory, await check());
    await passMinute();
  }
  const waiting = await readWaiting();
  expect(waiting).toHaveLength(1);
  let alertCount = 0;
  for (const [, message] of waiting) {
    const content = { ...(message as object), to: undefined };
    expect(JSON.stringify(content).length).toBeLessThanOrEqual(MAX_CONTENT_BYTES);
    alertCount += entriesOf(fieldOf(content, "alerts")).length;
    for (const [, group] of entriesOf(fieldOf(content, "others"))) {
      alertCount += Number(fieldOf(group, "count"));
    }
  }
  const log = entriesOf(await admin.get("alerts/oak/log")).length;
  const open = entriesOf(await admin.get("alerts/oak/open")).length;
  // A named alert that comes again is sent once.
  expect(alertCount).toBeLessThanOrEqual(log + open);
  expect(alertCount).toBeGreaterThanOrEqual(log + open - (MAX_NAMED * CHECKS) / 4);
  if (open === 0) expect(JSON.stringify(waiting)).not.toMatch(/raised/);
  expect(memory).toBeLessThan(MAX_MEBIBYTES);
  process.stdout.write(`${CHECKS} checks: ${waiting.length} messages, ${memory} MiB\n`);
});
