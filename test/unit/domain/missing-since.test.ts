import { MINUTE_MS } from "@greenhouse/domain/time";
import { missingSince } from "@greenhouse/domain/alerts/missing-since";

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
