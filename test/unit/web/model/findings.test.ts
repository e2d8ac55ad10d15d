/** Findings, problems, and alerts. */

import { alertPath, parseAlertLink } from "@greenhouse/domain/alerts/links";
import type { AddressCode } from "@greenhouse/domain/alerts/codes";
import type { AfterMinutes, Personal } from "@greenhouse/domain/alerts/people";
import { parsePersonal } from "@greenhouse/domain/alerts/people-records";
import { parseLoggedAlerts } from "@greenhouse/domain/alerts/records";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import type { KnownOutput } from "@greenhouse/domain/outputs/model";
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import type { Sensor } from "../../../../web/src/model/farm/farm";
import { addressStepOf, canRestore } from "../../../../web/src/model/findings/address-step";
import type { AddressStep } from "../../../../web/src/model/findings/address-step";
import { nextMorning } from "../../../../web/src/model/findings/alert-settings";
import { findLogged } from "../../../../web/src/model/findings/alerts";
import { gapOf } from "../../../../web/src/model/findings/coverage";
import type { Gap } from "../../../../web/src/model/findings/coverage";
import { sayEscalation, usedChannels } from "../../../../web/src/model/findings/escalation";
import { nextReport } from "../../../../web/src/model/findings/beginnings";
import type { Report } from "../../../../web/src/model/findings/beginnings";
import { tracedBeginning } from "../../../../web/src/model/findings/traced-beginning";
import type { Beginning } from "../../../../web/src/model/findings/traced-beginning";
import { troubledOf } from "../../../../web/src/model/findings/card-states";
import { farmProblemsOf, waitingOf } from "../../../../web/src/model/findings/farm-problems";
import type {
  CheckedGreenhouse,
  FarmProblem,
} from "../../../../web/src/model/findings/farm-problems";
import type { GreenhouseFinding } from "../../../../web/src/model/findings/findings";
import {
  parseTimeInput,
  timeInputOf,
  timeOfDayText,
} from "../../../../web/src/model/findings/quiet-hours";
import { linesOf } from "../../../../web/src/model/findings/problem-groups";
import { runningOutputs } from "../../../../web/src/model/findings/running-outputs";
import { parseRange } from "../../../../web/src/model/plot/time-range";
import { stateOf } from "../../../../web/src/model/values/latest";
import type { SensorState } from "../../../../web/src/model/values/latest";
import { de } from "../../../../web/src/text/de/channels";
import { en } from "../../../../web/src/text/en/channels";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";

describe("the link of an alert", () => {
  const ID = "below,temperature,air & é%";

  test("links to an alert and its time", () => {
    const path = alertPath("farm", "a ä", ID, 1_700_000_000_000.4);
    const { pathname, search } = new URL(path, "http://localhost");
    expect(pathname).toBe("/f/farm/g/a%20%C3%A4");
    expect(parseAlertLink(search)).toEqual({ alertId: ID, at: 1_700_000_000_000 });
    expect(parseRange(search)).toEqual({
      kind: "fixed",
      from: 1_699_978_400_000,
      to: 1_700_021_600_000,
    });
  });

  test("finds the first past alert that ended after the linked alert began", () => {
    const below = { kind: "below", measurement: "temperature", uid: "air", greenhouse: "g" };
    const log = parseLoggedAlerts({
      a: { ...below, since: 1, clearedAt: 2 },
      b: { ...below, since: 3, clearedAt: 4 },
      c: { ...below, since: 5, clearedAt: 6 },
      d: { ...below, since: 3, clearedAt: 3, uid: "soil" },
    });
    const find = (at: number | undefined): string | undefined =>
      findLogged(log, { alertId: "below,temperature,air", at })?.id;
    expect([find(1), find(3), find(9)]).toEqual(["a", "b", "c"]);
  });
});

test.each([
  ["UTC", "2026-01-02T03:00:00Z", "2026-01-02T07:00:00Z"],
  // The clocks change during the night.
  ["Europe/Berlin", "2026-10-24T21:00:00Z", "2026-10-25T06:00:00Z"],
])("in %s, the morning after %s is %s", (zone, now, morning) => {
  expect(nextMorning(Date.parse(now), createZonedClock(zone))).toBe(Date.parse(morning));
});

describe("what is checked", () => {
  const NOW = Date.UTC(2026, 0, 2, 3);
  const PLACE = { latitude: 52, longitude: 13, timeZone: "Europe/Berlin" };

  interface Row {
    readonly name: string;
    readonly thresholds: Thresholds;
    readonly sent?: Readonly<Record<string, number>>;
    readonly minutesAgo?: number;
    readonly role?: SensorRole;
    readonly hasPlace?: boolean;
    readonly isOneReading?: boolean;
    readonly gap: Gap | undefined;
  }

  const FROST = { temperature: { min: 2 } };
  const HUMID = { humidity: { max: 90 } };
  const NIGHT = { temperature: { nightMin: 2 } };

  const air = { temperature: 9, humidity: 60 };

  test.each<Row>([
    { name: "no limits", thresholds: {}, sent: air, gap: "no-limits" },
    { name: "nothing sent", thresholds: FROST, gap: "no-readings" },
    { name: "a limit of what is sent", thresholds: FROST, sent: air, gap: undefined },
    { name: "air in the soil", thresholds: FROST, sent: air, role: "soil", gap: "not-measured" },
    { name: "humidity alone", thresholds: HUMID, sent: air, gap: "no-temperature" },
    { name: "no temperature", thresholds: HUMID, sent: { humidity: 60 }, gap: undefined },
    { name: "VPD alone", thresholds: { vpd: { max: 2 } }, sent: air, gap: "no-temperature" },
    {
      name: "VPD of two readings",
      thresholds: { vpd: { max: 2 } },
      sent: air,
      isOneReading: false,
      gap: "not-measured",
    },
    { name: "a night without a place", thresholds: NIGHT, sent: air, gap: "no-limits" },
    { name: "a night by day", thresholds: NIGHT, sent: air, hasPlace: true, gap: "by-night" },
    { name: "old values", thresholds: FROST, sent: air, minutesAgo: 300, gap: "no-values" },
  ])("$name: $gap", ({ thresholds, sent, minutesAgo = 1, role = "air", ...row }) => {
    const { hasPlace, isOneReading = true, gap } = row;
    const at = NOW - minutesAgo * MINUTE_MS;
    const measured = Object.fromEntries(Object.keys(sent ?? {}).map((name) => [name, at]));
    const lastSeen = { at: sent && at, measured, unsigned: [], isOneReading };
    const newest = { current: null, bySensor: sent && { a: sent }, corrections: NO_CORRECTIONS };
    const states = new Map([["a", stateOf("a", newest, lastSeen, 0, NOW)]]);
    const sensors = [{ uid: "a", name: "Air", type: "SHT31", greenhouse: "g", role }];
    const checked = { thresholds, place: hasPlace ? PLACE : undefined, sensors, states };
    expect(gapOf({ ...checked, isNight: false, isReported: false })).toBe(gap);
  });
});

describe("problems", () => {
  const NOW = Date.UTC(2026, 0, 2, 3);

  function sensor(uid: string): Sensor {
    return { uid, name: `Air ${uid}`, type: "SHT31", greenhouse: "g", role: "air" };
  }

  function beyond(uid: string, value: number, bound = 30): GreenhouseFinding {
    const kind = value > bound ? "above" : "below";
    return { kind, measurement: "temperature", value, bound, sensor: sensor(uid) };
  }

  function found(
    findings: readonly GreenhouseFinding[],
    states: ReadonlyMap<string, SensorState> = new Map(),
  ): readonly CheckedGreenhouse[] {
    return [
      { greenhouse: { id: "g", name: "Tomatoes", thresholds: {}, card: [] }, findings, states },
    ];
  }

  /** An alert as the jobs write it. */
  function alert(kind: string, uid: string, minutesAgo: number, more: object = {}): object {
    const since = NOW - minutesAgo * MINUTE_MS;
    return {
      kind,
      uid,
      greenhouse: "g",
      sensorName: "Former name",
      greenhouseName: "Former house",
      measurement: "temperature",
      value: 30.4,
      bound: 30,
      since,
      raisedAt: since,
      ...more,
    };
  }

  test("combines a value beyond its bound with its alert, with newest value and present names", () => {
    const stored = { "above,temperature,a": alert("above", "a", 12) };
    // The page was opened after the alert began.
    const begun = { at: NOW - 5 * MINUTE_MS, accuracy: "exact" } as const;
    const seen = { ...beyond("a", 39), begun };
    const problems = farmProblemsOf(stored, found([seen]), [sensor("a")]);
    expect(problems).toMatchObject([
      {
        value: 39,
        since: NOW - 12 * MINUTE_MS,
        sensorName: "Air a",
        greenhouseName: "Tomatoes",
        isOver: false,
        alert: { id: "above,temperature,a", sensorName: "Former name" },
      },
    ]);
  });

  test("has an expired order as soon as it expired, and joins it with the alert that opens later", () => {
    const until = NOW;
    const valve: KnownOutput = {
      farmId: "f",
      uid: "a",
      output: "valve",
      defined: {
        name: "Drip line",
        kind: "switch",
        leaseSeconds: 600,
        maxOnSeconds: 3600,
        viewersMay: false,
      },
      order: { value: 1, version: 7, until, at: until - MINUTE_MS, by: "plan" },
      state: undefined,
    };
    const at = (now: number, stored: unknown = null): readonly FarmProblem[] =>
      farmProblemsOf(stored, found([]), [sensor("a")], {
        byGreenhouse: new Map([["g", [valve]]]),
        now,
      });
    expect(at(until - 1)).toEqual([]);
    expect(at(until)).toMatchObject([
      {
        id: "unapplied,valve,a",
        kind: "unapplied",
        outputName: "Drip line",
        value: 1,
        since: until - MINUTE_MS,
        sensorName: "Air a",
        greenhouse: "g",
        alert: undefined,
      },
    ]);
    expect(troubledOf(at(until), until).get("g")).toMatchObject({ state: "warn" });
    const about = { output: "valve", outputName: "Drip line", measurement: null, bound: null };
    const open = { "unapplied,valve,a": alert("unapplied", "a", 1, about) };
    const joined = at(until + MINUTE_MS, open);
    expect(joined).toMatchObject([{ id: "unapplied,valve,a", alert: { kind: "unapplied" } }]);
    expect(joined).toHaveLength(1);
    // Ten minutes after two intervals of the board.
    expect(at(until + 16 * MINUTE_MS)).toEqual([]);
  });

  test("marks an alert as over, with the newest value, if this value is fine again", () => {
    const values = { temperature: { value: 21, at: NOW, isStale: false } };
    const fresh = { uid: "a", at: NOW, freshness: "fresh", values, isOneReading: false } as const;
    const stale = { ...fresh, values: { temperature: { ...values.temperature, isStale: true } } };
    const stored = { "above,temperature,a": alert("above", "a", 12) };
    const problemOf = (state: SensorState): FarmProblem | undefined =>
      farmProblemsOf(stored, found([], new Map([["a", state]])), [])[0];
    // The value at the alert's beginning is no longer the newest one.
    expect(problemOf(fresh)).toMatchObject({ isOver: true, fineValue: 21 });
    expect(problemOf(stale)).toMatchObject({ isOver: false });
    expect(problemOf(stale)).not.toHaveProperty("fineValue");
  });

  test("dates a problem by its reading, unless the page shows values of before its checks", () => {
    const stateAt = (at: number): ReadonlyMap<string, SensorState> =>
      new Map([["a", { uid: "a", at, freshness: "fresh", values: {}, isOneReading: false }]]);
    const bad = beyond("a", 39);
    const begun = (report: Report): number | undefined => report.begun.get("above,temperature,a");
    // The page opens with the values of the last visit.
    const opened = nextReport(undefined, [], stateAt(NOW - 90 * MINUTE_MS), NOW);
    const older = nextReport(opened, [bad], stateAt(NOW - 5000), NOW + 1000);
    expect(begun(older)).toBeUndefined();
    const watched = nextReport(opened, [], stateAt(NOW + 10_000), NOW + 20_000);
    const seen = nextReport(watched, [bad], stateAt(NOW + 30_000), NOW + 40_000);
    expect(begun(seen)).toBe(NOW + 30_000);
    expect(begun(nextReport(seen, [bad], stateAt(NOW + 60_000), NOW + 70_000))).toBe(NOW + 30_000);
    const limited = nextReport(watched, [bad], stateAt(NOW + 10_000), NOW + 40_000);
    expect(begun(limited)).toBe(NOW + 40_000);
    const hidden = nextReport(watched, [bad], stateAt(NOW + 9 * MINUTE_MS), NOW + 10 * MINUTE_MS);
    expect(begun(hidden)).toBeUndefined();
  });

  describe("dates a problem that the page did not see begin", () => {
    const [START, BELOW] = [
      Date.UTC(2026, 0, 2),
      { kind: "below", measurement: "temperature", bound: 12 },
    ] as const;
    const at = (hour: number): number => START + hour * HOUR_MS;

    /** Readings as [hour, °C], and folded hours as [hour, lowest, highest]. The newest value is of 5:30. */
    interface Case {
      readonly knows: string;
      readonly readings?: readonly (readonly [number, number])[];
      readonly hours?: readonly (readonly [number, number, number])[];
      readonly isAlone?: boolean;
      readonly nightUntil?: number;
      readonly begun: readonly [number, Beginning["accuracy"]] | undefined;
    }

    test.each<Case>([
      { knows: "nothing", begun: undefined },
      {
        knows: "the last good reading",
        readings: [
          [4.6, 13],
          [4.9, 12.1],
          [5, 11],
          [5.1, 12.1],
          [5.2, 10],
        ],
        begun: [5, "exact"],
      },
      {
        knows: "no good reading",
        readings: [
          [5, 11],
          [5.2, 11],
        ],
        begun: [5, "latest"],
      },
      {
        knows: "the hour in which the only sensor froze",
        readings: [[5, 11]],
        hours: [
          [2, 13, 14],
          [3, 11, 14],
          [4, 9, 11],
        ],
        isAlone: true,
        begun: [3.5, "about"],
      },
      {
        knows: "the hour in which several sensors froze",
        readings: [[5, 11]],
        hours: [
          [2, 13, 14],
          [3, 11, 14],
          [4, 9, 11],
        ],
        begun: [3.5, "about"],
      },
      {
        knows: "hours in which some of the sensors were cold",
        readings: [[5, 11]],
        hours: [
          [1, 13, 14],
          [2, 10, 14],
          [3, 11, 14],
          [4, 9, 11],
        ],
        begun: [4, "latest"],
      },
      {
        knows: "that another bound applied by day",
        readings: [
          [4.8, 11],
          [4.9, 11],
          [5, 11],
        ],
        nightUntil: 4.9,
        begun: [4.9, "exact"],
      },
    ])("knows $knows", ({ readings = [], hours = [], isAlone = false, nightUntil = 0, begun }) => {
      const traced = tracedBeginning(BELOW, {
        newestAt: at(5.5),
        readings: readings.map(([hour, temperature]) => ({
          at: at(hour),
          values: { temperature },
        })),
        hours: new Map(
          hours.map(([hour, min, max]) => [at(hour), { min, max, median: min, n: 1 }]),
        ),
        isAlone,
        bands: [
          { from: at(0), to: at(nightUntil), min: 5 },
          { from: at(nightUntil), to: at(6), min: 12 },
        ],
      });
      expect(traced && [(traced.at - START) / HOUR_MS, traced.accuracy]).toEqual(begun);
    });
  });

  test("counts problems that are neither acknowledged nor snoozed", () => {
    const changes = [
      {},
      { acknowledgedBy: "ada" },
      { snoozedUntil: NOW + 1 },
      { snoozedUntil: NOW },
    ];
    const stored = Object.fromEntries(
      changes.map((change, index) => [
        `above,temperature,${index}`,
        alert("above", String(index), 9, change),
      ]),
    );
    const all = farmProblemsOf(stored, found([beyond("unraised", 31)]), []);
    const waiting = waitingOf(all, NOW).map(({ uid }) => uid);
    expect(waiting.toSorted()).toEqual(["0", "3", "unraised"]);
  });

  test("gives a greenhouse the state of its worst problem that nobody deals with", () => {
    const battery = { kind: "battery", value: 3, bound: 20, sensor: sensor("low") } as const;
    const answered = alert("above", "hot", 9, { acknowledgedBy: "ada" });
    const stateOf = (findings: readonly GreenhouseFinding[], stored: unknown = null): unknown => {
      const problems = farmProblemsOf(stored, found(findings), []);
      const { state, worst } = troubledOf(problems, NOW).get("g")!;
      return [state, worst.uid];
    };
    expect(stateOf([battery, beyond("warm", 31), beyond("cold", 2, 12)])).toEqual(["bad", "cold"]);
    expect(stateOf([battery])).toEqual(["warn", "low"]);
    expect(stateOf([battery], { "above,temperature,hot": answered })).toEqual(["warn", "low"]);
    expect(stateOf([], { "above,temperature,hot": answered })).toEqual(["in-hand", "hot"]);
  });

  describe("of a storm", () => {
    /** @param houses the coldest first */
    function freezing(...houses: readonly string[]): readonly FarmProblem[] {
      const all = houses.map((name, index) => ({
        greenhouse: { id: name, name, thresholds: {}, card: [] },
        findings: [beyond(name, 2 + index, 12)],
        states: new Map(),
      }));
      const stored = Object.fromEntries(
        houses.map((uid, index) => [
          `below,temperature,${uid}`,
          alert("below", uid, 30 - index, { greenhouse: uid }),
        ]),
      );
      return farmProblemsOf(stored, all, []);
    }

    test("are one line from three of a kind on, with the worst and the first beginning", () => {
      const problems = freezing("a", "b", "c");
      const lines = linesOf(problems, new Set(problems));
      expect(lines).toMatchObject([
        {
          group: {
            greenhouseCount: 3,
            sensorCount: 3,
            bound: 12,
            begun: { first: { since: NOW - 30 * MINUTE_MS }, isOfAll: false },
            worst: { greenhouse: "a", value: 2 },
          },
        },
      ]);
      const two = problems.slice(1);
      expect(linesOf(two, new Set(two))).toEqual(two.map((problem) => ({ problem })));
    });

    test("are apart if somebody deals with them, and name no bound if bounds differ", () => {
      const problems = freezing("a", "b", "c", "d");
      const [first, ...others] = problems;
      expect(linesOf(problems, new Set(others)).map(({ problem }) => problem)).toEqual([
        first,
        undefined,
      ]);
      const different = [{ ...first!, bound: 10 }, ...others];
      expect(linesOf(different, new Set(different))).toMatchObject([
        { group: { bound: undefined } },
      ]);
    });
  });
});

describe("outputs on the overview", () => {
  const NOW = 1_700_000_000_000;
  const valve = { name: "Drip line", kind: "switch", leaseSeconds: 60, maxOnSeconds: 600 } as const;
  const order = { value: 1, version: 3, until: NOW + 420_000, by: "ada", at: NOW - 1 };
  const report = { value: 1, version: 3, reason: "order", at: NOW, heard: NOW } as const;

  test.each([
    ["applied", order, {}, "on", order.until],
    ["not confirmed", { ...order, version: 4 }, { value: 0 }, "switching", order.until],
    ["over while the board is still on", { ...order, until: NOW - 1 }, {}, "unordered", undefined],
    ["on by hand", order, { reason: "local" }, "by-hand", undefined],
    ["off, and the board's fallback is on", order, { reason: "fallback" }, "fallback", undefined],
    ["on at a board that went offline", order, { heard: NOW - 61_000 }, "unheard", undefined],
    ["off", { ...order, value: 0, until: undefined }, { value: 0 }, undefined, undefined],
    ["at its daily limit", order, { value: 0, reason: "limit" }, undefined, undefined],
  ] as const)("run if the order is %s", (_, ordered, changes, state, until) => {
    const place = { farmId: "f", uid: "u", output: "valve" };
    const defined = { ...valve, viewersMay: false };
    const known = { ...report, since: undefined, ...changes };
    const running = runningOutputs([{ ...place, defined, order: ordered, state: known }], NOW);
    const expected = { id: "u/valve", name: "Drip line", level: undefined, state, until };
    expect(running).toEqual(state === undefined ? [] : [expected]);
  });

  test("show the ordered level until the board reports its own", () => {
    const place = { farmId: "f", uid: "u", output: "vent" };
    const defined = { ...valve, kind: "level", viewersMay: false } as const;
    const levelAt = (version: number): number | undefined => {
      const ordered = { ...order, value: 70, version };
      const state = { ...report, value: version === 3 ? 40 : 0, since: undefined };
      return runningOutputs([{ ...place, defined, order: ordered, state }], NOW)[0]?.level;
    };
    expect([levelAt(4), levelAt(3)]).toEqual([70, 40]);
  });
});

describe("confirming an address", () => {
  const ASKED = Date.UTC(2026, 0, 2, 3);
  const code: AddressCode = { farmId: "f", address: "+491701234567", via: "sms", askedAt: ASKED };
  test.each<[string, Partial<AddressCode>, number, AddressStep]>([
    ["is on its way", {}, 2, { kind: "waiting", isLate: false }],
    ["is late", {}, 4, { kind: "waiting", isLate: true }],
    [
      "was not sent",
      { problem: "Unknown number." },
      1,
      { kind: "failed", problem: "Unknown number." },
    ],
    ["was sent", { sentAt: ASKED }, 14, { kind: "typing", triesLeft: 5 }],
    [
      "was typed wrong",
      { sentAt: ASKED, typed: "111111", tries: 4 },
      3,
      { kind: "typing", triesLeft: 1 },
    ],
    ["was typed wrong five times", { sentAt: ASKED, tries: 5 }, 3, { kind: "spent" }],
    ["has expired", { sentAt: ASKED }, 15, { kind: "address" }],
  ])("a code that %s", (_, more, minutes, step) => {
    expect(addressStepOf({ ...code, ...more }, ASKED + minutes * MINUTE_MS)).toEqual(step);
  });

  test("starts with the address", () => {
    expect(addressStepOf(undefined, ASKED)).toEqual({ kind: "address" });
  });

  test("can be undone while the typed code is valid for the address", () => {
    const typed = { ...code, typed: "123456", tries: 1 };
    const can = (found: AddressCode | undefined, minutes: number): boolean =>
      canRestore("+491701234567", found, ASKED + minutes * MINUTE_MS);
    expect([can(typed, 14), can(typed, 15), can(code, 1), can(undefined, 1)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
    expect(can({ ...typed, address: "+4917099" }, 1)).toBe(false);
  });
});

describe("the escalation in words", () => {
  const personal = (afterMinutes: AfterMinutes, steps: Personal["steps"]): Personal =>
    parsePersonal({ farms: { f: { afterMinutes, channels: steps } } }, "f");
  test.each<[AfterMinutes, Personal["steps"], string, string]>([
    [0, {}, "At once: e-mail, push and call.", "Sofort: E-Mail, Push und Anruf."],
    [
      0,
      { email: 15, call: 30 },
      "At once: push. After 15\u202fmin: e-mail. After 30\u202fmin: call.",
      "Sofort: Push. Nach 15\u202fmin: E-Mail. Nach 30\u202fmin: Anruf.",
    ],
    [
      15,
      { call: 0 },
      "At once: call. After 15\u202fmin: e-mail and push.",
      "Sofort: Anruf. Nach 15\u202fmin: E-Mail und Push.",
    ],
  ])("after %i minutes, and %j", (afterMinutes, steps, english, german) => {
    const used = ["email", "push", "call"] as const;
    const chosen = personal(afterMinutes, steps);
    const british = { language: "en", locale: "en-GB" } as const;
    const germans = { language: "de", locale: "de-DE" } as const;
    expect(sayEscalation(chosen, used, en.steps, british)).toBe(english);
    expect(sayEscalation(chosen, used, de.steps, germans)).toBe(german);
  });

  test("uses the channels that are on and offered", () => {
    const stored = { email: true, sms: true, call: true, addresses: { phone: "+491701234567" } };
    const service = { lookedAt: 1, email: true, push: "key", call: true } as const;
    expect(usedChannels(parsePersonal(stored, "f"), service)).toEqual(["email", "call"]);
  });
});

test.each([
  ["00:00", 0, "00:00", "12:00 AM"],
  ["22:05", 1325, "22:05", "10:05 PM"],
])("writes the time of day %s", (input, minutes, british, american) => {
  expect([timeInputOf(minutes), parseTimeInput(input)]).toEqual([input, minutes]);
  expect(timeOfDayText(minutes, "en-GB")).toBe(british);
  expect(timeOfDayText(minutes, "en-US").replace("\u202f", " ")).toBe(american);
  expect(parseTimeInput("")).toBeUndefined();
});
