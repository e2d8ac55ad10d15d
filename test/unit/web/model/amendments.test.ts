/** Calibrations, exclusions and replaced sensors in the page's history: readings, rollups and the file. */

import { createSuccession } from "@greenhouse/domain/identity/succession";
import { createCorrections } from "@greenhouse/domain/quantities/corrections";
import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { createZonedClock } from "@greenhouse/domain/zoned-time";
import { csvRow, csvTexts } from "../../../../web/src/model/days/csv";
import { hold } from "../../../../web/src/model/history/ranges";
import type { KnownRollups, RollupList } from "../../../../web/src/model/history/known-rollups";
import { joinedRows, wantedOf } from "../../../../web/src/model/history/succeeded-rollups";
import { NO_AMENDMENTS } from "../../../../web/src/model/values/amendments";
import type { Amendments } from "../../../../web/src/model/values/amendments";
import { amend, readReading } from "../../../../web/src/model/values/reading";
import type { Reading } from "../../../../web/src/model/values/reading";

const AT = Date.UTC(2026, 2, 1, 12);
const CHANGE = { by: "p", at: AT };
const corrections = createCorrections(
  { old: { temperature: { a0: { ...CHANGE, from: AT, scale: 1, offset: -0.8 } } } },
  { old: { a0: { ...CHANGE, from: AT + HOUR_MS, until: AT + 2 * HOUR_MS, quantity: "humidity" } } },
);
const succession = createSuccession([
  { uid: "new", continues: "old", continuesFrom: AT + 3 * HOUR_MS },
]);
const AMENDMENTS: Amendments = { corrections, succession };

function stored(at: number, more: object = {}): unknown {
  return { uid: "old", sensorName: "Air", temperature: 21, humidity: 60, updatedAt: at, ...more };
}

const SIGNED = { uid: undefined };
const SENT = { temperature: 21, humidity: 60 };
const START = { key: "-K", name: "Air" };

const CASES: readonly (readonly [string, number, Reading])[] = [
  [
    "before the calibration",
    AT - 1,
    { ...START, uid: "new", device: "old", at: AT - 1, values: SENT },
  ],
  [
    "calibrated",
    AT,
    {
      ...START,
      uid: "new",
      device: "old",
      at: AT,
      values: { temperature: 20.2, humidity: 60 },
      sent: SENT,
    },
  ],
  [
    "partly left out",
    AT + HOUR_MS,
    {
      ...START,
      uid: "new",
      device: "old",
      at: AT + HOUR_MS,
      values: { temperature: 20.2 },
      excluded: { humidity: 60 },
      sent: SENT,
    },
  ],
  [
    "after the replacement",
    AT + 3 * HOUR_MS,
    {
      ...START,
      uid: "old",
      at: AT + 3 * HOUR_MS,
      values: { temperature: 20.2, humidity: 60 },
      sent: SENT,
    },
  ],
];

test.each(CASES)("amends a reading: %s", (_, at, expected) => {
  expect(readReading(SIGNED, "-K", stored(at), AMENDMENTS)).toEqual(expected);
});

test.each(CASES)("amends a known reading, and undoes it: %s", (_, at, expected) => {
  const raw = readReading(SIGNED, "-K", stored(at), NO_AMENDMENTS);
  expect(amend(raw!, AMENDMENTS)).toEqual(expected);
  expect(amend(amend(raw!, AMENDMENTS), NO_AMENDMENTS)).toEqual(raw);
});

test("keeps the object of a reading that no amendment concerns", () => {
  const reading = readReading(SIGNED, "-K", stored(AT, { uid: "other" }), AMENDMENTS);
  expect(amend(reading!, AMENDMENTS)).toBe(reading);
});

test("leaves out the readings of an import", () => {
  const brought = "20260301abcd";
  const exclusion = { ...CHANGE, from: 0, until: AT + DAY_MS, import: brought };
  const ofImport = {
    corrections: createCorrections(null, { old: { a0: exclusion } }),
    succession: NO_AMENDMENTS.succession,
  };
  const [own, imported] = [undefined, brought].map((id) =>
    readReading(SIGNED, "-K", stored(AT, { import: id }), ofImport),
  );
  expect(own?.values).toEqual(SENT);
  expect(imported).toEqual({
    ...START,
    uid: "old",
    at: AT,
    import: brought,
    values: {},
    excluded: SENT,
    sent: SENT,
  });
});

test("writes what was sent into a second column, under the uid of the device", () => {
  const origin = { greenhouse: "Tomatoes", nameOf: () => "Air", clock: createZonedClock("UTC") };
  const rows = CASES.map(([, , reading]) => csvRow(reading, origin));
  const [head, lines] = csvTexts([rows]);
  expect(head?.trim()).toBe(
    "Time,Local time,Greenhouse,Sensor,UID,Temperature (°C),Temperature as sent (°C),Humidity (%),Humidity as sent (%)",
  );
  expect(
    lines
      ?.trim()
      .split("\r\n")
      .map((line) => line.split(",").slice(4).join()),
  ).toEqual(["old,21,21,60,60", "old,20.2,21,60,60", "old,20.2,21,,60", "old,20.2,21,60,60"]);
});

describe("the rollups of a sensor that replaced another", () => {
  const REPLACED = AT + 3.5 * HOUR_MS;
  const LATE = createSuccession([{ uid: "new", continues: "old", continuesFrom: REPLACED }]);
  const list: RollupList = { uid: "new", level: "hour", quantity: "temperature" };
  const span = { from: AT, to: AT + 6 * HOUR_MS };
  const row = (uid: string, hours: number, value: number) => ({
    uid,
    key: String(AT + hours * HOUR_MS),
    at: AT + hours * HOUR_MS,
    rollup: { min: value, max: value, sum: value, n: 1 },
  });
  const rollups: KnownRollups = {
    lists: [
      {
        ...list,
        ranges: hold([], span, 0, Infinity),
        rows: [row("new", 3, 30), row("new", 4, 31)],
      },
      {
        ...list,
        uid: "old",
        ranges: [],
        rows: [row("old", 2, 20), row("old", 3, 21), row("old", 5, 22)],
      },
    ],
    isReading: false,
    problem: undefined,
  };

  test("are those of each device from its own time", () => {
    expect(joinedRows(rollups, list, span, LATE)).toEqual([
      row("new", 2, 20),
      { ...row("new", 3, 0), rollup: { min: 21, max: 30, sum: 51, n: 2 } },
      row("new", 4, 31),
    ]);
    expect(joinedRows(rollups, { ...list, uid: "old" }, span, LATE)).toEqual([row("old", 5, 22)]);
  });

  test("are read up to the hour of the replacement", () => {
    expect(wantedOf({ list, ...span }, LATE)).toEqual([
      { list, ...span },
      { list: { ...list, uid: "old" }, from: span.from, to: AT + 4 * HOUR_MS },
    ]);
    expect(wantedOf({ list, from: AT + 4 * HOUR_MS, to: span.to }, LATE)).toHaveLength(1);
    expect(wantedOf({ list: { ...list, uid: "old" }, from: AT, to: REPLACED }, LATE)).toEqual([]);
  });
});
