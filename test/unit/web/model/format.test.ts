import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { createFormatter } from "../../../../web/src/model/values/format";

const NOW = Date.UTC(2026, 2, 10, 14, 5);
const en = createFormatter("en-GB", "UTC");
const us = createFormatter("en-US", "UTC");
const fahrenheit = createFormatter("en-GB", "UTC", "F");
const de = createFormatter("de-DE", "Europe/Berlin");

test("formats values with the digits that sensors measure, in the locale's format", () => {
  expect(en.value(21.55, "temperature")).toBe("21.6\u202f°C");
  expect(de.value(21.55, "temperature")).toBe("21,6\u202f°C");
  expect(en.value(60_000, "light")).toBe("60,000\u202flx");
  expect(de.value(-0.04, "temperature")).toBe("0,0\u202f°C");
  expect(de.value(-0.06, "temperature")).toBe("-0,1\u202f°C");
});

test("formats sent and typed values unchanged", () => {
  expect(en.exact(21.5, "temperature")).toBe("21.5\u202f°C");
  expect(en.exact(21.456, "temperature")).toBe("21.46\u202f°C");
  expect(en.exact(61.4, "humidity")).toBe("61.4\u202f%");
  expect([en.bound(15, "temperature"), de.bound(26.5, "temperature")]).toEqual(["15", "26,5"]);
});

test.each([
  [en, 75.4, "humidity", 75, "75.4\u202f%"],
  [en, 74.6, "humidity", 75, "74.6\u202f%"],
  [de, 75.04, "humidity", 75, "75,04\u202f%"],
  [en, 80, "humidity", 75, "80\u202f%"],
  [en, 75, "humidity", 75, "75\u202f%"],
  [en, 4.96, "temperature", 5, "4.96\u202f°C"],
  [en, 800.3, "co2", 800, "800.3\u202fppm"],
  [en, 20.5, "battery", 20.5, "20.5\u202f%"],
  [fahrenheit, 23.91, "temperature", 23.9, "75.04\u202f°F"],
] as const)(
  "adds digits until a value differs from its bound",
  (format, value, quantity, bound, text) => {
    expect(format.value(value, quantity, bound)).toBe(text);
  },
);

test("shortens a value that no sensor measures", () => {
  expect(en.value(-1e21, "temperature")).toBe("-1E21\u202f°C");
  expect(en.exact(12_345_678, "light")).toBe("1.2E7\u202flx");
});

test.each([
  [0, "just now"],
  [5000, "5 sec ago"],
  [59_999, "59 sec ago"],
  [12 * MINUTE_MS, "12 min ago"],
  [3 * HOUR_MS, "3 hr ago"],
  [72 * HOUR_MS, "3 days ago"],
  [-5000, "just now"],
])("formats an age of %i ms", (age, text) => {
  expect(en.age(NOW - age, NOW)).toBe(text);
});

test("formats near moments more exactly than distant ones", () => {
  expect(en.moment(NOW - HOUR_MS, NOW)).toBe("13:05");
  expect(en.moment(NOW - 24 * HOUR_MS, NOW)).toBe("Mon 14:05");
  expect(en.moment(NOW - 30 * 24 * HOUR_MS, NOW)).toBe("8 Feb, 14:05");
  expect(en.moment(NOW - 365 * 24 * HOUR_MS, NOW)).toBe("10 Mar 2025");
  expect(de.moment(NOW - HOUR_MS, NOW)).toBe("14:05");
});

test("omits leading zeros with AM and PM", () => {
  const eight = Date.UTC(2026, 2, 10, 8);
  expect(us.tick(eight, HOUR_MS)).toBe("8:00 AM");
  expect(us.moment(eight, NOW)).toBe("8:00 AM");
  expect(us.tick(eight, 10_000)).toBe("8:00:00 AM");
  expect(en.tick(eight, HOUR_MS)).toBe("08:00");
  expect(de.tick(eight, HOUR_MS)).toBe("09:00");
  expect(us.tick(Date.UTC(2026, 2, 10), HOUR_MS)).toBe("Mar 10");
});

test("writes shared parts of a range once, and seconds only for a short range", () => {
  expect(en.range(NOW - 4 * HOUR_MS, NOW)).toBe("10 Mar 2026, 10:05–14:05");
  expect(en.range(NOW - 4 * MINUTE_MS, NOW)).toBe("10 Mar 2026, 14:01:00\u2009–\u200914:05:00");
});

test("names the day on an axis at midnight", () => {
  const midnight = Date.UTC(2026, 2, 10);
  expect(en.tick(midnight, HOUR_MS)).toBe("10 Mar");
  expect(en.tick(midnight + HOUR_MS, HOUR_MS)).toBe("01:00");
  expect(de.tick(midnight - HOUR_MS, HOUR_MS)).toBe("10. März");
  expect(en.tick(NOW, 10_000)).toBe("14:05:00");
});
