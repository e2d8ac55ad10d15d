import { fc } from "rtdb-emulator/testing/properties";
import {
  KEPT_FOR_MS,
  LAST_SEEN_NAMES,
  lastSeenNames,
  parseLastSeen,
  supersededNames,
} from "@greenhouse/domain/history/last-seen";
import { AMBIENT, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";

/** A reading of these. */
const readingOf = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, 1]));

test.each([
  [[], ["none"]],
  [["battery"], ["battery"]],
  [
    ["battery", "temperature"],
    ["temperature", "battery"],
  ],
  [
    ["light", "humidity"],
    ["humidity", "light"],
  ],
  [["humidity", "temperature"], ["temperature,humidity"]],
  [
    ["light", "humidity", "temperature", "battery"],
    ["temperature,humidity", "light", "battery"],
  ],
  [MEASUREMENTS, ["temperature,humidity", ...MEASUREMENTS.slice(2)]],
])("a reading of %j renews %j", (names, expected) => {
  expect(lastSeenNames(readingOf(names))).toEqual(expected);
});

test("all readings, 2,048 signed and 8 with the key in the body, have names from a list of 17", () => {
  const subsets = MEASUREMENTS.reduce<readonly (readonly string[])[]>(
    (sets, name) => sets.flatMap((subset) => [subset, [...subset, name]]),
    [[]],
  );
  expect(subsets).toHaveLength(2048);
  const used = new Set<string>();
  const ambient = subsets.filter((names) =>
    names.every((name) => AMBIENT.some((ambientName) => ambientName === name)),
  );
  expect(ambient).toHaveLength(8);
  const signed = subsets.map((subset) => ({ subset, isSigned: true }));
  for (const { subset, isSigned } of [
    ...signed,
    ...ambient.map((subset) => ({ subset, isSigned: false })),
  ]) {
    const names = lastSeenNames(readingOf(subset), isSigned);
    for (const name of names) used.add(name);
    expect(parseLastSeen(Object.fromEntries(names.map((name) => [name, 7])))).toEqual({
      at: 7,
      measured: Object.fromEntries(subset.map((name) => [name, 7])),
      unsigned: isSigned ? [] : subset,
      isOneReading: subset.includes("temperature") && subset.includes("humidity"),
    });
  }
  expect([...used].sort()).toEqual([...LAST_SEEN_NAMES].sort());
  expect(LAST_SEEN_NAMES).toHaveLength(17);
});

test.each([
  ["nothing", null, { at: undefined, measured: {}, isOneReading: false }],
  ["a mere sign of life", { none: 7 }, { at: 7, measured: {}, isOneReading: false }],
  [
    "one reading",
    { "temperature,humidity": 5 },
    { at: 5, measured: { temperature: 5, humidity: 5 }, isOneReading: true },
  ],
  [
    "a pair of before, and one of its parts in another reading",
    { "temperature,humidity": 5, light: 5, temperature: 6 },
    { at: 6, measured: { temperature: 6, humidity: 5, light: 5 }, isOneReading: false },
  ],
  [
    "a reading apart, and then one of both",
    { temperature: 4, humidity: 4, "temperature,humidity": 5, battery: 6 },
    { at: 6, measured: { temperature: 5, humidity: 5, battery: 6 }, isOneReading: true },
  ],
  [
    "a pair under a name of an earlier version, and a newer one",
    { "temperature,humidity,light": 3, "temperature,humidity": 5, light: 5 },
    { at: 5, measured: { temperature: 5, humidity: 5, light: 5 }, isOneReading: true },
  ],
  [
    "a probe that died: the board goes on without it",
    { "temperature,humidity,battery": 5, humidity: 9, none: 8 },
    { at: 9, measured: { temperature: 5, humidity: 9, battery: 5 }, isOneReading: false },
  ],
  [
    "what is no time",
    { temperature: "5", rain: 3, humidity: 2 },
    { at: 3, measured: { humidity: 2 }, isOneReading: false },
  ],
  [
    "two readings of one batch: they have the same time",
    { temperature: 5, humidity: 5 },
    { at: 5, measured: { temperature: 5, humidity: 5 }, isOneReading: false },
  ],
  [
    "a reading of both and one of a part in one batch: which is newer is not known",
    { "temperature,humidity": 5, "temperature,light": 5 },
    { at: 5, measured: { temperature: 5, humidity: 5, light: 5 }, isOneReading: false },
  ],
  [
    "a reading of both after others of a part",
    { temperature: 3, humidity: 4, "temperature,humidity,light": 5 },
    { at: 5, measured: { temperature: 5, humidity: 5, light: 5 }, isOneReading: true },
  ],
  [
    "a signed reading, and a newer one with the key in the body",
    { "temperature,humidity": 5, light: 5, "unsigned,light": 6 },
    {
      at: 6,
      measured: { temperature: 5, humidity: 5, light: 6 },
      unsigned: ["light"],
      isOneReading: true,
    },
  ],
  [
    "a reading with the key in the body, and signed ones at its time and after it",
    { "unsigned,temperature,humidity": 5, temperature: 5, humidity: 6 },
    { at: 6, measured: { temperature: 5, humidity: 6 }, unsigned: [], isOneReading: false },
  ],
])("%s", (_, stored, expected) => {
  expect(parseLastSeen(stored)).toEqual({ unsigned: [], ...expected });
});

const NOW = 10 * KEPT_FOR_MS;

test.each([
  ["renewed within 30 days", { temperature: NOW - KEPT_FOR_MS, "temperature,humidity": NOW }, []],
  ["newer under another name", { temperature: 5, "temperature,humidity": NOW }, ["temperature"]],
  ["the last of a measurement", { "temperature,battery": 5, temperature: NOW }, []],
  ["the last of all", { none: 5, temperature: 4 }, []],
  ["a sign of life that was followed", { none: 5, temperature: 6 }, ["none"]],
  ["of a name that no table has any more", { rain: 5, temperature: 6 }, ["rain"]],
])("of a name that was %s", (_, stored, expected) => {
  expect(supersededNames(stored, NOW)).toEqual(expected);
});

test("without superseded names the result is the same", () => {
  // Earlier versions stored a name for each combination.
  const measured = fc.subarray(MEASUREMENTS.slice(0, 4)).map((names) => names.join(","));
  const name = fc
    .tuple(measured, fc.boolean())
    .map(([names, isSigned]) => names && (isSigned ? names : `unsigned,${names}`))
    .map((names) => names || "none");
  fc.assert(
    fc.property(fc.dictionary(name, fc.integer({ min: 1, max: 9 })), (stored) => {
      const names = supersededNames(stored, NOW);
      const left = Object.entries(stored).filter(([storedName]) => !names.includes(storedName));
      expect(parseLastSeen(Object.fromEntries(left))).toEqual(parseLastSeen(stored));
    }),
  );
});
