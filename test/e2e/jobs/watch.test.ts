/** Runs of the built jobs against the shipped rules: people are notified exactly once, whatever fails in between. */

import { Webhook } from "standardwebhooks";
import { databaseClient } from "../../support/backend/database-client";
import type { DatabaseClient, Json } from "../../support/backend/database-client";
import { openTestDatabase, RULES } from "../../support/database";
import type { TestDatabase } from "../../support/database";
import { loadRules } from "../../support/rules-client/requests";
import { farmRecords, frostRecords, WEBHOOK_SECRET } from "../../support/jobs/farms";
import { runJobs, startJobs } from "../../support/jobs/run";
import { startWebhookReceiver } from "../../support/jobs/webhook-receiver";
import type { WebhookReceiver } from "../../support/jobs/webhook-receiver";

type Tree = Record<string, Json>;

let database: TestDatabase;
let admin: DatabaseClient;
let receiver: WebhookReceiver;
beforeEach(async () => {
  database = await openTestDatabase();
  await loadRules(database, RULES);
  admin = databaseClient(database.namespace, `${database.host}:${database.port}`);
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await receiver.close();
  await database.close();
});

/** @param count of farms with a webhook, each just before an alert */
async function addFarms(count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, (_, index) => `farm-${index}`);
  const now = Date.now();
  for (const id of ids) {
    const farm = { id, webhookUrl: `${receiver.url}/${id}` };
    await admin.patch(farmRecords(farm, now));
    await admin.patch(frostRecords(id, now));
  }
  return ids;
}

async function childrenOf(path: string): Promise<Tree> {
  return ((await admin.get(path)) ?? {}) as Tree;
}

/** Makes every notification of the outbox due. */
async function passTime(): Promise<void> {
  const due: Record<string, unknown> = {};
  for (const [farm, entries] of Object.entries(await childrenOf("alertOutbox"))) {
    for (const [id, entry] of Object.entries(entries as Tree)) {
      for (const to of Object.keys(((entry as Tree)["to"] ?? {}) as Tree)) {
        due[`alertOutbox/${farm}/${id}/to/${to}/nextAt`] = Date.now() - 1;
      }
    }
  }
  await admin.patch(due);
}

/** The requests at each farm's receiver, without repetitions. */
function idsOf(path: string): readonly string[] {
  return [
    ...new Set(
      receiver.received.filter((delivery) => delivery.path === `/${path}`).map(({ id }) => id),
    ),
  ];
}

describe("a frost", () => {
  test("is recorded and sent by a signed webhook, then over, sent and in the log", async () => {
    await addFarms(1);
    await runJobs({ database });
    const open = await childrenOf("alerts/farm-0/open");
    expect(Object.keys(open)).toEqual(["below,temperature,farm-0-air-0"]);
    const [message] = receiver.received;
    const payload = new Webhook(WEBHOOK_SECRET).verify(
      message!.body,
      message!.headers as Record<string, string>,
    );
    expect(payload).toMatchObject({ data: { farm: { id: "farm-0" } } });
    expect(message!.body).toContain("2.1");
    expect(await admin.get("alertOutbox/farm-0")).toMatchObject({});

    await admin.patch({
      "sensors/farm-0-house/bySensor/farm-0-air-0/temperature": 9,
      "alerts/farm-0/open/below,temperature,farm-0-air-0/clearingSince": Date.now() - 60_000,
    });
    await runJobs({ database });
    expect(await admin.get("alerts/farm-0/open")).toBeNull();
    const [logged] = Object.values(await childrenOf("alerts/farm-0/log"));
    expect(logged).toMatchObject({ kind: "below", value: 2.1, clearedAt: expect.any(Number) });
    await runJobs({ database });
    expect(receiver.received).toHaveLength(2);
    expect(await admin.get("alertOutbox")).toBeNull();
    const service = await admin.get("alertService");
    expect(service).toEqual({
      lookedAt: expect.any(Number),
      email: true,
      push: expect.any(String),
    });
  });

  test("needs two checks", async () => {
    await admin.patch(farmRecords({ id: "oak", temperature: 2 }, Date.now()));
    await runJobs({ database });
    expect(await admin.get("alerts/oak")).toEqual({
      version: 1,
      pending: { "below,temperature,oak-air-0": { since: expect.any(Number) } },
    });
  });

  test("shows how the last hour went", async () => {
    await addFarms(1);
    const { createPushKeys } = await import("@greenhouse/domain/identity/push-key");
    const createKey = createPushKeys(Math.random);
    const now = Date.now();
    for (const [minutes, temperature] of [
      [61, 6.2],
      [41, 5.1],
      [20, 3.4],
      [1, 2.1],
    ] as const) {
      const at = now - minutes * 60_000;
      const entry = { uid: "farm-0-air-0", sensorName: "Air", temperature, updatedAt: at };
      await admin.put(`sensors/farm-0-house/history/${createKey(at)}`, entry);
    }
    await runJobs({ database });
    expect(receiver.received[0]!.body).toMatch(/6\.2.*5\.1.*3\.4.*2\.1/s);
  });
});

describe("exactly one record and one id", () => {
  test("when two runs check at once", async () => {
    const farms = await addFarms(30);
    await Promise.all([runJobs({ database }), runJobs({ database })]);
    await passTime();
    await runJobs({ database });
    for (const farm of farms) {
      expect([farm, idsOf(farm).length]).toEqual([farm, 1]);
      expect(Object.keys(await childrenOf(`alerts/${farm}/open`))).toHaveLength(1);
      expect(await admin.get(`alerts/${farm}/version`)).toBe(1);
    }
    expect(receiver.received).toHaveLength(farms.length);
  });

  test("when runs are killed at any moment of checking and delivering", async () => {
    const farms = await addFarms(20);
    // After so many deliveries, or at its first line.
    for (const deliveries of [0, 1, 2, 4, 6]) {
      const running = startJobs({ database });
      const before = receiver.received.length;
      await new Promise<void>((resolve) => {
        if (deliveries === 0) running.onLine(() => resolve());
        else {
          const { answer } = receiver;
          receiver.answer = (path, response) => {
            answer(path, response);
            if (receiver.received.length - before >= deliveries) resolve();
          };
        }
        void running.ended.then(() => resolve());
      });
      running.child.kill("SIGKILL");
      await running.ended;
      receiver.answer = (_, response) => response.end();
      await passTime();
    }
    await runJobs({ database });
    for (const farm of farms) {
      expect([farm, idsOf(farm).length]).toEqual([farm, 1]);
      expect(Object.keys(await childrenOf(`alerts/${farm}/open`))).toHaveLength(1);
    }
    await runJobs({ database });
    expect(await admin.get("alertOutbox")).toBeNull();
  });

  test("when a receiver fails: it is sent again under the same id, and dropped after a day", async () => {
    await addFarms(1);
    receiver.answer = (_, response) => response.writeHead(500).end();
    await runJobs({ database });
    await runJobs({ database });
    expect(receiver.received).toHaveLength(1);
    await passTime();
    await runJobs({ database });
    expect([receiver.received.length, idsOf("farm-0").length]).toEqual([2, 1]);
    const [id] = Object.keys(await childrenOf("alertOutbox/farm-0"));
    await admin.put(`alertOutbox/farm-0/${id}/at`, Date.now() - 25 * 60 * 60_000);
    await passTime();
    await runJobs({ database });
    expect(await admin.get("alerts/farm-0/undelivered/webhook")).toEqual({
      at: expect.any(Number),
      problem: expect.stringContaining("500"),
    });
  });
});

describe("one farm's failure", () => {
  test("delays nobody else's messages: a person's records that the SDK cannot read, and no accounts at all", async () => {
    const farms = await addFarms(3);
    const [first] = farms;
    await admin.patch({
      // As an administrator: the rules take no such name. The SDK fails to read what holds it.
      "users/eve/alerts": { email: true, push: { hasOwnProperty: { endpoint: "x" } } },
      "users/eve/farms/farm-0": true,
      "users/olga/alerts": { email: true, language: "en" },
      [`farms/${first}/members/eve`]: "viewer",
      "alertTests/eve/email": { farmId: first, askedAt: Date.now() },
    });
    // Nothing answers for the accounts of people either.
    const entries = await runJobs({ database, authAddress: "127.0.0.1:1" });
    for (const farm of farms) expect([farm, idsOf(farm).length]).toEqual([farm, 1]);
    expect(entries).toContainEqual(expect.objectContaining({ event: "farms_watched", changed: 3 }));
    expect(entries).not.toContainEqual(expect.objectContaining({ event: "run_failed" }));
    const test = await admin.get("alertTests/eve/email");
    expect(test).toMatchObject({ problem: "The message could not be created." });
  });

  test("that the rules refuse is in the log, and so is a farm that is too large", async () => {
    await admin.patch(farmRecords({ id: "oak", temperature: 2 }, Date.now()));
    // The rules demand the next number, and there is none.
    await admin.put("alerts/oak/version", 1e300);
    const many = Array.from({ length: 1_001 }, (_, index) => ({
      [`greenhouses/elm-${index}`]: { name: "Elm", farmId: "elm" },
      [`registeredSensors/elm-${index}`]: {
        sensorName: "Air",
        farmId: "elm",
        greenhouse: `elm-${index}`,
      },
    }));
    await admin.patch({
      ...Object.assign({}, ...many),
      "alertSettings/elm": { silentAfterMinutes: 30, lowBatteryPercent: 20 },
    });
    const entries = await runJobs({ database });
    const namesOf = (wanted: string): unknown[] =>
      entries.filter(({ event }) => event === wanted).map(({ farmId }) => farmId);
    expect(namesOf("farm_failed")).toEqual(["elm"]);
    expect(namesOf("alert_refused")).toEqual(["oak"]);
  });

  test("that hangs, and one whose records are nonsense, delay no other", async () => {
    const farms = await addFarms(10);
    receiver.answer = (path, response) => {
      if (path !== "/farm-3") response.end();
    };
    await admin.patch({
      "alertSettings/nonsense": "on",
      "alertSettings/half": { silentAfterMinutes: 30 },
      "alertSettings/gone": { silentAfterMinutes: 30, lowBatteryPercent: 20 },
      "lastSeen/farm-4": ["a", { b: "c" }],
      "alerts/farm-5/open": { x: 1, y: { kind: "below" } },
      "greenhouses/farm-6-house/thresholds": "none",
    });
    const entries = await runJobs({ database });
    for (const farm of farms.slice(0, 4)) {
      expect([farm, idsOf(farm).length]).toEqual([farm, 1]);
    }
    expect(entries).toContainEqual(
      expect.objectContaining({ event: "farms_watched", farms: 11, undelivered: 1 }),
    );
    const problem = await childrenOf("alertOutbox/farm-3");
    expect(Object.keys(problem)).toHaveLength(1);
  });
});
