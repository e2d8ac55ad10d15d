/** Whole runs against the shipped rules, with a clock: who is notified, when and of which alerts, and who else waits. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_CONTENT_BYTES, MAX_NOTIFICATIONS } from "@greenhouse/domain/alerts/outbox";
import { MAX_PROBLEM_CHARACTERS } from "@greenhouse/domain/alerts/people";
import { firstKeyAt } from "@greenhouse/domain/identity/push-key";
import { entriesOf, fieldOf } from "@greenhouse/domain/stored";
import { MAILS_AT_ONCE } from "../../../../jobs/src/delivery/mail";
import { WEBHOOK_PROBLEMS } from "../../../../jobs/src/channels/webhook";
import type { Outcome } from "../../../../jobs/src/delivery/outcome";
import { hashAddress, isUrgent } from "../../../../jobs/src/outbox/limits";
import { PROBLEMS } from "../../../../jobs/src/delivery/problems";
import { withinLimit } from "../../../../jobs/src/watch/store-decision";
import { farmRecords } from "../../../support/jobs/farms";
import { WatchedFarms, type Sent } from "../../../support/jobs/watching";
import { frost as frostFact, messageOf, type Fact } from "../messages/fixtures";

const START = Date.UTC(2026, 0, 15, 2);
const RETRY: Outcome = { kind: "retry", problem: PROBLEMS.noAnswer };
const [WEBHOOK, OLGA, VERA] = ["https://hook.example/oak", "olga@example.com", "vera@example.com"];

type Values = Readonly<Partial<Record<"temperature" | "humidity" | "battery", number>>>;

/** The reading of a sensor, which arrives just before the next check. */
function send(farms: WatchedFarms, uid: string, values: Values, farm = "oak"): void {
  const newest = Object.entries(values).map(
    ([name, value]) => [`sensors/${farm}-house/bySensor/${uid}/${name}`, value] as const,
  );
  const seen = `lastSeen/${farm}/${uid}/${Object.keys(values).join()}`;
  farms.database.administer({ ...Object.fromEntries(newest), [seen]: farms.now + MINUTE_MS });
}

function measure(farms: WatchedFarms, temperature: number, farm = "oak", sensors = 1): void {
  for (let index = 0; index < sensors; index += 1) {
    send(farms, `${farm}-air-${index}`, { temperature }, farm);
  }
}

/** Checks once a minute, each time with new readings. */
async function checkCold(
  farms: WatchedFarms,
  minutes: number,
  temperature = 2.1,
  sensors = 1,
): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 1) {
    measure(farms, temperature, "oak", sensors);
    await farms.run();
  }
}

/** Two checks find a frost, and the second opens an alert. */
const frost = (farms: WatchedFarms): Promise<void> => checkCold(farms, 2);

/** A device that gets push messages. */
function phone(name: string): object {
  const keys = { p256dh: "B".repeat(87), auth: "a".repeat(22) };
  return { endpoint: `https://push.example/${name}`, keys };
}

function oak(
  more: Readonly<Record<string, unknown>> = {},
  sensors = 1,
  members = ["olga", "vera"],
): WatchedFarms {
  const settings = { id: "oak", members, webhookUrl: WEBHOOK, sensors };
  return new WatchedFarms(START, {
    ...farmRecords(settings, START),
    "users/olga/alerts": { email: true, language: "en" },
    ...more,
  });
}

describe("an output", () => {
  const VALVE = "oak/oak-air-0/valve";
  const VALVE_DEFINED = {
    name: "Drip line",
    kind: "switch",
    leaseSeconds: 540,
    maxOnSeconds: 3_600,
  };
  let farms: WatchedFarms;
  beforeEach(() => {
    farms = oak({
      [`outputs/${VALVE}`]: VALVE_DEFINED,
    });
  });

  function order(value: number, version = 5): void {
    const { now } = farms;
    const until = value === 0 ? {} : { until: now + 30 * MINUTE_MS };
    farms.database.administer({
      [`outputOrders/${VALVE}`]: { value, version, by: "olga", at: now, ...until },
    });
  }

  /** The board's report of each minute, and the subjects that the webhook gets in this number of minutes. */
  async function watch(
    minutes: number,
    state?: Readonly<Record<string, unknown>>,
  ): Promise<readonly string[]> {
    const before = farms.sent.length;
    for (let minute = 0; minute < minutes; minute += 1) {
      measure(farms, 20);
      const report = state && { [`outputStates/${VALVE}`]: { ...state, at: farms.now } };
      farms.database.administer({ ...report });
      await farms.run();
    }
    expect(farms.failures).toEqual([]);
    const hooks = farms.sent.slice(before).filter(({ to }) => to === WEBHOOK);
    return hooks.map(({ body }) => (JSON.parse(body) as { subject: string }).subject);
  }

  const ON = { value: 1, version: 5, reason: "order" };
  const OFF = { value: 0, version: 4, reason: "lease" };

  test("whose board does not apply an order is an alert, also with a newer order, until the board applies it", async () => {
    order(1);
    expect(await watch(7, OFF)).toEqual([]);
    expect(await watch(1, OFF)).toEqual([
      "Tomatoes: Drip line ordered on, not applied since 02:00 (Air of oak-air-0)",
    ]);
    const hook = farms.sent.findLast(({ to }) => to === WEBHOOK);
    const output = { id: "valve", name: "Drip line" };
    const alert = { id: "unapplied,valve,oak-air-0", kind: "unapplied", value: 1, output };
    expect(JSON.parse(hook?.body ?? "")).toMatchObject({ data: { alerts: [alert] } });
    order(0, 6);
    expect(await watch(1, ON)).toEqual([]);
    expect(farms.database.json("alerts/oak/open/unapplied,valve,oak-air-0")).toMatchObject({
      value: 0,
      since: START + 8 * MINUTE_MS,
    });
    expect(await watch(2, { ...OFF, version: 6 })).toEqual([
      "Over: Tomatoes: no open order for Drip line (Air of oak-air-0)",
    ]);
  });

  test("that is on by hand is an alert, which has its new name and ends without a notification when it is removed", async () => {
    const byHand = { value: 1, version: 0, reason: "local", since: START - MINUTE_MS };
    expect(await watch(2, byHand)).toEqual([
      "Tomatoes: Drip line on by hand since 01:59 (Air of oak-air-0)",
    ]);
    farms.database.administer({ [`outputs/${VALVE}/name`]: "Mist" });
    await watch(1, byHand);
    const open = farms.database.json("alerts/oak/open/manual,valve,oak-air-0");
    expect(open).toHaveProperty("outputName", "Mist");
    farms.database.administer({ [`outputs/${VALVE}`]: null, [`outputStates/${VALVE}`]: null });
    expect(await watch(3)).toEqual([]);
    expect(farms.database.json("alerts/oak/open")).toBeUndefined();
  });

  test("with odd records does not stop other alerts of its farm", async () => {
    farms.database.administer({
      [`outputs/${VALVE}/name`]: "line\nfeed\u0000",
      [`outputStates/${VALVE}`]: { value: 1, version: 0, reason: "local", at: START, since: 1e15 },
      [`outputOrders/${VALVE}`]: { value: 1, version: 5, until: 1e15, by: "x", at: -1 },
      "outputs/oak/oak-air-0/Big Valve": VALVE_DEFINED,
      "outputs/oak/oak-air-0/odd": 5,
    });
    await frost(farms);
    expect(farms.failures).toEqual([]);
    expect(JSON.stringify(farms.sent)).toContain("2.1");
  });

  test("is watched on the first 500 boards, and more boards do not stop other alerts", async () => {
    const boards = Array.from({ length: 501 }, (_, index) => [
      `outputs/oak/oak-air-${index}/valve`,
      VALVE_DEFINED,
    ]);
    farms.database.administer(Object.fromEntries(boards) as Record<string, object>);
    await frost(farms);
    expect(farms.sent).not.toEqual([]);
    expect(farms.failures).toEqual([]);
  });

  test("is read before its orders, so that its board never names an order that is newer", async () => {
    await watch(1);
    const paths = farms.reads.filter((path) => path.startsWith("output"));
    expect(paths).toEqual(["outputs/oak", "outputStates/oak", "outputOrders/oak"]);
  });
});

describe("a frost that nobody answers", () => {
  const NIGHT = {
    "users/vera/alerts": { email: true, language: "de", farms: { oak: { afterMinutes: 15 } } },
    "farms/oak/names": { olga: "Olga" },
  };
  let farms: WatchedFarms;
  const FROST = "alerts/oak/open/below,temperature,oak-air-0";
  const atMinute = (sent: Sent): number => (sent.at - START) / MINUTE_MS;
  beforeEach(() => {
    farms = oak(NIGHT);
  });

  async function watch(
    minutes: number,
    values: Values = { temperature: 2.1 },
  ): Promise<readonly (readonly unknown[])[]> {
    const before = farms.sent.length;
    for (let minute = 0; minute < minutes; minute += 1) {
      send(farms, "oak-air-0", values);
      await farms.run();
    }
    const sent = farms.sent.slice(before).toSorted((a, b) => a.at - b.at || (a.to < b.to ? -1 : 1));
    return sent.map((notification) => [atMinute(notification), notification.to]);
  }

  test("ends for a person who was notified and then chose a later time", async () => {
    farms.database.administer({ "users/vera/alerts/farms/oak": null });
    await watch(4);
    const choice = { afterMinutes: 30, since: farms.now };
    farms.database.administer({ "users/vera/alerts/farms/oak": choice });
    await watch(2);
    farms.database.administer({ [`${FROST}/acknowledgedBy`]: "olga" });
    await watch(2);
    await watch(2, { temperature: 9 });
    const vera = farms.sent.filter(({ to }) => to === VERA).map(({ title }) => title);
    expect(vera).toEqual([
      expect.stringMatching(/^Tomatoes/),
      expect.stringMatching(/^Olga kümmert sich darum/),
      expect.stringMatching(/^Vorbei/),
    ]);
  });

  test("shows the last hour of its own sensor, and no value at the time of a fault", async () => {
    const entry = (uid: string, temperature: number, seconds: number): object => {
      const updatedAt = START + seconds * 1000;
      const path = `sensors/oak-house/history/${firstKeyAt(updatedAt)}`;
      return { [path]: { uid, sensorName: "Air", temperature, updatedAt } };
    };
    farms.database.administer({
      ...entry("oak-air-0", 6.2, -62 * 60),
      ...entry("oak-soil", 18, -58 * 60),
      // A valid value is near.
      ...entry("oak-air-0", 5.1, -41 * 60),
      ...entry("oak-air-0", -127, -40 * 60),
      ...entry("oak-soil", 19, -18 * 60),
      ...entry("oak-air-0", 3.4, -17 * 60),
      ...entry("oak-air-0", 19.5, 90),
      ...entry("oak-air-0", -127, 100),
    });
    await watch(2);
    const { body = "" } = farms.sent.find(({ to }) => to === WEBHOOK) ?? {};
    const { data } = JSON.parse(body) as { data: { alerts: { minutesAgo: object }[] } };
    expect(data.alerts[0]?.minutesAgo).toEqual({ "60": 6.2, "20": 3.4 });
  });

  test("is not sent to people who muted the farm, left it, or never accepted it", async () => {
    farms.database.administer({
      "users/vera/alerts/farms/oak": false,
      "farms/oak/members/eve": "viewer",
      "users/eve/alerts": { email: true },
    });
    await watch(2);
    expect(new Set(farms.sent.map(({ to }) => to))).toEqual(new Set([OLGA, WEBHOOK]));
  });

  test("is not sent to a person who switched e-mail off after a first attempt", async () => {
    farms.answer = () => RETRY;
    await watch(2);
    farms.database.administer({ "users/olga/alerts/email": null });
    await watch(4);
    expect(farms.sent.filter(({ to }) => to === OLGA)).toHaveLength(1);
  });
});

test("a sensor's name that the rules forbid in alerts does not prevent its alert", async () => {
  const name = "a\u202eb\u0007".padEnd(300, "x");
  const farms = oak({ "registeredSensors/oak-air-0/sensorName": name });
  await frost(farms);
  expect(farms.failures).toEqual([]);
  const { body } = farms.sent.find(({ to }) => to === WEBHOOK) ?? { body: "{}" };
  expect(JSON.parse(body)).toMatchObject({
    data: { alerts: [{ sensor: { name: expect.stringMatching(/^a b x+$/) as string } }] },
  });
});

test("an update has 1,000 alerts and a notification, and a check that is killed later loses nothing", async () => {
  const count = 1_001;
  const farms = oak({}, count);
  measure(farms, 2.1, "oak", count);
  await farms.run();
  measure(farms, 2.1, "oak", count);
  let left = 1;
  farms.database.beforeUpdate = () =>
    left-- > 0 ? Promise.resolve() : Promise.reject(new Error("killed"));
  await expect(farms.run()).rejects.toThrow("killed");
  expect(entriesOf(farms.database.json("alerts/oak/open"))).toHaveLength(1_000);
  // The next update would replace this notification, so it is due later.
  const waiting = entriesOf(farms.database.json("alertOutbox/oak"));
  expect(waiting.map(([, message]) => fieldOf(message, "to"))).toEqual([
    expect.objectContaining({ webhook: { attempts: 0, nextAt: farms.now + MINUTE_MS } }),
  ]);
  farms.database.beforeUpdate = () => Promise.resolve();
  await farms.run();
  expect(entriesOf(farms.database.json("alerts/oak/open"))).toHaveLength(count);
  const hooks = farms.sent.filter(({ to }) => to === WEBHOOK);
  const counts = hooks.map(({ body }) => fieldOf(fieldOf(JSON.parse(body), "data"), "count"));
  expect(counts).toEqual([count]);
});

test("a low battery waits for the end of quiet hours, but not for the webhook", async () => {
  // The farm has no place, so these are UTC. It is two o'clock.
  const farms = oak({ "users/olga/alerts/quiet": { from: 60, until: 150 } });
  for (let minute = 1; minute <= 30; minute += 1) {
    send(farms, "oak-air-0", { temperature: 20, battery: 5 });
    await farms.run();
  }
  expect(farms.sent.map(({ to, at }) => [to, (at - START) / MINUTE_MS])).toEqual([
    [WEBHOOK, 2],
    [OLGA, 30],
  ]);
});

test("a receiver's waiting time is obeyed", async () => {
  const farms = oak();
  const retryAfterMs = 10 * MINUTE_MS;
  farms.answer = ({ to }) => (to === WEBHOOK ? { ...RETRY, retryAfterMs } : { kind: "delivered" });
  await frost(farms);
  const triedAt = farms.now;
  farms.answer = () => ({ kind: "delivered" });
  await checkCold(farms, 10);
  const hooks = farms.sent.filter(({ to }) => to === WEBHOOK);
  expect(hooks.map(({ at }) => at - triedAt)).toEqual([0, retryAfterMs]);
});

describe("a channel with daily limits", () => {
  const COUNTS = "deliveryCounts/20260115/sms";
  const NUMBER = "+491701234567";
  const NUMBER_HASH = hashAddress("phone", NUMBER, "https://farm.example");
  const limited = (path: string, count: number): WatchedFarms =>
    oak({
      "users/olga/alerts": { sms: true, addresses: { phone: NUMBER } },
      [`${COUNTS}/${path}`]: count,
    });

  test("counts each attempt, and gives the count back if the provider took nothing", async () => {
    const farms = limited("persons/olga", 19);
    const down: Outcome = { ...RETRY, isChannelDown: true, isUnsent: true };
    farms.answer = ({ channel }) => (channel === "sms" ? down : { kind: "delivered" });
    await frost(farms);
    await checkCold(farms, 8);
    farms.answer = () => ({ kind: "delivered" });
    await farms.run(10);
    expect(farms.sent.filter(({ channel }) => channel === "sms")).toHaveLength(4);
    expect(farms.database.json(COUNTS)).toEqual({
      budget: 1_000,
      total: 1,
      addresses: { [NUMBER_HASH]: 1 },
      persons: { olga: 20 },
      farms: { oak: 1 },
    });
  });

  test("lets a frost beside a low battery use the kept part", () => {
    const battery: Fact = { ...frostFact, kind: "battery", measurement: "battery" };
    const both = messageOf({ raised: [frostFact, battery] });
    expect([isUrgent(both), isUrgent(messageOf({ raised: [battery] }))]).toEqual([true, false]);
  });

  test("keeps a part of each limit for frost, which a low battery does not use up", async () => {
    const farms = limited("persons/olga", 12);
    for (let check = 0; check < 2; check += 1) {
      measure(farms, 20);
      send(farms, "oak-air-0", { battery: 5 });
      await farms.run();
    }
    expect(farms.sent.map(({ channel }) => channel)).toEqual(["webhook"]);
    expect(farms.database.json("alerts/oak/undelivered/sms,olga")).toMatchObject({
      problem:
        "Text message: 12 of 20 a day for a person are used. The rest is kept for values beyond their limits, such as frost. It works again tomorrow (UTC). Other channels still work.",
    });
    await frost(farms);
    expect(farms.database.json(`${COUNTS}/persons/olga`)).toBe(13);
    expect(farms.database.json("alerts/oak/undelivered")).toBeUndefined();
  });

  test.each([
    ["a person", "persons/olga", 20, "the limit of 20 a day for a person is reached."],
    [
      "a number",
      `addresses/${NUMBER_HASH}`,
      20,
      "the limit of 20 a day for an address is reached.",
    ],
    ["a farm", "farms/oak", 100, "the limit of 100 a day for a farm is reached."],
    ["the deployment", "total", 1_000, "the limit of 1000 a day for all farms is reached."],
  ])("refuses what exceeds the limit of %s, and says so", async (_, path, count, text) => {
    const farms = limited(path, count);
    await frost(farms);
    expect(farms.sent.map(({ channel }) => channel)).toEqual(["webhook"]);
    expect(farms.database.json(`${COUNTS}/${path}`)).toBe(count);
    expect(farms.database.json("alerts/oak/undelivered/sms,olga")).toMatchObject({
      problem: `Text message: ${text} It works again tomorrow (UTC). Other channels still work.`,
    });
    expect(farms.failures).toEqual([]);
  });
});

describe("while a webhook fails", () => {
  const CHECKS = 8;

  test("one notification waits with the newest transitions, and arrives when the webhook answers", async () => {
    const farms = oak({ "users/olga/alerts": null }, 30);
    farms.answer = () => RETRY;
    for (let check = 0; check < CHECKS; check += 1) {
      measure(farms, check % 4 < 2 ? 2.1 : 9, "oak", 30);
      await farms.run();
    }
    const waiting = entriesOf(farms.database.json("alertOutbox/oak"));
    expect(waiting).toHaveLength(1);
    for (const [, message] of waiting) {
      const { to, ...content } = message as { readonly to: object };
      expect(Object.keys(to)).toEqual(["webhook"]);
      const text = JSON.stringify(content);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_CONTENT_BYTES);
      // All alerts are over, including alerts that the notification only counts.
      expect(text).not.toMatch(/raised/);
    }
    const log = entriesOf(farms.database.json("alerts/oak/log"));
    expect(log).toHaveLength((30 * CHECKS) / 4);
    farms.answer = () => ({ kind: "delivered" });
    farms.sent.length = 0;
    for (let run = 0; run < 2; run += 1) await farms.run(60);
    expect(farms.database.json("alertOutbox")).toBeUndefined();
    expect(farms.sent).toHaveLength(1);
  });

  test("a retry keeps the id, and each attempt is counted before it begins", async () => {
    const farms = oak();
    farms.answer = () => RETRY;
    const counted: unknown[] = [];
    for (let minute = 0; minute < 8; minute += 1) {
      measure(farms, 2.1);
      await farms.run();
      const [[, message] = []] = entriesOf(farms.database.json("alertOutbox/oak"));
      counted.push(fieldOf(fieldOf(fieldOf(message, "to"), "webhook"), "attempts"));
    }
    expect(counted).toEqual([undefined, 1, 1, 2, 2, 2, 2, 2]);
    for (const channel of ["webhook", "email"]) {
      const attempts = farms.sent.filter((sent) => sent.channel === channel);
      expect(attempts).toHaveLength(2);
      expect(new Set(attempts.map(({ id }) => id)).size).toBe(1);
    }
  });

  test("a run that starts a little early does not miss a retry", async () => {
    const farms = oak();
    farms.answer = () => RETRY;
    await frost(farms);
    await farms.run(1.7);
    expect(farms.sent.filter(({ channel }) => channel === "webhook")).toHaveLength(2);
  });

  test("other channels go on, and a mail server that is down gets no more attempts in the run", async () => {
    const members = Array.from({ length: 10 }, (_, index) => `m${index}`);
    const people = members.map((person) => [`users/${person}/alerts/email`, true] as const);
    const farms = oak(Object.fromEntries(people), 1, members);
    farms.answer = ({ channel }) =>
      channel === "email" ? { ...RETRY, isChannelDown: true } : { kind: "delivered" };
    await frost(farms);
    const channels = farms.sent.map(({ channel }) => channel);
    expect(channels.filter((channel) => channel === "email")).toHaveLength(MAILS_AT_ONCE);
    expect(channels).toContain("webhook");
  });

  test("it is not sent again if the rules refuse the stored reason", async () => {
    const farms = oak({ "users/olga/alerts": null });
    const detail = "x".repeat(MAX_PROBLEM_CHARACTERS);
    farms.answer = () => ({ kind: "refused", problem: { ...WEBHOOK_PROBLEMS.status, detail } });
    await frost(farms);
    await farms.run(3);
    expect(farms.database.json("alerts/oak/undelivered")).toBeUndefined();
    expect(farms.sent).toHaveLength(1);
  });

  test("a day later it is in the farm's list, in the farm's language, until it arrives", async () => {
    const farms = oak({ "alertSettings/oak/language": "de", "users/olga/alerts": null });
    farms.answer = () => RETRY;
    await frost(farms);
    await farms.run(25 * 60);
    expect(farms.database.json("alerts/oak/undelivered/webhook")).toMatchObject({
      problem: expect.stringMatching(/^Der Server hat nicht rechtzeitig geantwortet/),
    });
    farms.answer = () => ({ kind: "delivered" });
    await frost(farms);
    expect(farms.database.json("alerts/oak/undelivered")).toBeUndefined();
  });
});

describe("an owner with many farms or tests does not delay others", () => {
  /** @param count number of farms of one owner, each with a webhook and just before an alert */
  function crowd(count: number): Record<string, unknown> {
    const farms = Array.from({ length: count }, (_, index) => `crowd-${index}`);
    return Object.assign(
      {},
      ...farms.map((id) => ({
        ...farmRecords({ id, members: ["max"], webhookUrl: `https://hook.example/${id}` }, START),
        [`sensors/${id}-house/bySensor/${id}-air-0/temperature`]: 2.1,
        [`alerts/${id}/pending/below,temperature,${id}-air-0/since`]: START,
      })),
    ) as Record<string, unknown>;
  }

  test("checks and webhooks of several owners take turns, and a run has a bounded number of webhooks", async () => {
    const farms = oak({
      ...crowd(60),
      "alerts/oak/pending/below,temperature,oak-air-0/since": START,
    });
    measure(farms, 2.1);
    const sent = await farms.run();
    expect(farms.failures).toEqual([]);
    const webhooks = sent.filter(({ channel }) => channel === "webhook").map(({ to }) => to);
    expect(webhooks).toHaveLength(21);
    expect(webhooks.indexOf(WEBHOOK)).toBeLessThanOrEqual(1);
    const checked = farms.reads.filter((path) => path.startsWith("lastSeen/"));
    expect(checked).toHaveLength(61);
    expect(checked.indexOf("lastSeen/oak")).toBeLessThanOrEqual(2);
  });

  test("a person has one waiting test per channel, and answers are removed", async () => {
    const farms = oak(crowd(3));
    const alertTest = (person: string, farmId: string, askedAt: number): object => ({
      [`alertTests/${person}/webhook`]: { farmId, askedAt },
    });
    farms.database.administer({
      ...alertTest("max", "crowd-2", START - 1),
      ...alertTest("olga", "oak", START),
      // Earlier jobs stored tests by farm.
      "alertTests/oak/olga/webhook": { askedAt: START },
      "alertTests/vera/email": { farmId: "oak", askedAt: START - 11 * MINUTE_MS },
    });
    await farms.run();
    const hooks = farms.sent.filter(({ body }) => body.includes('"test"')).map(({ to }) => to);
    expect(hooks).toEqual(["https://hook.example/crowd-2", WEBHOOK]);
    expect(farms.database.json("alertTests/olga/webhook")).toEqual({
      farmId: "oak",
      askedAt: START,
      doneAt: farms.now,
    });
    expect(farms.database.json("alertTests/vera/email")).toHaveProperty("problem");
    await farms.run(11);
    expect(farms.database.json("alertTests")).toBeUndefined();
  });

  test("a test is delivered if one of a person's devices gets it", async () => {
    const push = { d1: phone("d1"), d2: phone("d2") };
    const farms = oak({ "users/olga/alerts": { push } });
    farms.answer = ({ to }) => (to.endsWith("d1") ? { kind: "delivered" } : RETRY);
    farms.database.administer({ "alertTests/olga/push": { farmId: "oak", askedAt: START } });
    await farms.run();
    expect(farms.database.json("alertTests/olga/push")).not.toHaveProperty("problem");
  });

  test("the oldest tests are answered first if one run cannot send all tests", async () => {
    const farms = oak();
    const newestFirst = Array.from({ length: 31 }, (_, index) => `p${10 + index}`);
    for (const [index, person] of newestFirst.entries()) {
      const alertTest = { farmId: "oak", askedAt: START - index };
      farms.database.administer({ [`alertTests/${person}/webhook`]: alertTest });
    }
    const waiting = (): readonly string[] =>
      entriesOf(farms.database.json("alertTests"))
        .filter(([, tests]) => fieldOf(fieldOf(tests, "webhook"), "doneAt") === undefined)
        .map(([person]) => person);
    await farms.run();
    expect(waiting()).toEqual(newestFirst.slice(0, 1));
    await farms.run();
    expect(waiting()).toEqual([]);
  });
});

describe("records of accounts are read in parts", () => {
  test("lists of farms, people and a person's or notification's records are never read as a whole", async () => {
    const farms = oak({ "alertTests/olga/email": { farmId: "oak", askedAt: START } });
    await frost(farms);
    expect(farms.sent.length).toBeGreaterThan(2);
    const depths: Readonly<Record<string, number>> = {
      alertSettings: 2,
      alertTests: 3,
      alertOutbox: 4,
      users: 4,
      farms: 3,
    };
    const whole = farms.wholeReads.filter((path) => {
      const parts = path.split("/");
      return parts.length < (depths[String(parts[0])] ?? 0);
    });
    expect(whole).toEqual([]);
  });
});

describe("records that change while a farm is checked", () => {
  const SENSORS = 2;

  const opened = (farms: WatchedFarms): readonly string[] =>
    entriesOf(farms.database.json("alerts/oak/open")).map(([id]) => id);

  test("a sensor that is removed before an alert is stored does not delay other alerts", async () => {
    const farms = oak({}, SENSORS);
    farms.database.beforeUpdate = () => {
      const [update = {}] = farms.updates.slice(-1);
      if ("alerts/oak/open/below,temperature,oak-air-0" in update) {
        farms.database.administer({ "registeredSensors/oak-air-0": null });
      }
      return Promise.resolve();
    };
    await checkCold(farms, 4, -5, SENSORS);
    expect(farms.failures).toEqual([]);
    // The alert from before the removal is over after the next checks.
    await farms.run();
    expect(opened(farms)).toEqual(["below,temperature,oak-air-1"]);
  });

  /** Acts as rules that refuse these updates. @returns how many checks of the farm were tried */
  function refusing(farms: WatchedFarms, isRefused: (update: string) => boolean): () => number {
    let tries = 0;
    const { jobs } = farms.database;
    const update: typeof jobs.update = (values) => {
      const isCheck = "alerts/oak/version" in values;
      if (isCheck) tries += 1;
      return isCheck && isRefused(JSON.stringify(values))
        ? Promise.resolve("denied")
        : jobs.update(values);
    };
    Object.defineProperty(farms.database, "jobs", { value: { ...jobs, update } });
    return () => tries;
  }

  test("an update that stays refused is tried three times, the last time in parts, and logged", async () => {
    const farms = oak({}, SENSORS);
    const tries = refusing(farms, () => true);
    measure(farms, -5, "oak", SENSORS);
    await farms.run();
    expect(tries()).toBe(3 + SENSORS);
    expect(farms.failures.map(String)).toEqual([expect.stringContaining("on fresh records")]);
  });

  test("an alert that stays refused stops neither other alerts nor notifications", async () => {
    const many = 9;
    const farms = oak({}, many);
    const tries = refusing(farms, (update) => update.includes("open/below,temperature,oak-air-3"));
    await checkCold(farms, 4, -5, many);
    const others = Array.from({ length: many }, (_, index) => `oak-air-${index}`).filter(
      (uid) => uid !== "oak-air-3",
    );
    expect(opened(farms)).toEqual(others.map((uid) => `below,temperature,${uid}`));
    expect(farms.failures).toEqual([]);
    expect(new Set(farms.refused)).toEqual(new Set(["below,temperature,oak-air-3"]));
    expect(tries()).toBeLessThan(30);
    const [first] = farms.sent.filter(({ to }) => to === WEBHOOK);
    const { data } = JSON.parse(first?.body ?? "") as {
      data: { alerts: readonly { id: string }[] };
    };
    expect(data.alerts.map(({ id }) => id).sort()).toEqual(opened(farms));
  });
});

describe("people who share a waiting notification", () => {
  test("get nothing before the time that they chose, and a farm's outbox is bounded", async () => {
    const sensors = 4;
    const members = Array.from({ length: 16 }, (_, index) => `m${100 + index}`);
    const choices = [0, 5, 15, 30];
    const people = members.flatMap((person, index) => [
      [`users/${person}/alerts/push/phone`, phone(person)],
      [`users/${person}/alerts/farms/oak`, { afterMinutes: choices[index % 4] }],
    ]);
    const farms = oak(Object.fromEntries(people) as Record<string, unknown>, sensors, members);
    // Deliveries to each person fail at different times.
    farms.answer = ({ to, at }) =>
      (Number(to.slice(-2)) * 7 + at / MINUTE_MS) % 5 < 4 ? RETRY : { kind: "delivered" };
    for (let minute = 0; minute < 24; minute += 1) {
      const cold = (index: number): boolean => (minute + 5 * index) % 24 < 9;
      for (let index = 0; index < sensors; index += 1) {
        send(farms, `oak-air-${index}`, { temperature: cold(index) ? 2.1 : 9 });
      }
      await farms.run();
      const waiting = entriesOf(farms.database.json("alertOutbox/oak"));
      expect(waiting.length).toBeLessThanOrEqual(MAX_NOTIFICATIONS);
      const ofPeople = waiting.flatMap(([, message]) =>
        entriesOf(fieldOf(message, "to")).map(([id]) => id),
      );
      expect(new Set(ofPeople).size).toBe(ofPeople.length);
    }
    expect(farms.failures).toEqual([]);
    // An alert lasts nine minutes. People who chose a longer time are not notified.
    const sentCount = (choice: number): number =>
      farms.sent.filter(({ to }) => Number(to.slice(-2)) % 4 === choice).length;
    expect([0, 1, 2, 3].map((choice) => sentCount(choice) > 0)).toEqual([true, true, false, false]);
  });
});

describe("a large farm", () => {
  test("with more than 200 members notifies owners first, and the newest devices of each person", async () => {
    const viewers = Array.from({ length: 210 }, (_, index) => `m${1_000 + index}`);
    const devices = ["d1", "d2", "d3"];
    const people = ["zed", ...viewers].flatMap((person) => [
      [`users/${person}/alerts/email`, true],
      ...devices.map((id) => [`users/${person}/alerts/push/${id}`, phone(`${person}-${id}`)]),
    ]);
    const farms = oak(Object.fromEntries(people) as Record<string, unknown>, 1, [
      "zed",
      ...viewers,
    ]);
    await frost(farms);
    const queued = farms.updates.flatMap((update) =>
      Object.values(update).flatMap((value) => entriesOf(fieldOf(value, "to")).map(([id]) => id)),
    );
    expect(queued).toHaveLength(500);
    expect(queued).toEqual(expect.arrayContaining(["webhook", "email,zed", "push,d3,zed"]));
    expect(queued).toEqual(expect.arrayContaining(["email,m1198", "push,d3,m1198"]));
    expect(farms.sent.map(({ to }) => to)).toContain("zed@example.com");
    const mails = farms.sent.filter(({ channel }) => channel === "email");
    expect(new Set(mails.map(({ id }) => id)).size).toBe(mails.length);
    expect(farms.reads).not.toContain("farms/oak/members/m1209");
  });

  test("notifies a person on the last ten devices", async () => {
    const devices = Array.from({ length: 11 }, (_, index) => `d${10 + index}`);
    const push = Object.fromEntries(devices.map((id) => [id, phone(id)]));
    const farms = oak({ "users/olga/alerts": { push } });
    await frost(farms);
    const sent = farms.sent.filter(({ channel }) => channel === "push").map(({ to }) => to);
    expect(sent.toSorted()).toEqual(devices.slice(1).map((id) => `https://push.example/${id}`));
  });

  test("raises at most the alerts that the next check can read, the worst first", () => {
    const change = (id: string, state?: "raised" | "reminded"): object => ({
      update: { [`alerts/oak/${state ? "open" : "pending"}/${id}`]: { since: 1 } },
      ...(state && { transition: { alert: { id, state }, to: [0] } }),
    });
    const changes = [
      change("a", "raised"),
      change("b", "raised"),
      change("c", "raised"),
      change("d", "reminded"),
      change("e"),
      change("f"),
    ] as unknown as Parameters<typeof withinLimit>[1];
    const state = {
      version: 1,
      open: new Map([["d", {} as never]]),
      pending: new Map([
        ["a", 1],
        ["b", 1],
      ]),
      late: [],
      logged: [],
    };
    const kept = withinLimit({ farmId: "oak", state }, changes, 3);
    expect(kept).toEqual([0, 1, 3, 4].map((index) => changes[index]));
  });

  test("that is slow to read stores an update in each check, and people are notified", async () => {
    const farms = oak();
    farms.beforeRead = (path) => {
      if (path === "sensors/oak-house/current") farms.database.now += 45_000;
      return Promise.resolve();
    };
    await frost(farms);
    expect(entriesOf(farms.database.json("alerts/oak/open"))).toHaveLength(1);
    expect(farms.sent.map(({ to }) => to)).toContain(WEBHOOK);
  });
});

test("thousands of distant farms of one account do not delay another owner's frost", async () => {
  const far = Array.from({ length: 4_000 }, (_, index) => `far-${index}`);
  const farms = oak({
    "alerts/oak/pending/below,temperature,oak-air-0/since": START,
  });
  farms.database.administer({
    ...Object.fromEntries(far.map((id) => [`farms/${id}/members/mallory`, "owner"])),
    ...Object.fromEntries(far.map((id) => [`alertSettings/${id}`, { silentAfterMinutes: 30 }])),
  });
  let trip: Promise<void> | undefined;
  // All concurrent requests together take one round trip of a second.
  farms.beforeRead = () =>
    (trip ??= new Promise((resolve) => {
      setImmediate(() => {
        trip = undefined;
        farms.database.now += 1_000;
        resolve();
      });
    }));
  measure(farms, 2.1);
  await farms.run();
  expect(farms.sent.map(({ to }) => to)).toContain(WEBHOOK);
});
