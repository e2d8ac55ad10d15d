/** What people type to calibrate or to leave readings out, and what the page shows of it. */

import { createSuccession } from "@greenhouse/domain/identity/succession";
import { createCorrections } from "@greenhouse/domain/quantities/corrections";
import type { Calibration } from "@greenhouse/domain/quantities/corrections-model";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import {
  devicesIn,
  excludedQuantities,
  exclusionsOf,
  faultOfSpan,
  madeTogether,
  typedSpan,
} from "../../../../web/src/model/farm/left-out";
import {
  isAmong,
  lacksCalibration,
  offeredFilters,
} from "../../../../web/src/model/farm/sensor-list";
import type { ListedSensor } from "../../../../web/src/model/farm/sensor-list";
import {
  foldedAgain,
  waitingIn,
  withCorrected,
} from "../../../../web/src/model/history/corrected-folds";
import { parseCalibration } from "../../../../web/src/model/input/typed-calibration";
import type { TypedCalibration } from "../../../../web/src/model/input/typed-calibration";
import { align } from "../../../../web/src/model/plot/thinning";
import { drawPreview, previewOf } from "../../../../web/src/model/values/calibration-preview";
import { reportedIn } from "../../../../web/src/model/values/reported";
import { unitsOf } from "../../../../web/src/model/values/units";

const NOW = Date.UTC(2026, 2, 10, 12);
const CHANGE = { by: "p", at: NOW };

describe("a typed calibration", () => {
  const typed = (
    way: TypedCalibration["way"],
    texts: TypedCalibration["texts"],
    more: Partial<TypedCalibration> = {},
  ): TypedCalibration => ({ way, quantity: "temperature", direction: "high", texts, ...more });
  const soil: Partial<TypedCalibration> = { quantity: "soilMoisture" };
  const points = { sent1: "0,4", real1: "0", sent2: "100.4", real2: "100" };
  const inForce = { scale: 2, offset: 1 };

  test.each([
    [
      "too low",
      typed("difference", { by: "0.8" }, { direction: "low" }),
      "C",
      undefined,
      { scale: 1, offset: 0.8 },
    ],
    ["in °F", typed("difference", { by: "1.8 °F" }), "F", undefined, { scale: 1, offset: -1 }],
    ["two points", typed("points", points), "C", inForce, { scale: 1, offset: -0.4 }],
    [
      "dry and wet",
      typed("soil", { dry: "3000", wet: "1000" }, soil),
      "C",
      undefined,
      { scale: -0.05, offset: 150 },
    ],
  ] as const)("becomes scale and offset: %s", (_, input, unit, before, expected) => {
    const parsed = parseCalibration(input, unitsOf(unit), before);
    expect(parsed).toEqual({
      scaling: { scale: expect.closeTo(expected.scale), offset: expect.closeTo(expected.offset) },
    });
  });

  test.each([
    ["nothing", typed("difference", {}), { field: "by", fault: "empty" }],
    [
      "beyond all sensors",
      typed("points", { ...points, real2: "9999999" }),
      { field: "real2", fault: "outOfRange" },
    ],
    [
      "equal readings",
      typed("points", { ...points, sent2: "0.4" }),
      { field: "sent2", fault: "samePoints" },
    ],
    [
      "equal true values",
      typed("points", { ...points, real2: "0" }),
      { field: "real2", fault: "samePoints" },
    ],
  ] as const)("has a fault: %s", (_, input, expected) => {
    expect(parseCalibration(input, unitsOf("C"))).toEqual(expected);
  });
});

test("pictures the days before and after, up to the next calibration", () => {
  const calibrations: Calibration[] = [
    { ...CHANGE, key: "a0", quantity: "temperature", from: 0, scale: 1, offset: 1 },
    { ...CHANGE, key: "a1", quantity: "temperature", from: NOW + HOUR_MS, scale: 1, offset: 2 },
  ];
  const columns = [-1, 0, 1, 200].map((hours) => {
    const start = NOW + hours * HOUR_MS;
    return { start, end: start + HOUR_MS, low: 20, high: 20, value: 20, weight: 1 };
  });
  const scaling = { scale: 1, offset: -1 };
  const points = previewOf(columns, calibrations, "temperature", scaling, NOW);
  expect(points).toEqual([
    { at: NOW - HOUR_MS, before: 20, after: 20 },
    { at: NOW, before: 20, after: 18 },
    { at: NOW + HOUR_MS, before: 20, after: 20 },
  ]);
  const own = previewOf(columns, calibrations, "temperature", scaling, NOW - DAY_MS, NOW + 1);
  expect(own.map(({ at }) => at)).toEqual([NOW + HOUR_MS]);
  expect(drawPreview(points, NOW)).toMatchObject({ start: 150, low: 18, high: 20 });
  expect(drawPreview([], NOW)).toBeUndefined();
});

describe("readings that are left out", () => {
  const succession = createSuccession([
    { uid: "b", continues: "a", continuesFrom: NOW },
    { uid: "c", continues: "b", continuesFrom: NOW + DAY_MS },
  ]);

  const [early, late] = [NOW - HOUR_MS, NOW + 2 * DAY_MS];
  const HELD = { a: [early, NOW], b: [early, NOW + DAY_MS], c: [early, late] };
  test.each([
    ["the present device", succession, "c", NOW + DAY_MS, late, { c: [NOW + DAY_MS, late] }],
    ["all devices, also before they took over", succession, "c", early, late, HELD],
    ["a device that was replaced", succession, "a", early, late, { a: [early, late] }],
    [
      "a device that came back, and its replacement",
      createSuccession([
        { uid: "b", continues: "a", continuesFrom: NOW },
        { uid: "a", continues: "b", continuesFrom: NOW + DAY_MS },
      ]),
      "a",
      early,
      late,
      { a: [early, late], b: [NOW, NOW + DAY_MS] },
    ],
  ] as const)("are those of %s", (_, known, uid, from, until, expected) => {
    const parts = devicesIn(uid, { from, until }, known);
    expect(Object.fromEntries(parts.map((part) => [part.uid, [part.from, part.until]]))).toEqual(
      expected,
    );
    // Every reading that the chart of the sensor shows is among them.
    for (let at = from; at < until; at += HOUR_MS) {
      const owned = ["a", "b", "c"].filter((device) => known.ownerOf(device, at) === uid);
      const left = parts.filter((part) => part.from <= at && at < part.until);
      expect(left.map((part) => part.uid)).toEqual(expect.arrayContaining(owned));
    }
  });

  test("are one change of several devices", () => {
    const exclusion = { ...CHANGE, key: "a0", from: 1, until: 2, owner: "c" };
    const all = [
      { ...exclusion, uid: "c" },
      { ...exclusion, uid: "b", until: 1.5 },
      { ...exclusion, uid: "c", key: "a1", note: "sun" },
      { ...exclusion, uid: "c", key: "a2", at: NOW + 1 },
    ];
    expect(madeTogether(all)).toEqual([[all[0], all[1]], [all[2]], [all[3]]]);
  });

  test("are listed with those of earlier devices, the newest first, without undone ones", () => {
    const exclusion = (from: number, more: object = {}) => ({
      ...CHANGE,
      from,
      until: from + HOUR_MS,
      ...more,
    });
    const corrections = createCorrections(null, {
      a: { a0: exclusion(1), a1: exclusion(2, { undoneAt: NOW, undoneBy: "p" }) },
      c: { a0: exclusion(3) },
      d: { a0: exclusion(4) },
    });
    const listed = exclusionsOf(["c"], corrections, succession);
    expect(listed.map(({ uid, owner, from }) => [uid, owner, from])).toEqual([
      ["c", "c", 3],
      ["a", "c", 1],
    ]);
  });

  test.each([
    [NaN, NOW, "badTime"],
    [NOW, NOW, "endBeforeStart"],
    [NOW - 6 * 366 * DAY_MS, NOW, "tooLong"],
    [NOW, NOW + 31 * DAY_MS, "tooFarAhead"],
    [NOW - 1, NOW + DAY_MS, undefined],
  ] as const)("from %d until %d: %s", (from, until, expected) => {
    expect(faultOfSpan(from, until, NOW)).toBe(expected);
  });

  test("are typed in local time: a span has both of an hour that occurs twice", () => {
    const clock = createZonedClock("Europe/Berlin");
    const shown = { from: Date.UTC(2026, 9, 25, 0, 15, 7), until: Date.UTC(2026, 9, 25, 5) };
    const day = "2026-10-25";
    const spanOf = (from: string, until: string): readonly string[] => {
      const span = typedSpan({ from: `${day}T${from}`, until: `${day}T${until}` }, shown, clock);
      return [span.from, span.until].map((at) => new Date(at).toISOString().slice(11, 19));
    };
    expect(spanOf("02:30", "04:00")).toEqual(["00:30:00", "03:00:00"]);
    expect(spanOf("01:30", "02:30")).toEqual(["23:30:00", "01:30:00"]);
    // Unchanged fields keep their instants.
    expect(spanOf("02:15", "06:00")).toEqual(["00:15:07", "05:00:00"]);
    expect(typedSpan({ from: "", until: "x" }, shown, clock)).toEqual({ from: NaN, until: NaN });
  });

  test("are one record if every quantity is chosen", () => {
    const measured: Measurement[] = ["temperature", "humidity"];
    const chosen = (...names: Measurement[]) => new Set(names);
    expect(excludedQuantities(chosen("temperature", "humidity"), measured)).toEqual([undefined]);
    expect(excludedQuantities(chosen("humidity", "light"), measured)).toEqual(["humidity"]);
    expect(excludedQuantities(chosen(...measured), measured, true)).toEqual(measured);
  });
});

test("names the gaps of a sensor, but not the hours that are left out", () => {
  const window = { from: NOW - DAY_MS, to: NOW };
  const column = (hours: number) => ({
    start: NOW - hours * HOUR_MS,
    end: NOW - (hours - 1) * HOUR_MS,
    low: 1,
    high: 1,
    value: 1,
    weight: 1,
  });
  const columns = [20, 19, 12, 11, 2, 1].map(column);
  const excluded = [{ from: NOW - 18 * HOUR_MS, until: NOW - 12 * HOUR_MS }];
  expect(reportedIn(columns, window, excluded)).toEqual({
    hours: 6,
    all: 14,
    gaps: [{ from: NOW - 10 * HOUR_MS, to: NOW - 2 * HOUR_MS }],
  });
  expect(reportedIn([], window, [])).toBeUndefined();
});

describe("hours that are folded again", () => {
  const COVERAGE: Coverage = { from: 0, until: NOW, version: 1, correctedAt: NOW - HOUR_MS };
  const from = NOW - 10 * HOUR_MS;
  const corrections = createCorrections(null, {
    a: { a0: { ...CHANGE, from, until: from + HOUR_MS } },
    b: { a0: { ...CHANGE, from: from - 30 * DAY_MS, until: from } },
  });
  const folds = { isKnown: true, coverage: COVERAGE, due: new Set<number>([0]) };

  test("are drawn from the history until then, unless they are many", () => {
    const always = { from: 0, to: NOW };
    const { due } = withCorrected(folds, corrections, always);
    const hours = [0, from, from + 30 * MINUTE_MS - 1, from - DAY_MS].map((hour) => due.has(hour));
    expect(hours).toEqual([true, true, true, false]);
    const folded = { ...folds, coverage: { ...COVERAGE, correctedAt: NOW } };
    expect(withCorrected(folded, corrections, always)).toBe(folded);
  });

  test("are drawn from the history if few of them are shown", () => {
    const shown = { from: from - 20 * HOUR_MS, to: from };
    const { due } = withCorrected(folds, corrections, shown);
    const starts = [from - 21 * HOUR_MS, from - 20 * HOUR_MS, from - HOUR_MS, from];
    expect(starts.map((hour) => due.has(hour))).toEqual([false, true, true, false]);
  });

  const [since, next] = [NOW - 2 * HOUR_MS, from - DAY_MS];
  const noted = { from: from - 30 * DAY_MS, next, until: from + HOUR_MS };
  test.each([
    ["of one sensor", {}, (uid: string) => uid === "a", [{ from, to: from + HOUR_MS }]],
    [
      "that are left",
      { correctedAt: NOW, again: { ...noted, since } },
      undefined,
      [
        { from, to: from + HOUR_MS },
        { from: next, to: from },
      ],
    ],
    [
      "as earlier jobs noted them",
      { correctedAt: NOW, again: noted },
      undefined,
      [{ from: next, to: from + HOUR_MS }],
    ],
    ["that are folded", { correctedAt: NOW }, undefined, []],
  ] as const)("wait: %s", (_, more, isWanted, expected) => {
    expect(waitingIn({ ...COVERAGE, ...more }, corrections, isWanted)).toEqual(expected);
  });

  test.each([
    ["nothing new", { version: 1, correctedAt: NOW }, {}, []],
    ["a step", { version: 2 }, { next: 5 }, [{ from: 2, to: 5 }]],
    ["the last step", { version: 2 }, undefined, [{ from: 2, to: 9 }]],
  ] as const)("are read again: %s", (_, more, again, expected) => {
    const step = { from: 0, next: 2, until: 9 };
    const folded = { ...COVERAGE, correctedAt: NOW };
    const before = { ...folded, again: step };
    const after = { ...folded, ...more, ...(again && { again: { ...step, ...again } }) };
    const windows = foldedAgain(before, after, corrections);
    expect(windows).toEqual(expected);
  });

  test("are read again after a small change that was folded at once", () => {
    const after = { ...COVERAGE, version: 2, correctedAt: NOW };
    expect(foldedAgain(COVERAGE, after, corrections)).toEqual([
      { from, to: from + HOUR_MS },
      { from: from - 30 * DAY_MS, to: from },
    ]);
  });
});

describe("the list of sensors", () => {
  const sensor = { uid: "a", name: "A", type: "", greenhouse: "g", role: "soil" } as const;
  const listed = (more: Partial<ListedSensor>): ListedSensor => ({
    sensor,
    state: undefined,
    greenhouse: "G",
    findings: [],
    ...more,
  });
  const BOARD = { weak: undefined, older: undefined };
  const state = (freshness: "old" | "silent") => ({
    uid: "a",
    at: NOW,
    values: {},
    freshness,
    isOneReading: false,
  });

  test.each([
    ["old", listed({ state: state("old") })],
    ["silent", listed({ state: state("silent") })],
    ["signal", listed({ board: { ...BOARD, weak: { signal: "rssi", value: -86 } } })],
    ["program", listed({ board: { ...BOARD, older: { version: "a 1.9", newer: "a 1.10" } } })],
    ["uncalibrated", listed({ isUncalibrated: true })],
  ] as const)("has a filter for what is %s, if there is any", (shown, found) => {
    expect([found, listed({}), listed({ board: BOARD })].map((row) => isAmong(shown, row))).toEqual(
      [true, false, false],
    );
    const names = (all: readonly ListedSensor[]) =>
      offeredFilters(all, "all").map(([name]) => name);
    expect(names([found, listed({})])).toEqual(
      ["all", "attention", "old", "silent", "signal", "program", "uncalibrated", "unlinked"].filter(
        (name) => name === shown || ["all", "attention", "unlinked"].includes(name),
      ),
    );
  });

  test("knows which sensors need a calibration", () => {
    const senders = { byMeasurement: { soilMoisture: ["a"], temperature: ["a", "b"] } };
    const calibration: Calibration = {
      ...CHANGE,
      key: "a0",
      quantity: "soilMoisture",
      from: 0,
      scale: 2,
      offset: 0,
    };
    expect([
      lacksCalibration("a", senders, []),
      lacksCalibration("a", senders, [{ ...calibration, undoneAt: NOW }]),
      lacksCalibration("a", senders, [calibration]),
      lacksCalibration("b", senders, []),
    ]).toEqual([true, true, false, false]);
  });
});

test.each([1, 4, 7])("draws a whole gap between a line's own values, with its null at %d", (at) => {
  const gappy = { times: [0, at, 8], values: [1, null, 2] };
  const others = { times: [0, 1, 4, 7, 8], values: [5, 5, 5, 5, 5] };
  const { lines } = align([gappy, others], 1);
  expect(lines[0]).toEqual([1, null, null, null, 2]);
  expect(lines[1]).toEqual([5, 5, 5, 5, 5]);
});
