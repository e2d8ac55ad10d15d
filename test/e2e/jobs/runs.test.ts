/** Runs of the built jobs against the shipped rules: people are notified, and readings are folded. */

import { Webhook } from "standardwebhooks";
import { HOUR_MS } from "@greenhouse/domain/time";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { foldableUntil } from "@greenhouse/domain/rollups/rollups";
import { startMailCatcher } from "../../../tools/dev/mail/catcher";
import type { MailCatcher } from "../../../tools/dev/mail/catcher";
import { PEOPLE } from "../../../tools/dev/demo/demo-farm";
import { fromEnvironment } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import type { DatabaseClient, Json } from "../../support/backend/database-client";
import { openTestDatabase, RULES } from "../../support/database";
import type { TestDatabase } from "../../support/database";
import { farmRecords, frostRecords, WEBHOOK_SECRET } from "../../support/jobs/farms";
import { runJobs } from "../../support/jobs/run";
import type { LogEntry } from "../../support/jobs/run";
import { startWebhookReceiver } from "../../support/jobs/webhook-receiver";
import type { WebhookReceiver } from "../../support/jobs/webhook-receiver";
import { loadRules } from "../../support/rules-client/requests";

type Tree = Record<string, Json>;

const [OWNER, VIEWER] = PEOPLE;
const TOKEN = "0123456789abcdef0123456789abcdef";

let database: TestDatabase;
let admin: DatabaseClient;
let receiver: WebhookReceiver;
let mail: MailCatcher;
beforeEach(async () => {
  database = await openTestDatabase();
  await loadRules(database, RULES);
  admin = databaseClient(database.namespace, `${database.host}:${database.port}`);
  receiver = await startWebhookReceiver();
  mail = await startMailCatcher({ smtpPort: 0, httpPort: 0 });
});
afterEach(async () => {
  await mail.close();
  await receiver.close();
  await database.close();
});

/** Adds a farm with a webhook, just before an alert. */
async function addFarm(id: string, members = ["olga"]): Promise<void> {
  const now = Date.now();
  await admin.patch(farmRecords({ id, members, webhookUrl: `${receiver.url}/${id}` }, now));
  await admin.patch(frostRecords(id, now));
}

async function childrenOf(path: string): Promise<Tree> {
  return ((await admin.get(path)) ?? {}) as Tree;
}

function run(): Promise<readonly LogEntry[]> {
  const authAddress = fromEnvironment("FIREBASE_AUTH_EMULATOR_HOST");
  return runJobs({ database, smtpUrl: mail.smtpUrl, authAddress });
}

const subjects = (): readonly string[] => mail.messages().map(({ subject }) => subject);

test("a frost and its end reach the webhook and each person in their language, once, and then the log", async () => {
  await addFarm("oak", [OWNER.uid, VIEWER.uid]);
  await admin.patch({
    [`users/${OWNER.uid}/alerts`]: { email: true, token: TOKEN, language: "en" },
    [`users/${VIEWER.uid}/alerts`]: { email: true, token: TOKEN, language: "de" },
  });
  const entries = await run();
  const id = "below,temperature,oak-air-0";
  expect(Object.keys(await childrenOf("alerts/oak/open"))).toEqual([id]);
  const [message] = receiver.received;
  const headers = message!.headers as Record<string, string>;
  const payload = new Webhook(WEBHOOK_SECRET).verify(message!.body, headers);
  expect(payload).toMatchObject({ data: { farm: { id: "oak" }, alerts: [{ value: 2.1 }] } });
  const [english, german] = [OWNER, VIEWER].map(({ email }) =>
    mail.messages().find(({ to }) => JSON.stringify(to).includes(email)),
  );
  expect(english!.subject).toBe("Tomatoes: 2.1\u202f°C, below 5\u202f°C (Air of oak-air-0)");
  expect(german!.subject).toBe("Tomatoes: 2,1\u202f°C, unter 5\u202f°C (Air of oak-air-0)");
  expect(JSON.stringify(english!.headers)).toContain("List-Unsubscribe=One-Click");
  // Nothing names people: neither a log nor the outbox.
  expect(JSON.stringify(entries)).not.toMatch(/@example\.com|0123456789abcdef/);
  expect(JSON.stringify(await admin.get("alertOutbox"))).not.toContain("@");

  await admin.patch({
    "sensors/oak-house/bySensor/oak-air-0/temperature": 9,
    [`alerts/oak/open/${id}/clearingSince`]: Date.now() - 60_000,
  });
  for (let time = 0; time < 2; time += 1) await run();
  expect(subjects()).toHaveLength(4);
  expect(subjects()).toContain("Over: Tomatoes: 9.0\u202f°C again (Air of oak-air-0)");
  expect(receiver.received).toHaveLength(2);
  expect(await admin.get("alerts/oak/open")).toBeNull();
  const [logged] = Object.values(await childrenOf("alerts/oak/log"));
  expect(logged).toMatchObject({ kind: "below", value: 2.1, clearedAt: expect.any(Number) });
  expect(await admin.get("alertOutbox")).toBeNull();
  expect(await admin.get("alertService")).toMatchObject({
    lookedAt: expect.any(Number),
    email: true,
    push: expect.any(String),
    telegram: "local_greenhouse_bot",
    sms: true,
    call: true,
  });
});

test("a farm or a person that fails delays nobody else's notifications", async () => {
  const farms = ["oak", "hangs", "odd"];
  for (const id of farms) await addFarm(id);
  receiver.answer = (path, response) => {
    if (path !== "/hangs") response.end();
  };
  const large = Array.from({ length: 1_001 }, (_, index) => ({
    [`greenhouses/large-${index}`]: { name: "Large", farmId: "large" },
    [`registeredSensors/large-${index}`]: {
      sensorName: "Air",
      farmId: "large",
      greenhouse: `large-${index}`,
    },
  }));
  await admin.patch(farmRecords({ id: "refused", temperature: 2 }, Date.now()));
  await admin.patch({
    ...Object.assign({}, ...large),
    "alertSettings/large": { silentAfterMinutes: 30, lowBatteryPercent: 20 },
    "alertSettings/nonsense": "on",
    "alerts/odd/open": { x: 1, y: { kind: "below" } },
    // The rules demand the next number, and there is none.
    "alerts/refused/version": 1e300,
    "farms/oak/members/eve": "viewer",
    "users/eve/farms/oak": true,
    "users/eve/alerts": { email: true },
    "alertTests/eve/email": { farmId: "oak", askedAt: Date.now() },
  });
  // Nothing answers for the accounts of people.
  const entries = await runJobs({ database, authAddress: "127.0.0.1:1" });
  for (const farm of ["oak", "hangs"]) {
    expect(receiver.received.filter(({ path }) => path === `/${farm}`)).toHaveLength(1);
  }
  const namesOf = (wanted: string): readonly unknown[] =>
    entries.filter(({ event }) => event === wanted).map(({ farmId }) => farmId);
  expect(namesOf("run_failed")).toEqual([]);
  expect(namesOf("farm_failed")).toContain("large");
  expect(namesOf("alert_refused")).toEqual(["refused"]);
  expect(await admin.get("alertTests/eve/email")).toHaveProperty("problem");
  expect(Object.keys(await childrenOf("alertOutbox/hangs"))).toHaveLength(1);
});

test("finished hours and late readings are folded", async () => {
  const until = foldableUntil(Date.now());
  const from = until - 3 * HOUR_MS;
  const createKey = createPushKeys(Math.random);
  const entries = Array.from({ length: 30 }, (_, index) => {
    const updatedAt = from + index * (HOUR_MS / 10);
    const entry = { uid: "oak-air-0", sensorName: "Air", temperature: index, updatedAt };
    return [`sensors/oak-house/history/${createKey(updatedAt)}`, entry] as const;
  });
  await admin.patch({
    ...farmRecords({ id: "oak" }, Date.now()),
    ...Object.fromEntries(entries),
    // The first hour was folded without its readings.
    "rollupCoverage/oak-house": { from, until: from + HOUR_MS, version: 1 },
    [`rollupDue/oak-house/${from}/oak-air-0`]: from,
  });
  const logged = await runJobs({ database, job: "foldReadings" });
  expect(logged).toContainEqual(
    expect.objectContaining({ event: "readings_folded", unfinished: 0 }),
  );
  const hours = Object.values(await childrenOf("rollups/oak-house/oak-air-0/hour/temperature"));
  const ranges = [0, 10, 20].map((min) => ({ min, max: min + 9, n: 10 }));
  expect(hours).toMatchObject(ranges);
  expect(await admin.get("rollupDue/oak-house")).toBeNull();
});
