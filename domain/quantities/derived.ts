/** Quantities that growers compute from the temperature and humidity of the air. */

import type { DERIVED } from "./measurements.ts";

export type Derived = Readonly<Record<(typeof DERIVED)[number], number>>;

/**
 * Magnus' formula over water.
 * Source: Alduchov and Eskridge (1996), doi:10.1175/1520-0450(1996)035<0601:IMFAOS>2.0.CO;2
 */
const PRESSURE_AT_0_KPA = 0.61094;
const FACTOR = 17.625;
const OFFSET = 243.04;

/**
 * Returns the vapour pressure deficit in kPa and the dew point in °C. Returns undefined for completely dry air, which has
 * no dew point.
 * @param temperature in °C, plausible
 * @param humidity relative, in percent, plausible
 */
export function derive(temperature: number, humidity: number): Derived | undefined {
  const saturation = humidity / 100;
  // The division may also round a very small humidity to zero.
  if (saturation <= 0) return undefined;
  const exponent = (FACTOR * temperature) / (OFFSET + temperature);
  const vpd = PRESSURE_AT_0_KPA * Math.exp(exponent) * (1 - saturation);
  const gamma = Math.log(saturation) + exponent;
  return { vpd, dewPoint: (OFFSET * gamma) / (FACTOR - gamma) };
}
