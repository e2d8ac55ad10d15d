import { MINUTE_MS } from "@greenhouse/domain/time";
import {
  parseAlertTest,
  parseLateFindings,
  parseLoggedAlerts,
  parseOpenAlerts,
  parsePersonal,
  parseUndelivered,
} from "@greenhouse/domain/alerts/records";
import { parseAlertSettings } from "@greenhouse/domain/identity/farm-records";

const NOW = Date.UTC(2026, 0, 2, 3);
const FACT = { kind: "below", uid: "air", greenhouse: "g", since: NOW - 9 * MINUTE_MS } as const;
const OPEN = { ...FACT, raisedAt: NOW - 8 * MINUTE_MS };

test("an open alert is parsed with all its fields", () => {
  const alert = {
    ...OPEN,
    sensorName: "Air",
    greenhouseName: "Tomatoes",
    measurement: "temperature",
    value: 2.1,
    bound: 5,
    extreme: 1.4,
    remindedAt: NOW,
    clearingSince: NOW,
    acknowledgedBy: "ada",
    announced: "ada",
    snoozedUntil: NOW + MINUTE_MS,
  };
  const id = "below,temperature,air";
  expect(parseOpenAlerts({ [id]: alert })).toEqual([{ id, ...alert }]);
});

test("missing fields have substitutes, and unknown fields are left out", () => {
  const stored = { x: { ...OPEN, measurement: "wind", value: "2", acknowledgedBy: 7 } };
  expect(parseOpenAlerts(stored)).toEqual([
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
])("%j is not an alert", (stored) => {
  expect(parseOpenAlerts(stored)).toEqual([]);
  expect(parseLoggedAlerts(stored)).toEqual([]);
});

test("the log has the last ended alert first", () => {
  const log = parseLoggedAlerts({
    a: { ...OPEN, clearedAt: NOW - MINUTE_MS, extreme: 1 },
    b: { ...FACT, clearedAt: NOW },
    c: OPEN,
  });
  expect(log.map(({ id, raisedAt }) => [id, raisedAt])).toEqual([
    ["b", FACT.since],
    ["a", OPEN.raisedAt],
  ]);
});

test("an alert of late readings is parsed with the time of the report", () => {
  const late = { ...FACT, raisedAt: NOW, reportedAt: NOW, clearedAt: NOW - MINUTE_MS };
  expect(parseLoggedAlerts({ a: late })).toEqual([expect.objectContaining({ reportedAt: NOW })]);
  expect(parseLoggedAlerts({ a: { ...late, reportedAt: "now" } })[0]).not.toHaveProperty(
    "reportedAt",
  );
});

test("a late finding is complete, or left out", () => {
  const late = {
    ...FACT,
    measurement: "temperature",
    value: -7.7,
    bound: 5,
    until: NOW - MINUTE_MS,
    foundAt: NOW,
  };
  expect(parseLateFindings({ a: late })).toEqual([{ id: "a", ...late }]);
  for (const field of Object.keys(late)) {
    expect(parseLateFindings({ a: { ...late, [field]: null } })).toEqual([]);
  }
  expect(parseLateFindings({ a: { ...late, kind: "silent" }, b: true })).toEqual([]);
});

test("failed deliveries are parsed with their recipients, the newest first", () => {
  const stored = {
    "email,ada": { at: 1, problem: "550 unknown" },
    "push,d,ada": { at: 2 },
    "fax,ada": { at: 3, problem: "busy" },
    webhook: { problem: "no time" },
  };
  expect(parseUndelivered(stored)).toEqual([
    { recipient: { channel: "push", device: "d", person: "ada" }, at: 2, problem: "" },
    { recipient: { channel: "email", person: "ada" }, at: 1, problem: "550 unknown" },
  ]);
});

test("incomplete settings and incomplete webhooks are left out", () => {
  const numbers = { silentAfterMinutes: 30, lowBatteryPercent: 0 };
  const webhook = { url: "https://example.com/", secret: "whsec_x" };
  const all = { ...numbers, language: "de", webhook };
  expect(parseAlertSettings(all)).toEqual(all);
  expect(parseAlertSettings({ ...numbers, language: "fr" })).toEqual(numbers);
  expect(parseAlertSettings({ ...numbers, webhook: { url: "x" } })).toEqual(numbers);
  expect(parseAlertSettings({ silentAfterMinutes: 30 })).toBeUndefined();
  expect(parseAlertSettings(null)).toBeUndefined();
});

test("a test is parsed with and without its answer", () => {
  const test = { farmId: "oak", askedAt: 1, doneAt: 2, problem: "no" };
  expect(parseAlertTest(test)).toEqual(test);
  expect(parseAlertTest({ farmId: "oak", askedAt: 1 })).toEqual({ farmId: "oak", askedAt: 1 });
  expect(parseAlertTest({ farmId: "oak", doneAt: 2 })).toBeUndefined();
  expect(parseAlertTest({ askedAt: 1 })).toBeUndefined();
});

test.each([
  [undefined, 0],
  [{ afterMinutes: 15 }, 15],
  [{ afterMinutes: 7 }, 0],
  [true, 0],
  [false, undefined],
])("with %j a person is notified after %p minutes", (stored, minutes) => {
  expect(parsePersonal({ farms: { oak: stored } }, "oak").afterMinutes).toBe(minutes);
});

test("a person's choices are parsed, with defaults for absent fields", () => {
  const device = { endpoint: "https://example.com/", keys: { p256dh: "B", auth: "a" } };
  const stored = {
    email: true,
    token: "t",
    language: "de",
    push: { d: device, e: 1, f: { endpoint: "https://example.com/" } },
    farms: { oak: { afterMinutes: 15, since: 3 } },
  };
  expect(parsePersonal(stored, "oak")).toEqual({
    hasEmail: true,
    token: "t",
    language: "de",
    afterMinutes: 15,
    since: 3,
    devices: new Map([["d", device]]),
  });
  expect(parsePersonal(null, "oak")).toEqual({
    hasEmail: false,
    token: undefined,
    language: undefined,
    afterMinutes: 0,
    devices: new Map(),
  });
});
