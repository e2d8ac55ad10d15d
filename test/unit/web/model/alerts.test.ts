import { readAlertSettings } from "../../../../domain/src/farm-records";
import { isAsleep, readAlertService } from "../../../../web/src/model/alert-service";
import {
  isWaiting,
  readAlertTest,
  readLog,
  readOpenAlerts,
  readPersonal,
  readUndelivered,
} from "../../../../web/src/model/alerts";

const MINUTE = 60_000;
const NOW = Date.UTC(2026, 0, 2, 3);
const FACT = { kind: "below", uid: "air", greenhouse: "g", since: NOW - 9 * MINUTE } as const;
const OPEN = { ...FACT, raisedAt: NOW - 8 * MINUTE };

test("an open alert is read with everything that is known of it", () => {
  const alert = {
    ...{ ...OPEN, sensorName: "Air", greenhouseName: "Tomatoes", measurement: "temperature" },
    ...{ value: 2.1, bound: 5, extreme: 1.4, remindedAt: NOW, clearingSince: NOW },
    ...{ acknowledgedBy: "ada", snoozedUntil: NOW + MINUTE },
  };
  const id = "below,temperature,air";
  expect(readOpenAlerts({ [id]: alert })).toEqual([{ id, ...alert }]);
});

test("what is missing has a substitute, and what is unknown is left out", () => {
  const stored = { x: { ...OPEN, measurement: "wind", value: "2", acknowledgedBy: 7 } };
  expect(readOpenAlerts(stored)).toEqual([
    { id: "x", ...OPEN, sensorName: "air", greenhouseName: "g", remindedAt: OPEN.raisedAt },
  ]);
});

test.each([
  null,
  "text",
  7,
  [],
  { x: null },
  { x: "text" },
  { x: { ...OPEN, kind: "hungry" } },
  { x: { ...OPEN, uid: 7 } },
  { x: { ...OPEN, greenhouse: undefined } },
  { x: { ...OPEN, since: "yesterday" } },
  { __proto__: OPEN },
])("%j is no alert", (stored) => {
  expect(readOpenAlerts(stored)).toEqual([]);
  expect(readLog(stored)).toEqual([]);
});

test("the worst stands first, and of these the newest", () => {
  const stored = {
    a: { ...OPEN, kind: "battery" },
    b: { ...OPEN, kind: "above" },
    c: { ...OPEN, kind: "silent" },
    d: { ...OPEN, since: NOW },
  };
  expect(readOpenAlerts(stored).map(({ id }) => id)).toEqual(["d", "b", "c", "a"]);
});

test("an alert waits until somebody acknowledges it, and while it is not snoozed", () => {
  const [alert] = readOpenAlerts({ x: OPEN });
  expect(isWaiting(alert!, NOW)).toBe(true);
  expect(isWaiting({ ...alert!, acknowledgedBy: "ada" }, NOW)).toBe(false);
  expect(isWaiting({ ...alert!, snoozedUntil: NOW + 1 }, NOW)).toBe(false);
  expect(isWaiting({ ...alert!, snoozedUntil: NOW }, NOW)).toBe(true);
});

test("of the log, what ended last stands first", () => {
  const log = readLog({
    a: { ...OPEN, clearedAt: NOW - MINUTE, extreme: 1 },
    b: { ...FACT, clearedAt: NOW },
    c: OPEN,
  });
  expect(log.map(({ id, raisedAt }) => [id, raisedAt])).toEqual([
    ["b", FACT.since],
    ["a", OPEN.raisedAt],
  ]);
});

test("undelivered messages are read with their recipients, the newest first", () => {
  const stored = {
    "email,ada": { at: 1, problem: "550 unknown" },
    "push,d,ada": { at: 2 },
    "fax,ada": { at: 3, problem: "busy" },
    webhook: { problem: "no time" },
  };
  expect(readUndelivered(stored)).toEqual([
    { recipient: { channel: "push", device: "d", person: "ada" }, at: 2, problem: "" },
    { recipient: { channel: "email", person: "ada" }, at: 1, problem: "550 unknown" },
  ]);
});

test("settings are whole, and their webhook is whole", () => {
  const numbers = { silentAfterMinutes: 30, lowBatteryPercent: 0 };
  const webhook = { url: "https://example.com/", secret: "whsec_x" };
  expect(readAlertSettings({ ...numbers, webhook })).toEqual({ ...numbers, webhook });
  expect(readAlertSettings({ ...numbers, webhook: { url: "x" } })).toEqual(numbers);
  expect(readAlertSettings({ silentAfterMinutes: 30 })).toBeUndefined();
  expect(readAlertSettings(null)).toBeUndefined();
});

test("the service counts as stopped when it has not run for three minutes", () => {
  const service = readAlertService({ lookedAt: NOW, email: true, push: "key", more: 1 });
  expect(service).toEqual({ lookedAt: NOW, email: true, push: "key" });
  expect(isAsleep(service!, NOW + 3 * MINUTE)).toBe(false);
  expect(isAsleep(service!, NOW + 3 * MINUTE + 1)).toBe(true);
  expect(readAlertService({ email: true })).toBeUndefined();
});

test("a test message is asked for, and answered", () => {
  expect(readAlertTest({ askedAt: 1, doneAt: 2, problem: "no" })).toEqual({
    ...{ askedAt: 1, doneAt: 2, problem: "no" },
  });
  expect(readAlertTest({ doneAt: 2 })).toBeUndefined();
});

test("what a person has switched on; nothing where nothing is stored", () => {
  const stored = {
    ...{ email: true, token: "t", language: "de" },
    push: { d: { endpoint: "https://example.com/" }, e: 1 },
    farms: { muted: false, other: true },
  };
  expect(readPersonal(stored)).toEqual({
    ...{ hasEmail: true, token: "t", language: "de" },
    devices: new Map([
      ["d", "https://example.com/"],
      ["e", undefined],
    ]),
    mutedFarms: new Set(["muted"]),
  });
  expect(readPersonal(null)).toEqual({
    ...{ hasEmail: false, token: undefined, language: undefined },
    ...{ devices: new Map(), mutedFarms: new Set() },
  });
});
