import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { isNight } from "@greenhouse/domain/sun";

const GREENWICH = [51.4779, -0.0015] as const;
const BERLIN = [52.52, 13.405] as const;
const NEW_YORK = [40.7128, -74.006] as const;
const SYDNEY = [-33.8688, 151.2093] as const;
const QUITO = [-0.1807, -78.4678] as const;
const REYKJAVIK = [64.1466, -21.9426] as const;
const TROMSO = [69.6492, 18.9553] as const;
const MCMURDO = [-77.8463, 166.6682] as const;

const isNightAt = (at: number, [latitude, longitude]: readonly [number, number]): boolean =>
  isNight(at, { latitude, longitude });

/**
 * In UTC.
 * Source: astronomy-engine 2.1.19, by whose definition, as by USNO's, the sun's upper edge is at the horizon.
 */
test.each([
  ["Greenwich", GREENWICH, "2024-03-20", "06:02", "18:14"],
  ["Greenwich", GREENWICH, "2024-06-21", "03:43", "20:21"],
  ["Greenwich", GREENWICH, "2024-12-21", "08:03", "15:53"],
  ["Berlin", BERLIN, "2024-06-21", "02:43", "19:33"],
  ["Berlin", BERLIN, "2024-12-21", "07:15", "14:54"],
  ["Berlin", BERLIN, "2026-11-22", "06:40", "15:04"],
  ["New York", NEW_YORK, "2024-09-22", "10:44", "22:52"],
  ["New York", NEW_YORK, "2024-12-21", "12:17", "21:32"],
  ["Sydney", SYDNEY, "2024-06-21", "21:00", "06:54"],
  ["Sydney", SYDNEY, "2024-12-21", "18:41", "09:06"],
  ["Quito", QUITO, "2024-03-20", "11:18", "23:24"],
  ["Quito", QUITO, "2024-12-21", "11:08", "23:16"],
  ["Reykjavik", REYKJAVIK, "2024-06-21", "02:55", "00:04"],
  ["Reykjavik", REYKJAVIK, "2024-12-21", "11:23", "15:30"],
  ["Tromso", TROMSO, "2024-03-20", "04:42", "17:03"],
  ["McMurdo Station", MCMURDO, "2024-09-22", "18:28", "07:00"],
])("in %s, %p on %s, the sun rises at %s and sets at %s, within two minutes", (...row) => {
  const [, place, day, sunrise, sunset] = row;
  const [rises, sets] = [sunrise, sunset].map((time) => Date.parse(`${day}T${time}Z`));
  expect(isNightAt(rises! - 2 * MINUTE_MS, place)).toBe(true);
  expect(isNightAt(rises! + 2 * MINUTE_MS, place)).toBe(false);
  expect(isNightAt(sets! - 2 * MINUTE_MS, place)).toBe(false);
  expect(isNightAt(sets! + 2 * MINUTE_MS, place)).toBe(true);
});

test.each([
  ["Tromso", TROMSO, "2024-12-21", true],
  ["Tromso", TROMSO, "2024-11-29", true],
  ["Tromso", TROMSO, "2024-05-20", false],
  ["Tromso", TROMSO, "2024-06-21", false],
  ["McMurdo Station", MCMURDO, "2024-06-21", true],
  ["McMurdo Station", MCMURDO, "2024-12-21", false],
])("in %s, %p on %s, it is night at no hour or at every: %p", (_, place, day, expected) => {
  const hours = Array.from({ length: 24 }, (__, hour) => Date.parse(day) + hour * HOUR_MS);
  expect(new Set(hours.map((at) => isNightAt(at, place)))).toEqual(new Set([expected]));
});
