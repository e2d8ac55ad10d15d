/** What is found, stored and told about alerts. */

import { addressOf, storedAs } from "@greenhouse/domain/alerts/channels";
import { CODE_PERIOD_MS, codesLeft } from "@greenhouse/domain/alerts/codes";
import type { AddressCode } from "@greenhouse/domain/alerts/codes";
import { freshnessOf, isStale, quantitiesOf } from "@greenhouse/domain/alerts/condition";
import type { Condition, Freshness } from "@greenhouse/domain/alerts/condition";
import { escalationOf, unansweredMs } from "@greenhouse/domain/alerts/escalation";
import { findingsOf, worstFirst } from "@greenhouse/domain/alerts/findings";
import type { Limits } from "@greenhouse/domain/alerts/findings";
import { missingSince } from "@greenhouse/domain/alerts/missing-since";
import { parsePersonal } from "@greenhouse/domain/alerts/people-records";
import { parseUndelivered } from "@greenhouse/domain/alerts/people-records";
import {
  parseLateFindings,
  parseLoggedAlerts,
  parseOpenAlerts,
} from "@greenhouse/domain/alerts/records";
import { quietUntil } from "@greenhouse/domain/alerts/quiet";
import { isStopped } from "@greenhouse/domain/alerts/job-runs";
import { parseAlertService } from "@greenhouse/domain/alerts/service";
import { createVapidKeys, publicKeyOf } from "@greenhouse/domain/alerts/vapid";
import { checkWebhookUrl, MAX_WEBHOOK_URL_LENGTH } from "@greenhouse/domain/alerts/webhook-url";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";
import { MINUTE_MS } from "@greenhouse/domain/time";

describe("findings", () => {
  const thresholds = { temperature: { min: 15, max: 30 }, humidity: { max: 85 } };

  function limits(thresholds: Thresholds): Limits {
    return { thresholds, isNight: false, lowBattery: 20, watchesSilence: true };
  }

  function condition(values: Record<string, number>, freshness: Freshness = "fresh"): Condition {
    const entries = Object.entries(values).map(
      ([name, value]) => [name, { value, at: 1000, isStale: false }] as const,
    );
    return { at: 1000, freshness, values: Object.fromEntries(entries), isOneReading: true };
  }

  test.each([
    ["all is well", condition({ temperature: 20, humidity: 85, battery: 21 }), []],
    [
      "too warm",
      condition({ temperature: 30.5 }),
      [{ kind: "above", measurement: "temperature", value: 30.5, bound: 30 }],
    ],
    [
      "too cold with a low battery: the worse first",
      condition({ battery: 19, temperature: 14 }, "old"),
      [
        { kind: "below", measurement: "temperature", value: 14, bound: 15 },
        { kind: "battery", value: 19, bound: 20 },
      ],
    ],
    [
      "silent, whatever its last values were",
      condition({ temperature: 99, battery: 1 }, "silent"),
      [{ kind: "silent", since: 1000 }],
    ],
  ])("%s", (_, current, expected) => {
    expect(findingsOf(limits({ ...thresholds }), current, "air")).toEqual(expected);
  });

  test("a value that cannot be true is a fault, not a value beyond its threshold", () => {
    const values = condition({ humidity: 150, temperature: 31, battery: 300 });
    expect(findingsOf(limits(thresholds), values, "air")).toEqual([
      { kind: "above", measurement: "temperature", value: 31, bound: 30 },
      { kind: "fault", measurement: "humidity", value: 150 },
      { kind: "fault", measurement: "battery", value: 300 },
    ]);
  });

  test("humidity above 100 % in wet air counts as 100 %", () => {
    const values = condition({ temperature: 8, humidity: 106 });
    expect(findingsOf(limits(thresholds), values, "air")).toEqual([
      { kind: "below", measurement: "temperature", value: 8, bound: 15 },
      { kind: "above", measurement: "humidity", value: 100, bound: 85 },
    ]);
    const { dewPoint, ...others } = quantitiesOf(values);
    expect(others).toEqual({ temperature: 8, humidity: 100, vpd: 0 });
    expect(dewPoint).toBeCloseTo(8, 9);
  });

  test("a stale value with a threshold is missing, but neither too high nor a fault", () => {
    const stale = (value: number): object => ({ value, at: 500, isStale: true });
    const current = condition({ humidity: 60 });
    const values = { ...current.values, temperature: stale(-127), light: stale(5) };
    expect(findingsOf(limits(thresholds), { ...current, values } as Condition, "air")).toEqual([
      { kind: "silent", measurement: "temperature", since: 500 },
    ]);
    const unwatched = { ...limits(thresholds), watchesSilence: false };
    expect(findingsOf(unwatched, { ...current, values } as Condition, "air")).toEqual([]);
  });

  describe("VPD and dew point", () => {
    const wet = { vpd: { min: 0.4 }, dewPoint: { max: 15 } };

    test.each(["temperature", "humidity"] as const)(
      "need the %s: without it, it is missed",
      (name) => {
        const values = { [name]: { value: 20, at: 500, isStale: true } };
        const found = findingsOf(limits(wet), { ...condition({}), values }, "air");
        expect(found).toEqual([{ kind: "silent", measurement: name, since: 500 }]);
      },
    );

    test("are compared with their thresholds", () => {
      const found = findingsOf(limits(wet), condition({ temperature: 20, humidity: 90 }), "air");
      expect(found).toEqual([
        { kind: "below", measurement: "vpd", value: expect.closeTo(0.23, 2), bound: 0.4 },
        { kind: "above", measurement: "dewPoint", value: expect.closeTo(18.3, 1), bound: 15 },
      ]);
    });

    test("are not computed from two readings", () => {
      const { values } = condition({ temperature: 20, humidity: 90 });
      expect(quantitiesOf({ values, isOneReading: false })).toEqual({
        temperature: 20,
        humidity: 90,
      });
    });

    test("are not computed from a fault", () => {
      const { values } = condition({ temperature: 85, humidity: 90 });
      expect(quantitiesOf({ values, isOneReading: true })).toEqual({ humidity: 90 });
    });
  });

  test("the bounds of the night hold by night", () => {
    const bounds = { temperature: { min: 15, nightMin: 5 } };
    const at = (temperature: number, isNight: boolean): unknown[] =>
      findingsOf({ ...limits(bounds), isNight }, condition({ temperature }), "air").map(
        (finding) => "bound" in finding && finding.bound,
      );
    expect([at(10, false), at(10, true), at(4, true)]).toEqual([[15], [], [5]]);
  });

  test("a battery is low at the farm's limit", () => {
    const found = (battery: number): unknown =>
      findingsOf(limits({}), condition({ battery }), "air");
    expect(found(20)).toEqual([{ kind: "battery", value: 20, bound: 20 }]);
    expect(found(21)).toEqual([]);
  });

  test("a battery that was reported is low until it is charged by the margin", () => {
    const { margin } = QUANTITY.battery;
    const found = (battery: number): unknown[] =>
      findingsOf(limits({}), condition({ battery }), "air", ({ kind }) => kind === "battery").map(
        (finding) => finding.kind,
      );
    expect([found(20 + margin - 0.1), found(20 + margin)]).toEqual([["battery"], []]);
  });

  test("a threshold for the battery replaces the usual one", () => {
    expect(findingsOf(limits({ battery: { min: 50 } }), condition({ battery: 40 }), "air")).toEqual(
      [{ kind: "below", measurement: "battery", value: 40, bound: 50 }],
    );
  });

  test("among equal kinds the farthest beyond its bound comes first, then the oldest", () => {
    const frost = { kind: "below", measurement: "temperature", value: 1, bound: 5 } as const;
    const ordered = [
      { ...frost, id: "colder", value: -3, since: 9 },
      { ...frost, id: "longer", since: 1 },
      { ...frost, id: "a", since: 2 },
      { ...frost, id: "b", since: 2 },
      { ...frost, id: "unknown", since: undefined },
      { kind: "fault", measurement: "temperature", value: -127, id: "fault", since: 1 } as const,
      { kind: "battery", value: 1, bound: 20, id: "empty", since: 9 } as const,
      { kind: "battery", value: 19, bound: 20, id: "low", since: 1 } as const,
    ];
    expect(ordered.toReversed().toSorted(worstFirst)).toEqual(ordered);
  });

  test.each<[string, number | undefined, number, Freshness]>([
    ["never", undefined, 30 * MINUTE_MS, "never"],
    ["20 minutes ago", 20, 30 * MINUTE_MS, "fresh"],
    ["21 minutes ago", 21, 30 * MINUTE_MS, "old"],
    ["31 minutes ago", 31, 30 * MINUTE_MS, "silent"],
    ["an hour ago, of a farm whose boards send every two hours", 60, 150 * MINUTE_MS, "fresh"],
    ["a day ago, never silent", 1440, 0, "old"],
  ])("a sensor's last reading: %s", (_, age, silentAfter, expected) => {
    const at = age === undefined ? undefined : 0;
    expect(freshnessOf(at, silentAfter, (age ?? 0) * MINUTE_MS)).toBe(expected);
  });

  test.each([
    ["temperature", 30 * MINUTE_MS, 30, false],
    ["temperature", 30 * MINUTE_MS, 31, true],
    // Without alerts for silent sensors, a dead probe is still seen.
    ["humidity", 0, 31, true],
    // It may come once a day.
    ["battery", 30 * MINUTE_MS, 1000, false],
  ] as const)(
    "a %s, silent after %p, is stale after %d minutes: %p",
    (name, silentAfter, age, expected) => {
      expect(isStale(name, 0, silentAfter, age * MINUTE_MS)).toBe(expected);
    },
  );

  test("soil and outdoor sensors have only thresholds of quantities that are not of the air", () => {
    const all = { temperature: { max: 20 }, co2: { max: 900 }, soilMoisture: { min: 30 } };
    const current = condition({ temperature: 25, co2: 1500, soilMoisture: 20 });
    const found = (role: "air" | "soil" | "outdoor"): unknown =>
      findingsOf(limits(all), current, role).map(
        (finding) => "measurement" in finding && finding.measurement,
      );
    expect(found("air")).toEqual(["temperature", "soilMoisture", "co2"]);
    expect(found("soil")).toEqual(["soilMoisture"]);
    expect(found("outdoor")).toEqual(["soilMoisture"]);
  });
});

describe("missing values", () => {
  const NOW = Date.UTC(2026, 0, 15, 2);
  const before = (minutes: number): number => NOW - minutes * MINUTE_MS;
  const since = (quantity: Parameters<typeof missingSince>[0], at: number, measured: object) =>
    missingSince(quantity, { at, measured, unsigned: [], isOneReading: true }, 30 * MINUTE_MS, NOW);

  test.each([
    ["a value of now", "temperature", 1, { temperature: before(1) }, undefined],
    ["one that its probe sent last", "temperature", 1, { temperature: before(40) }, 40],
    ["one of a silent sensor", "temperature", 35, { temperature: before(50) }, 50],
    ["one without a time of its own", "humidity", 35, { temperature: before(50) }, 35],
    [
      "one of two, of which one is missing",
      "vpd",
      1,
      { temperature: before(1), humidity: before(40) },
      40,
    ],
    ["a battery, which is sent once a day", "battery", 1, { battery: before(600) }, undefined],
    ["a battery of a silent sensor", "battery", 35, { battery: before(600) }, 600],
  ] as const)("%s", (_, quantity, at, measured, minutes) => {
    const expected = minutes === undefined ? undefined : before(minutes);
    expect(since(quantity, before(at), measured)).toBe(expected);
  });

  test("a sensor that never sent anything misses nothing", () => {
    const seen = { at: undefined, measured: {}, unsigned: [], isOneReading: false };
    expect(missingSince("temperature", seen, 30 * MINUTE_MS, NOW)).toBeUndefined();
  });
});

describe("records", () => {
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

  test("an alert without names has ids instead, and no alert has an unknown kind", () => {
    const stored = { x: OPEN, y: { ...OPEN, kind: "hungry" } };
    expect(parseOpenAlerts(stored)).toEqual([
      { id: "x", ...OPEN, sensorName: "air", greenhouseName: "g", remindedAt: OPEN.raisedAt },
    ]);
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
      "push,d,ada,b": { at: 2 },
      "fax,ada": { at: 3, problem: "busy" },
      webhook: { problem: "no time" },
    };
    expect(parseUndelivered(stored)).toEqual([
      { recipient: { channel: "push", device: "d", person: "ada,b" }, at: 2, problem: "" },
      { recipient: { channel: "email", person: "ada" }, at: 1, problem: "550 unknown" },
    ]);
  });

  test("a channel without its confirmed address is off, and quiet hours need two times", () => {
    const stored = { sms: true, telegram: true, addresses: { phone: "+491701234567" } };
    const { channels } = parsePersonal(stored, "oak");
    expect([...channels]).toEqual(["sms"]);
    for (const quiet of [{ from: 60 }, { from: 60, until: 60 }, { from: 60, until: 1440 }]) {
      expect(parsePersonal({ quiet }, "oak")).not.toHaveProperty("quiet");
    }
  });

  test.each([
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
      sms: true,
      call: true,
      telegram: 1,
      addresses: { phone: "+491701234567", fax: "1" },
      quiet: { from: 1320, until: 360 },
      farms: { oak: { afterMinutes: 15, since: 3, channels: { call: 30, sms: 7, fax: 0 } } },
    };
    expect(parsePersonal(stored, "oak")).toEqual({
      channels: new Set(["email", "sms", "call"]),
      addresses: { phone: "+491701234567" },
      steps: { call: 30 },
      quiet: { from: 1320, until: 360 },
      token: "t",
      language: "de",
      afterMinutes: 15,
      since: 3,
      devices: new Map([["d", device]]),
    });
    expect(parsePersonal(null, "oak")).toEqual({
      channels: new Set(),
      addresses: {},
      steps: {},
      token: undefined,
      language: undefined,
      afterMinutes: 0,
      devices: new Map(),
    });
  });
});

describe("quiet hours", () => {
  const NIGHT = { from: 22 * 60, until: 6 * 60 };
  const NOON = { from: 12 * 60, until: 14 * 60 + 30 };
  // In 2026, clocks in Berlin are set forward on 29 March at 01:00 UTC, and back on 25 October at 01:00 UTC.
  test.each([
    ["before they begin", NIGHT, "Europe/Berlin", "2026-01-15T20:59Z", undefined],
    ["at their beginning", NIGHT, "Europe/Berlin", "2026-01-15T21:00Z", "2026-01-16T05:00Z"],
    ["after midnight", NIGHT, "Europe/Berlin", "2026-01-15T23:30Z", "2026-01-16T05:00Z"],
    ["at their end", NIGHT, "Europe/Berlin", "2026-01-16T05:00Z", undefined],
    ["on one day", NOON, "Europe/Berlin", "2026-07-15T10:00Z", "2026-07-15T12:30Z"],
    ["on another day", NOON, "Europe/Berlin", "2026-07-15T12:30Z", undefined],
    ["in a zone of quarters", NOON, "Asia/Kathmandu", "2026-01-15T06:15Z", "2026-01-15T08:45Z"],
    ["in a short night", NIGHT, "Europe/Berlin", "2026-03-28T22:00Z", "2026-03-29T04:00Z"],
    ["in a long night", NIGHT, "Europe/Berlin", "2026-10-24T21:00Z", "2026-10-25T05:00Z"],
    ["in an unknown zone", NIGHT, "Mars/Base", "2026-01-15T22:00Z", "2026-01-16T06:00Z"],
  ])("%s", (_, hours, timeZone, now, end) => {
    const until = quietUntil(hours, timeZone, Date.parse(now));
    expect(until).toBe(end === undefined ? undefined : Date.parse(end));
  });

  const GAP = { from: 0, until: 2 * 60 + 30 };
  const TWICE = { from: 60, until: 2 * 60 + 59 };
  test.each([
    ["a time that the clock skips", GAP, "2026-03-28T23:30Z", "2026-03-29T01:30Z"],
    ["the first of two equal times", TWICE, "2026-10-24T23:30Z", "2026-10-25T00:59Z"],
    ["the second of two equal times", TWICE, "2026-10-25T01:00Z", "2026-10-25T01:59Z"],
  ])("end at %s", (_, hours, now, end) => {
    expect(quietUntil(hours, "Europe/Berlin", Date.parse(now))).toBe(Date.parse(end));
  });
});

describe("the jobs' status", () => {
  const NOW = Date.UTC(2026, 0, 2, 3);

  test("the service offers the channels with what they tell the page", () => {
    const stored = { lookedAt: NOW, email: true, push: "key", sms: "x", call: true, fax: true };
    expect(parseAlertService(stored)).toEqual({
      lookedAt: NOW,
      email: true,
      push: "key",
      call: true,
    });
    expect(parseAlertService({ email: true })).toBeUndefined();
  });

  test("the service counts as stopped when it has not run for three minutes", () => {
    expect(isStopped({ lookedAt: NOW }, NOW + 3 * MINUTE_MS)).toBe(false);
    expect(isStopped({ lookedAt: NOW }, NOW + 3 * MINUTE_MS + 1)).toBe(true);
  });
});

describe("escalation", () => {
  test.each([
    ["below", [15, 30, 60, 420, 780]],
    ["silent", [360, 720, 1080]],
  ] as const)("a repeated alert knows for how long nobody has answered: %s", (kind, minutes) => {
    for (const [index, after] of minutes.entries()) {
      const escalation = index + 1;
      expect(escalationOf({ kind, raisedAt: 0 }, after * MINUTE_MS)).toBe(escalation);
      expect(escalationOf({ kind, raisedAt: 0 }, after * MINUTE_MS - 1)).toBe(index);
      expect(unansweredMs({ kind, escalation })).toBe(after * MINUTE_MS);
    }
    expect(unansweredMs({ kind })).toBe(0);
  });
});

test.each([
  ["phone", "+49 (0)170 / 123-45 67", "+491701234567"],
  ["phone", "\u202a+43.664\u00a01234567\u202c", "+436641234567"],
  ["phone", "0170 1234567", undefined],
  ["telegram", " -100 123 ", "-100123"],
  ["telegram", "@somebody", undefined],
] as const)("reads the typed %s address %j", (kind, typed, address) => {
  expect(addressOf(kind, typed)).toBe(address);
});

test("stores an address in small letters if capital letters mean the same", () => {
  const row = { pattern: "^[a-z]{1,9}@[a-z.]{1,9}$", example: "", name: { en: "", de: "" } };
  expect(storedAs({ ...row, ignoresCase: true }, " Anna@Farm.DE")).toBe("anna@farm.de");
  expect(storedAs(row, "Anna@Farm.DE")).toBeUndefined();
});

test("a person may ask for three codes an hour", () => {
  const asked = { farmId: "f", address: "+491701234567", via: "sms" } as const;
  const left = (times: Partial<AddressCode>, now: number): number =>
    codesLeft({ ...asked, askedAt: 30, ...times }, now);
  expect(codesLeft(undefined, 30)).toBe(3);
  expect(left({}, 30)).toBe(2);
  expect(left({ askedBefore: 20, askedEarlier: 10 }, 30)).toBe(0);
  expect(left({ askedBefore: 20, askedEarlier: 10 }, 10 + CODE_PERIOD_MS)).toBe(1);
});

describe("addresses of webhooks", () => {
  const PRIVATE = "The address must be on the public internet, not in a private network.";
  const LOGIN = "The address must not contain a user name or a password.";
  const NUMERIC = "The address must have a host name, not an IP address.";
  const INSECURE = "The address must begin with https://.";
  const LETTERS = "The address must not contain spaces, or letters other than A to Z.";
  const UNREADABLE =
    "This is not a web address. Enter the whole address, like https://example.org/hook.";

  test.each<[string, string | undefined]>([
    ["https://ntfy.example.org:8443/tomatoes?key=1", undefined],
    ["https://xn--grn-hoa.example/", undefined],
    ["http://example.org/hook", INSECURE],
    ["https://exämple.org/", LETTERS],
    ["javascript:alert(1)", UNREADABLE],
    ["example.org/hook", UNREADABLE],
    ["https://anna:secret@example.org/", LOGIN],
    ["https://2130706433/", NUMERIC],
    ["https://[::1]/", NUMERIC],
    ["https://localhost/", PRIVATE],
    ["https://metadata.google.internal/", PRIVATE],
    ["https://nas.local./", PRIVATE],
    ["https://router/", PRIVATE],
    [
      `https://example.org/${"x".repeat(MAX_WEBHOOK_URL_LENGTH)}`,
      "The address may have at most 1000 characters.",
    ],
  ])("%s", (url, problem) => {
    expect(checkWebhookUrl(url, false)).toBe(problem);
  });

  test.each<[string, string | undefined]>([
    ["http://localhost:9000/hook", undefined],
    ["http://127.0.0.1:9000/hook", undefined],
    ["http://[::1]:9000/hook", INSECURE],
    ["http://example.org/hook", INSECURE],
    ["http://127.0.0.1.example.org/", INSECURE],
    ["https://10.0.0.1/", NUMERIC],
  ])("on the emulators: %s", (url, problem) => {
    expect(checkWebhookUrl(url, true)).toBe(problem);
  });
});

describe("keys of push messages", () => {
  test("a pair has a key of 32 bytes, and of 65 that begin with 4", () => {
    const { publicKey, privateKey } = createVapidKeys();
    expect(Buffer.from(privateKey, "base64url")).toHaveLength(32);
    expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
    expect(Buffer.from(publicKey, "base64url")[0]).toBe(4);
    expect(publicKeyOf(privateKey)).toBe(publicKey);
    expect(createVapidKeys().privateKey).not.toBe(privateKey);
  });

  test("a private key keeps its leading zeros, which one key of 256 has", () => {
    const keys = Array.from({ length: 1_500 }, () => createVapidKeys().privateKey);
    expect(keys.filter((key) => key.length !== 43)).toEqual([]);
  });

  // RFC 8291, section 5: the application server's pair.
  test("the public key follows from the private one", () => {
    expect(publicKeyOf("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")).toBe(
      "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8",
    );
  });

  test.each(["short", "A".repeat(43)])("%j is not a private key", (text) => {
    expect(() => publicKeyOf(text)).toThrow();
  });
});
