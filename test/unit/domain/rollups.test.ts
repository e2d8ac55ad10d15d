/** Rollups beside a brute-force pass over the same readings. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { derive } from "@greenhouse/domain/quantities/derived";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import type { QuantityRow } from "@greenhouse/domain/quantities/quantity-table";
import {
  foldableUntil,
  lateHourOf,
  parseCoverage,
  parseGreenhouseRollup,
  parseRollup,
  parseSeries,
  startOf,
} from "@greenhouse/domain/rollups/rollups";
import { foldDay, foldGreenhouse, foldHour } from "@greenhouse/domain/rollups/folding";
import { fc } from "rtdb-emulator/testing/properties";

const NOON = Date.UTC(2026, 2, 1, 12);

/** Hundredths, so that sums can be exact; also values that no sensor in order measures. */
const hundredths = fc.integer({ min: -13_000, max: 30_000 });
const reading = fc.record(
  { temperature: hundredths, humidity: hundredths, battery: hundredths },
  { requiredKeys: [] },
);

describe("hours and days", () => {
  test("begin in UTC", () => {
    expect(startOf("hour", NOON + 59 * MINUTE_MS)).toBe(NOON);
    expect(startOf("day", NOON)).toBe(NOON - 12 * HOUR_MS);
    expect(startOf("day", NOON - 12 * HOUR_MS - 1)).toBe(NOON - 12 * HOUR_MS - DAY_MS);
  });

  test("are folded ten minutes after their end", () => {
    expect(foldableUntil(NOON + 10 * MINUTE_MS - 1)).toBe(NOON - HOUR_MS);
    expect(foldableUntil(NOON + 10 * MINUTE_MS)).toBe(NOON);
  });

  test("are marked by a reading that comes more than two minutes after their end", () => {
    expect(lateHourOf(NOON - 1, NOON + 2 * MINUTE_MS)).toBeUndefined();
    expect(lateHourOf(NOON - 1, NOON + 2 * MINUTE_MS + 1)).toBe(NOON - HOUR_MS);
    expect(lateHourOf(NOON, NOON + 30 * MINUTE_MS)).toBeUndefined();
  });
});

describe("an hour", () => {
  test("of wet air has 100 %, no VPD, and the air's temperature as its dew point", () => {
    const { humidity, vpd, dewPoint } = foldHour([
      { temperature: 8, humidity: 100.4 },
      { temperature: 8, humidity: 103 },
    ]);
    expect(humidity).toEqual({ min: 100, max: 100, sum: 200, n: 2 });
    expect(vpd).toEqual({ min: 0, max: 0, sum: 0, n: 2 });
    expect(dewPoint?.max).toBeCloseTo(8, 9);
  });

  test("has minimum, maximum, sum and number of the values that count, in whatever order it came", () => {
    fc.assert(
      fc.property(fc.array(reading, { maxLength: 200 }), (hundred) => {
        const readings: readonly Measurements[] = hundred.map((measured) =>
          Object.fromEntries(Object.entries(measured).map(([name, value]) => [name, value / 100])),
        );
        const folded = foldHour(readings.toReversed());
        for (const name of ["temperature", "humidity", "battery"] as const) {
          const { min, max, lowest = min, highest = max }: QuantityRow = QUANTITY[name];
          const values = hundred
            .flatMap((measured) => measured[name] ?? [])
            .filter((v) => v / 100 >= lowest && v / 100 <= highest)
            .map((v) => Math.min(Math.max(v, min * 100), max * 100));
          expect(folded[name] === undefined).toBe(values.length === 0);
          if (folded[name] === undefined) continue;
          const { sum, ...rollup } = folded[name];
          const exact = values.reduce((total, value) => total + value, 0) / 100;
          expect([rollup.min, rollup.max, rollup.n]).toEqual([
            Math.min(...values) / 100,
            Math.max(...values) / 100,
            values.length,
          ]);
          expect(Math.abs(sum - exact)).toBeLessThanOrEqual(1e-9 * Math.abs(exact));
        }
      }),
    );
  });

  test("has what follows from temperature and humidity of the same reading", () => {
    const { vpd, dewPoint } = derive(20, 50)!;
    expect(
      foldHour([
        { temperature: 20, humidity: 50 },
        { temperature: 30 },
        { humidity: 80 },
        { temperature: 30, humidity: 120 },
        { temperature: -127, humidity: 40 },
        { temperature: 30, humidity: 0 },
      ]),
    ).toMatchObject({
      temperature: { n: 4 },
      humidity: { n: 4 },
      vpd: { min: vpd, max: vpd, sum: vpd, n: 1 },
      dewPoint: { min: dewPoint, max: dewPoint, sum: dewPoint, n: 1 },
    });
  });

  test("loses nothing where large and small values cancel", () => {
    const light = [200_000, 0.1, 0.1, 0.1];
    const many = Array.from({ length: 40_000 }, (_, index) => ({ light: light[index % 4]! }));
    expect(foldHour(many).light!.sum).toBeCloseTo(2_000_003_000, 6);
  });

  test("without plausible values has no rollup", () => {
    expect(foldHour([{ temperature: -127 }, {}, { humidity: NaN }])).toEqual({});
  });
});

test("a day is computed from all of its hours", () => {
  fc.assert(
    fc.property(fc.array(fc.array(hundredths, { minLength: 1 }), { maxLength: 24 }), (hours) => {
      const day = foldDay(
        hours.flatMap((values) => foldHour(values.map((value) => ({ light: value }))).light ?? []),
      );
      const whole = foldHour(hours.flat().map((value) => ({ light: value }))).light;
      expect(day).toEqual(whole && { ...whole, sum: expect.closeTo(whole.sum, 6) as number });
    }),
  );
});

describe("a greenhouse", () => {
  const rollupOf = (min: number, mean: number, max: number) => ({ min, max, sum: mean * 4, n: 4 });

  test("has the lowest and highest, and the median of its sensors' means", () => {
    expect(foldGreenhouse([rollupOf(1, 2, 9), rollupOf(0, 8, 8.5), rollupOf(2, 3, 4)])).toEqual({
      min: 0,
      max: 9,
      median: 3,
      n: 3,
    });
    expect(foldGreenhouse([rollupOf(1, 2, 9), rollupOf(0, 8, 8.5)])).toEqual({
      min: 0,
      max: 9,
      median: 5,
      n: 2,
    });
    expect(foldGreenhouse([rollupOf(1, 2, 9)])).toEqual({ min: 1, max: 9, median: 2, n: 1 });
  });

  test("without sensors has no rollup", () => {
    expect(foldGreenhouse([])).toBeUndefined();
  });
});

describe("what is stored", () => {
  const hour = { min: 1, max: 3, sum: 4, n: 2 };

  test("is parsed in the order of time, without invalid rollups", () => {
    const stored = { [NOON]: hour, [NOON - HOUR_MS]: hour, [NOON + HOUR_MS]: { min: 1 }, x: 3 };
    expect([...parseSeries(stored, parseRollup)]).toEqual([
      [NOON - HOUR_MS, hour],
      [NOON, hour],
    ]);
    expect([...parseSeries(null, parseRollup)]).toEqual([]);
    expect(parseGreenhouseRollup({ min: 1, max: 3, median: 2, n: 1 })).toEqual({
      min: 1,
      max: 3,
      median: 2,
      n: 1,
    });
    expect([parseRollup({ ...hour, n: 0 }), parseGreenhouseRollup(hour)]).toEqual([
      undefined,
      undefined,
    ]);
  });

  test("covers its hours, and is none where it is incomplete", () => {
    expect(parseCoverage({ from: 0, until: NOON, version: 2 })).toEqual({
      from: 0,
      until: NOON,
      version: 2,
    });
    expect(parseCoverage({ from: 0, until: NOON, version: 2, prunedUntil: 5 })?.prunedUntil).toBe(
      5,
    );
    expect([parseCoverage(null), parseCoverage({ from: 0, until: NOON })]).toEqual([
      undefined,
      undefined,
    ]);
  });
});
