/** Readings: as text, corrected, the newest of a sensor, and the account of a simulation. */

import type { Child, Database, Json, JsonObject } from "../../../tools/cli/src/core/database";
import { readNewest } from "../../../tools/cli/src/readings/newest-reading";
import {
  correctedQuantities,
  readCorrections,
} from "../../../tools/cli/src/corrections/stored-corrections";
import { createCorrections } from "@greenhouse/domain/quantities/corrections";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { firstKeyAt } from "@greenhouse/domain/identity/push-key";
import { entryText, formatEntry, headOf } from "../../../tools/cli/src/readings/entry-text";
import {
  createTally,
  isConsistent,
  record,
  tallyJson,
  tallyText,
} from "../../../tools/cli/src/simulation/tally";

const ENTRY = {
  greenhouse: "g",
  path: "p",
  uid: "s",
  sensorName: 'The "north", bench',
  measurements: { temperature: -1.5, light: 0 },
  excluded: undefined,
  sent: { temperature: -1.5, light: 0 },
  updatedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
};

test("CSV quotes where needed, and leaves missing values empty", () => {
  const form = { format: "csv" } as const;
  expect(headOf(form) + formatEntry(ENTRY, form)).toBe(
    "time,greenhouse,uid,sensorName,temperature,humidity,light,battery,soilMoisture,co2,ec,ph,ppfd,pressure,windSpeed\r\n" +
      '2026-01-02T03:04:05.006Z,g,s,"The ""north"", bench",-1.5,,0,,,,,,,,\r\n',
  );
});

test.each([
  ["=1+1", "'=1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["a;=cmd", "a;'=cmd"],
])("CSV escapes the formula %j, unless it is raw", (name, cell) => {
  const entry = { ...ENTRY, greenhouse: name, uid: name, sensorName: name };
  const [escaped, raw] = [false, true].map((isRaw) => formatEntry(entry, { format: "csv", isRaw }));
  const line = (text: string): string =>
    `2026-01-02T03:04:05.006Z,${text},${text},${text},-1.5,,0,,,,,,,,\r\n`;
  expect([escaped, raw]).toEqual([line(cell), line(name)]);
  expect(formatEntry(entry, { format: "ndjson" })).not.toContain("'");
});

test("text has units, and no control characters", () => {
  const measurements = { temperature: -1.5, light: 0, battery: 80, ph: 6.2 };
  expect(entryText({ ...ENTRY, measurements, uid: "\u001b[2Js" })).toBe(
    "2026-01-02T03:04:05.006Z  g  \u{fffd}[2Js  -1.5 °C  0 lx  80 % battery  6.2 ph",
  );
});

/** Sent: -1.5 °C, 900 lx and 80 %. The temperature is calibrated, and the light does not count. */
const CORRECTED = {
  ...ENTRY,
  measurements: { temperature: -2.3, battery: 80 },
  excluded: { light: 900 },
  sent: { temperature: -1.5, light: 900, battery: 80 },
};

test("a corrected reading has its values as they were sent beside the others", () => {
  const form = { format: "csv", sentToo: ["temperature", "light", "ph"] } as const;
  expect(headOf(form) + formatEntry(CORRECTED, form)).toBe(
    "time,greenhouse,uid,sensorName,temperature,temperature_sent,humidity,light,light_sent,battery,soilMoisture,co2,ec,ph,ph_sent,ppfd,pressure,windSpeed\r\n" +
      '2026-01-02T03:04:05.006Z,g,s,"The ""north"", bench",-2.3,-1.5,,,900,80,,,,,,,,\r\n',
  );
  expect(JSON.parse(formatEntry(CORRECTED, { format: "ndjson" }))).toEqual({
    greenhouse: "g",
    uid: "s",
    sensorName: ENTRY.sensorName,
    temperature: -2.3,
    battery: 80,
    updatedAt: ENTRY.updatedAt,
    sent: { temperature: -1.5, light: 900 },
  });
  expect(entryText(CORRECTED)).toBe(
    "2026-01-02T03:04:05.006Z  g  s  -2.3 °C  80 % battery  does not count: 900 lx",
  );
});

const NOW = Date.UTC(2026, 2, 1);
const CHANGE = { from: NOW - 60_000, by: "olga", at: NOW };
const COOLER = { ...CHANGE, scale: 1, offset: -0.8 };

test.each([
  ["every quantity for an exclusion of all", 0, 1, undefined, MEASUREMENTS],
  ["nothing after the exclusion but the calibrated", 2, 3, undefined, ["temperature"]],
  ["nothing before a calibration", -120_000, -60_000, undefined, []],
  ["one sensor", 0, 1, ["calibrated"], ["temperature"]],
  ["a sensor and the one before", 0, 1, ["other", "calibrated"], ["temperature"]],
  ["a sensor without corrections", 0, 1, ["other"], []],
])("an export has second columns: %s", (_, from, to, sensors, expected) => {
  const excluded = { ...CHANGE, until: NOW + 2 };
  const corrections = createCorrections(
    { calibrated: { temperature: { a0: COOLER }, ph: { a0: { ...COOLER, undoneAt: NOW } } } },
    { excluded: { a0: excluded, a1: { ...excluded, until: NOW + 9, undoneAt: NOW } } },
  );
  const period = { fromMs: NOW + from, toMs: NOW + to };
  expect(correctedQuantities(corrections, period, sensors)).toEqual(expected);
});

test("a farm with too many corrections is refused, and the error names a way out", async () => {
  const many = Object.fromEntries(Array.from({ length: 20_001 }, (_, key) => [`k${key}`, CHANGE]));
  const readPage = (path: string): Promise<Child[]> =>
    Promise.resolve(path === "exclusions/oak" ? [["s", many]] : []);
  await expect(readCorrections({ readPage }, "oak")).rejects.toMatchObject({
    exitCode: 1,
    message: "Farm oak has more than 20000 calibrations and exclusions.",
    hint: "Delete some that were undone over 30 days ago, at calibrations/oak and exclusions/oak in the Firebase console. Or move sensors to another farm.",
  });
});

const OWN = { farmId: "acres", uid: "own" };

/**
 * A greenhouse with one signed reading of "own", and then this number of another sensor's readings.
 */
function databaseWith(
  others: number,
  more: Readonly<Record<string, Json>> = {},
): Pick<Database, "read" | "readPage" | "readLastPage"> {
  const entries = Array.from({ length: others + 1 }, (_, index): Child => {
    const updatedAt = NOW - (others - index) * 1000;
    return [firstKeyAt(updatedAt), { uid: index === 0 ? "own" : "other", updatedAt }];
  });
  const stored: Readonly<Record<string, Json>> = {
    "sensors/g/bySensor/own": { temperature: 3 },
    "sensors/g/current": { temperature: 20, updatedAt: NOW },
    ...more,
  };
  return {
    read: (path) => Promise.resolve(stored[path] ?? null),
    readPage: (path) =>
      Promise.resolve(Object.entries((stored[path] ?? {}) as JsonObject) as Child[]),
    readLastPage: (_, { before = "~" }, limit) =>
      Promise.resolve(entries.filter(([key]) => key < before).slice(-limit)),
  };
}

test("finds a signed reading behind thousands of another sensor, up to the limit", async () => {
  const readWith = (others: number): Promise<unknown> =>
    readNewest(databaseWith(others) as Database, OWN, "g", NOW);
  const values = { measurements: { temperature: 3 }, sent: { temperature: 3 } };
  expect(await readWith(0)).toEqual({ ...values, updatedAt: NOW });
  expect(await readWith(9_999)).toEqual({ ...values, updatedAt: NOW - 9_999_000 });
  expect(await readWith(10_000)).toEqual({ ...values, updatedAt: undefined });
});

test("corrects each newest value by its own time", async () => {
  const stored = {
    "sensors/g/bySensor/own": { temperature: 21.4, humidity: 60, light: 5 },
    "lastSeen/acres/own": { temperature: NOW, humidity: NOW - 90_000, light: NOW },
    "calibrations/acres": { own: { temperature: { a0: COOLER }, humidity: { a0: COOLER } } },
    "exclusions/acres": { own: { a0: { ...CHANGE, until: NOW + 1, quantity: "light" } } },
  };
  expect(await readNewest(databaseWith(0, stored) as Database, OWN, "g", NOW)).toEqual({
    measurements: { temperature: 20.6, humidity: 60 },
    sent: { temperature: 21.4, humidity: 60, light: 5 },
    updatedAt: NOW,
  });
});

test("the tally separates refused readings from those that may be stored", () => {
  const tally = createTally();
  const answered = (status: number, body: null | { error: string } = null): void =>
    record(tally, { outcome: "answered", answer: { status, body, dateMs: undefined } });
  answered(200);
  answered(200);
  answered(403, { error: "Invalid API key." });
  answered(503, { error: "Database unavailable. Try again." });
  record(tally, { outcome: "unanswered", reason: "socket hang up" });
  expect(tallyJson(tally)).toEqual({
    sent: 5,
    accepted: 2,
    skipped: 0,
    refused: { "403 Invalid API key.": 1 },
    unconfirmed: { "503 Database unavailable. Try again.": 1, "socket hang up": 1 },
  });
  const consistent = [1, 2, 4, 5].map((stored) => isConsistent(tally, stored));
  expect(consistent).toEqual([false, true, true, false]);
  expect(tallyText({ ...tally, skipped: 7 }, 3)).toContain(
    "unconfirmed  2 (1 × 503 Database unavailable. Try again.; 1 × socket hang up)\nnot sent     7 (",
  );
});
