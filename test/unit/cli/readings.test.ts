/** Readings: as text, the newest of a sensor, and the account of a simulation. */

import type { Child, Database, Json } from "../../../tools/cli/src/core/database";
import { readNewest } from "../../../tools/cli/src/readings/newest-reading";
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
  expect(headOf("csv") + formatEntry(ENTRY, "csv")).toBe(
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
  const [escaped, raw] = [false, true].map((isRaw) => formatEntry(entry, "csv", isRaw));
  const line = (text: string): string =>
    `2026-01-02T03:04:05.006Z,${text},${text},${text},-1.5,,0,,,,,,,,\r\n`;
  expect([escaped, raw]).toEqual([line(cell), line(name)]);
  expect(formatEntry(entry, "ndjson")).not.toContain("'");
});

test("newline-delimited JSON has the stored values", () => {
  expect(headOf("ndjson")).toBe("");
  expect(formatEntry(ENTRY, "ndjson")).toBe(
    '{"greenhouse":"g","uid":"s","sensorName":"The \\"north\\", bench","temperature":-1.5,"light":0,"updatedAt":1767323045006}\n',
  );
});

test("text has units, and no control characters", () => {
  const measurements = { temperature: -1.5, light: 0, battery: 80, ph: 6.2 };
  expect(entryText({ ...ENTRY, measurements, uid: "\u001b[2Js" })).toBe(
    "2026-01-02T03:04:05.006Z  g  \u{fffd}[2Js  -1.5 °C  0 lx  80 % battery  6.2 ph",
  );
});

const NOW = Date.UTC(2026, 2, 1);

/**
 * A greenhouse with one signed reading of "own", and then this number of another sensor's readings.
 */
function databaseWith(others: number): Pick<Database, "read" | "readLastPage"> {
  const entries = Array.from({ length: others + 1 }, (_, index): Child => {
    const updatedAt = NOW - (others - index) * 1000;
    return [firstKeyAt(updatedAt), { uid: index === 0 ? "own" : "other", updatedAt }];
  });
  const stored: Readonly<Record<string, Json>> = {
    "sensors/g/bySensor/own": { temperature: 3 },
    "sensors/g/current": { temperature: 20, updatedAt: NOW },
  };
  return {
    read: (path) => Promise.resolve(stored[path] ?? null),
    readLastPage: (_, { before = "~" }, limit) =>
      Promise.resolve(entries.filter(([key]) => key < before).slice(-limit)),
  };
}

test("finds a signed reading behind thousands of another sensor, up to the limit", async () => {
  const readWith = (others: number): Promise<unknown> =>
    readNewest(databaseWith(others) as Database, "g", "own", NOW);
  const measurements = { temperature: 3 };
  expect(await readWith(0)).toEqual({ measurements, updatedAt: NOW });
  expect(await readWith(9_999)).toEqual({ measurements, updatedAt: NOW - 9_999_000 });
  expect(await readWith(10_000)).toEqual({ measurements, updatedAt: undefined });
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
