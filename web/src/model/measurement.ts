/** How the page shows measurements. */

import { AMBIENT } from "../../../domain/src/measurements";
import type { Measurement } from "../../../domain/src/measurements";

/** Those that have a tile and a chart; a battery belongs to its sensor. */
export const CHARTED = AMBIENT;
export type Charted = (typeof CHARTED)[number];

/** Digits after the decimal separator: no more than the sensors can resolve. */
export const DIGITS: Readonly<Record<Measurement, number>> = {
  temperature: 1,
  humidity: 0,
  light: 0,
  battery: 0,
};
