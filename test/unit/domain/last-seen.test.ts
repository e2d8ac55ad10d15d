import { readLastSeen } from "../../../domain/src/last-seen";

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
