/** Whole runs against the shipped rules: in which order people get notifications, and who else waits. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { MAX_NOTIFICATIONS, type NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import { entriesOf, fieldOf } from "@greenhouse/domain/stored";
import { withinLimit } from "../../../../jobs/src/watch/store-decision";
import type { Outcome } from "../../../../jobs/src/delivery/outcome";
import { farmRecords } from "../../../support/jobs/farms";
import { WatchedFarms, type Sent } from "../../../support/jobs/watching";

const START = Date.UTC(2026, 0, 15, 2);
const RETRY: Outcome = { kind: "retry", problem: { code: "noAnswer" } };
const DELIVERED: Outcome = { kind: "delivered" };
const WEBHOOK = "https://hook.example/oak";

/** A device that gets push messages. */
function phone(name: string): object {
  const keys = { p256dh: "B".repeat(87), auth: "a".repeat(22) };
  return { endpoint: `https://push.example/${name}`, keys };
}

function oak(
  more: Readonly<Record<string, unknown>>,
  members = ["olga"],
  sensors = 1,
): WatchedFarms {
  const settings = { id: "oak", members, webhookUrl: WEBHOOK, sensors };
  return new WatchedFarms(START, { ...farmRecords(settings, START), ...more });
}

/** Readings that arrive just before the next check, and the check. */
async function check(farms: WatchedFarms, temperatures: readonly number[]): Promise<void> {
  for (const [index, temperature] of temperatures.entries()) {
    farms.database.administer({
      [`sensors/oak-house/bySensor/oak-air-${index}/temperature`]: temperature,
      [`lastSeen/oak/oak-air-${index}/temperature`]: farms.now + MINUTE_MS,
    });
  }
  await farms.run();
}

/** Deliveries to a webhook or a phone: the states of the alerts, or whether the message stays on the screen. */
function contentsOf(farms: WatchedFarms, to: string): readonly unknown[] {
  return farms.sent
    .filter((sent) => sent.to === to)
    .map(({ body }) => {
      const { data, staysOpen } = JSON.parse(body) as {
        readonly staysOpen?: boolean;
        readonly data?: { readonly alerts: readonly NotifiedTransition[] };
      };
      return data?.alerts.map(({ state }) => state).join() ?? staysOpen;
    });
}

describe("an older notification never comes after a newer one", () => {
  const PHONE = "https://push.example/olga";
  const ON_PHONE = { "users/olga/alerts": { push: { phone: phone("olga") } } };

  test("an alert that is over before any delivery is reported once, as over", async () => {
    const farms = oak(ON_PHONE);
    farms.answer = () => (farms.now < START + 3 * MINUTE_MS ? RETRY : DELIVERED);
    for (const temperature of [2.1, 2.1, 9, 9, 9, 9, 9]) await check(farms, [temperature]);
    expect(contentsOf(farms, PHONE)).toEqual([true, false]);
    expect(contentsOf(farms, WEBHOOK)).toEqual(["raised", "cleared"]);
    const [first, second] = farms.sent.filter(({ to }) => to === WEBHOOK);
    expect(second?.id).not.toBe(first?.id);
  });

  test("a retry keeps the id, and each attempt is counted before it begins", async () => {
    const farms = oak({ "users/olga/alerts": { email: true } });
    farms.answer = () => RETRY;
    const counted: unknown[] = [];
    for (let minute = 0; minute < 8; minute += 1) {
      await check(farms, [2.1]);
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
    const farms = oak(Object.fromEntries(people) as Record<string, unknown>, members, sensors);
    // Deliveries to each person fail at different times.
    farms.answer = ({ to, at }) =>
      (Number(to.slice(-2)) * 7 + at / MINUTE_MS) % 5 < 4 ? RETRY : DELIVERED;
    for (let minute = 0; minute < 24; minute += 1) {
      const cold = (index: number): boolean => (minute + 5 * index) % 24 < 9;
      await check(
        farms,
        Array.from({ length: sensors }, (_, index) => (cold(index) ? 2.1 : 9)),
      );
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
    const devicesOf = (person: string): readonly string[] =>
      Array.from({ length: person === "zed" ? 11 : 3 }, (_, index) => `d${10 + index}`);
    const people = ["zed", ...viewers].flatMap((person) => [
      [`users/${person}/alerts/email`, true],
      ...devicesOf(person).map((id) => [
        `users/${person}/alerts/push/${id}`,
        phone(`${person}-${id}`),
      ]),
    ]);
    const farms = oak(Object.fromEntries(people) as Record<string, unknown>, ["zed", ...viewers]);
    for (let minute = 0; minute < 2; minute += 1) await check(farms, [2.1]);
    const queued = farms.updates.flatMap((update) =>
      Object.values(update).flatMap((value) => entriesOf(fieldOf(value, "to")).map(([id]) => id)),
    );
    expect(queued).toHaveLength(500);
    expect(queued).toEqual(expect.arrayContaining(["webhook", "email,zed", "push,d20,zed"]));
    // A person gets notifications on the last ten devices.
    expect(queued).not.toContain("push,d10,zed");
    expect(queued).toEqual(expect.arrayContaining(["email,m1198", "push,d12,m1198"]));
    const sent = (to: string): boolean =>
      farms.sent.some((notification: Sent) => notification.to === to);
    expect(sent("zed@example.com")).toBe(true);
    expect(farms.reads).not.toContain("farms/oak/members/m1209");
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

  test("that is slow to read stores one update per check, and people are notified", async () => {
    const count = 1_200;
    const farms = oak({}, ["olga"], count);
    const cold = Array.from({ length: count }, () => 2.1);
    farms.beforeRead = (path) => {
      if (path === "sensors/oak-house/current") farms.database.now += 45_000;
      return Promise.resolve();
    };
    for (let minute = 0; minute < 4; minute += 1) await check(farms, cold);
    expect(entriesOf(farms.database.json("alerts/oak/open")).length).toBeGreaterThan(0);
    expect(contentsOf(farms, WEBHOOK)).not.toEqual([]);
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
  await check(farms, [2.1]);
  expect(contentsOf(farms, WEBHOOK)).toEqual(["raised"]);
});
