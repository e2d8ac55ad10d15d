import { fc } from "../../../emulator/test/support/properties";
import { KEPT_FOR_MS, readLastSeen, supersededNames } from "../../../domain/src/last-seen";
import { MEASUREMENTS, nameMeasured } from "../../../domain/src/measurements";

test.each([
  ["nothing", null, { at: undefined, measured: {}, isOneReading: false }],
  ["a mere sign of life", { none: 7 }, { at: 7, measured: {}, isOneReading: false }],
  [
    "one reading",
    { "temperature,humidity": 5 },
    { at: 5, measured: { temperature: 5, humidity: 5 }, isOneReading: true },
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
])("%s", (_, stored, expected) => {
  expect(readLastSeen(stored)).toEqual(expected);
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

test("without superseded names the same is known", () => {
  const name = fc.subarray(MEASUREMENTS.slice(0, 4)).map((names) => {
    return nameMeasured(Object.fromEntries(names.map((each) => [each, 1])));
  });
  fc.assert(
    fc.property(fc.dictionary(name, fc.integer({ min: 1, max: 9 })), (stored) => {
      const names = supersededNames(stored, NOW);
      const left = Object.entries(stored).filter(([each]) => !names.includes(each));
      expect(readLastSeen(Object.fromEntries(left))).toEqual(readLastSeen(stored));
    }),
  );
});
