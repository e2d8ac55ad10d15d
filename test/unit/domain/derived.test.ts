import { derive } from "@greenhouse/domain/quantities/derived";

/**
 * Saturation vapour pressure in kPa by temperature in °C.
 * Source: FAO Irrigation and Drainage Paper 56, annex 2, table 2.3, https://www.fao.org/4/x0490e/x0490e0j.htm
 */
const SATURATION = { 5: 0.872, 10: 1.228, 15: 1.705, 20: 2.338, 25: 3.168, 30: 4.243, 35: 5.624 };
const table = Object.entries(SATURATION).map(([celsius, kPa]) => [Number(celsius), kPa] as const);

test.each(table)("at %d °C, air that is half saturated lacks half of %d kPa", (celsius, kPa) => {
  expect(Math.abs(derive(celsius, 50)!.vpd - kPa / 2)).toBeLessThan(0.01);
});

test.each(table)("air that is saturated at %d °C has that dew point, however warm it is", (dew) => {
  for (const [celsius, kPa] of table.filter(([warmer]) => warmer >= dew)) {
    const humidity = (100 * table.find(([temperature]) => temperature === dew)![1]) / kPa;
    expect(Math.abs(derive(celsius, humidity)!.dewPoint - dew)).toBeLessThan(0.1);
  }
});

test("saturated air has no deficit, and its dew point is its temperature", () => {
  for (const celsius of [-60, -5, 0, 21.5, 80]) {
    const { vpd, dewPoint } = derive(celsius, 100)!;
    expect(vpd).toBeCloseTo(0);
    expect(dewPoint).toBeCloseTo(celsius);
  }
});

test("completely dry air has no dew point, and the smallest humidity has a finite one", () => {
  expect(derive(20, 0)).toBeUndefined();
  for (const humidity of [Number.MIN_VALUE, 1e-322, 1e-300]) {
    const { dewPoint = 0 } = derive(20, humidity) ?? {};
    expect(Number.isFinite(dewPoint)).toBe(true);
  }
});
