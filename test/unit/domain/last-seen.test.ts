import { readLastSeen } from "../../../domain/src/last-seen";

test.each([
  ["nothing", null, { at: undefined, measured: {} }],
  ["a mere sign of life", { none: 7 }, { at: 7, measured: {} }],
  [
    "one reading",
    { "temperature,humidity": 5 },
    { at: 5, measured: { temperature: 5, humidity: 5 } },
  ],
  [
    "a probe that died: the board goes on without it",
    { "temperature,humidity,battery": 5, humidity: 9, none: 8 },
    { at: 9, measured: { temperature: 5, humidity: 9, battery: 5 } },
  ],
  [
    "what is no time",
    { temperature: "5", rain: 3, humidity: 2 },
    { at: 3, measured: { humidity: 2 } },
  ],
])("%s", (_, stored, expected) => {
  expect(readLastSeen(stored)).toEqual(expected);
});
