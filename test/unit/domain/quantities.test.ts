/** Measurements and quantities. */

import { derive } from "@greenhouse/domain/quantities/derived";
import { excessOf, stillHolds } from "@greenhouse/domain/quantities/margins";
import {
  boundsAt,
  countedValue,
  isPlausible,
  shownValue,
} from "@greenhouse/domain/quantities/measurements";
import { isNoValue } from "@greenhouse/domain/quantities/no-value";

describe("measurements", () => {
  test.each([
    ["temperature", [-60, 0, 80], [-127, 85, -60.1, 80.1, 1e300]],
    ["humidity", [0, 100], [-0.1, 100.1, 103]],
  ] as const)("a threshold of %s can be %j, but not %j", (quantity, possible, impossible) => {
    expect(possible.map((bound) => isPlausible(quantity, bound))).not.toContain(false);
    expect(impossible.map((bound) => isPlausible(quantity, bound))).not.toContain(true);
  });

  test.each([
    [
      "temperature",
      [
        [-60, -60],
        [21.5, 21.5],
        [80, 80],
      ],
      [-127, 85, -60.1, 80.1, 1e300],
    ],
    [
      "humidity",
      [
        [100.4, 100],
        [106, 100],
        [-3, 0],
      ],
      [-6, -3.1, 106.1, 118.99, 150, 998, NaN],
    ],
  ] as const)("counts values of %s as %j, and %j as faults", (quantity, counted, faults) => {
    expect(counted.map(([value]) => countedValue(quantity, value))).toEqual(
      counted.map(([, expected]) => expected),
    );
    expect(counted.map(([value]) => shownValue(quantity, value))).toEqual(
      counted.map(([, expected]) => expected),
    );
    expect(faults.map((value) => countedValue(quantity, value))).toEqual(
      faults.map(() => undefined),
    );
    expect(faults.map((value) => shownValue(quantity, value))).toEqual(faults);
  });

  test.each([
    [{ min: 15, max: 30, nightMin: 10 }, true, { min: 10, max: 30 }],
    [{ min: 15, max: 30, nightMin: 10, nightMax: 20 }, false, { min: 15, max: 30 }],
    [{ min: 15, max: 30, nightMin: 10, nightMax: 20 }, true, { min: 10, max: 20 }],
    [{ nightMax: 0 }, true, { max: 0 }],
  ])("of the bounds %j, night: %p, %j hold", (bounds, isNight, expected) => {
    expect(boundsAt(bounds, isNight)).toEqual(expected);
  });
});

describe("texts that mean no value", () => {
  test.each(["", " ", "-nan", "-Infinity", "null", "unavailable", "---", "–", "N/A", "nan\r"])(
    "reads %j as no value",
    (text) => {
      expect(isNoValue(text)).toBe(true);
    },
  );

  test.each(["0", "21,5", "--5", "nano"])("does not read %j as no value", (text) => {
    expect(isNoValue(text)).toBe(false);
  });
});

describe("margins", () => {
  test.each([
    ["above", "temperature", 25.6, { max: 26 }, true],
    ["above", "temperature", 25.5, { max: 26 }, false],
    ["below", "humidity", 42, { min: 40 }, false],
    // Between close bounds a quarter of what is between them.
    ["above", "temperature", 20.74, { min: 20, max: 21 }, false],
    ["above", "temperature", 20.76, { min: 20, max: 21 }, true],
    // Close to the end of what can be measured.
    ["below", "humidity", 99.8, { min: 99 }, false],
  ] as const)(
    "%s: a %s of %d with bounds %j still holds: %s",
    (kind, quantity, value, bounds, holds) => {
      expect(stillHolds(kind, quantity, value, bounds)).toBe(holds);
    },
  );

  test.each([
    [{ kind: "above", measurement: "temperature", value: 33, bound: 30 }, 6],
    [{ kind: "battery", value: 12, bound: 20 }, 4],
    [{ kind: "above", measurement: "light", value: 900, bound: 1400 }, -1],
    [{ kind: "silent" }, 0],
  ] as const)("how far %j is beyond its bound, in margins: %d", (fact, expected) => {
    expect(excessOf(fact)).toBe(expected);
  });
});

describe("derived quantities", () => {
  /**
   * Saturation vapour pressure in kPa by temperature in °C.
   * Source: FAO Irrigation and Drainage Paper 56, annex 2, table 2.3, https://www.fao.org/4/x0490e/x0490e0j.htm
   */
  const SATURATION = { 5: 0.872, 10: 1.228, 15: 1.705, 20: 2.338, 25: 3.168, 30: 4.243, 35: 5.624 };
  const table = Object.entries(SATURATION).map(([celsius, kPa]) => [Number(celsius), kPa] as const);

  test.each(table)("at %d °C, air that is half saturated lacks half of %d kPa", (celsius, kPa) => {
    expect(Math.abs(derive(celsius, 50)!.vpd - kPa / 2)).toBeLessThan(0.01);
  });

  test.each(table)(
    "air that is saturated at %d °C has that dew point, however warm it is",
    (dew) => {
      for (const [celsius, kPa] of table.filter(([warmer]) => warmer >= dew)) {
        const humidity = (100 * table.find(([temperature]) => temperature === dew)![1]) / kPa;
        expect(Math.abs(derive(celsius, humidity)!.dewPoint - dew)).toBeLessThan(0.1);
      }
    },
  );

  test("completely dry air has no dew point, and the smallest humidity has a finite one", () => {
    expect(derive(20, 0)).toBeUndefined();
    for (const humidity of [Number.MIN_VALUE, 1e-322, 1e-300]) {
      const { dewPoint = 0 } = derive(20, humidity) ?? {};
      expect(Number.isFinite(dewPoint)).toBe(true);
    }
  });
});
