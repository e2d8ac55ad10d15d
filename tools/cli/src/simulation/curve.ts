/** Models the climate of a greenhouse in the course of a day. Pure. */

import { HOUR_MS } from "@greenhouse/domain/time";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";

export interface Climate {
  /** In °C. */
  readonly mean: number;
  /** Amplitude of the temperature in °C. */
  readonly swing: number;
  /** Mean in percent. */
  readonly humidity: number;
  /** Lux at noon. */
  readonly noon: number;
}

/** @param random a number from 0 to below 1 */
export function createClimate(random: () => number): Climate {
  return {
    mean: 17 + 7 * random(),
    swing: 3 + 4 * random(),
    humidity: 55 + 20 * random(),
    noon: 20_000 + 40_000 * random(),
  };
}

/**
 * Returns the values at a time. It is coolest at 4 and warmest at 16 o'clock UTC, and the warmer the drier.
 * There is light from 6 to 18. The battery loses ten percent in a week and is then changed.
 * @param timeMs Unix milliseconds
 */
export function measureAt(climate: Climate, timeMs: number, random: () => number): Measurements {
  const hour = (timeMs / HOUR_MS) % 24;
  const warmth = Math.sin(((hour - 10) / 24) * 2 * Math.PI);
  const daylight = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
  const noise = (width: number): number => (random() - 0.5) * width;
  const week = (timeMs / HOUR_MS / 168) % 1;
  return {
    temperature: round(climate.mean + climate.swing * warmth + noise(0.4), 1),
    humidity: round(Math.min(100, climate.humidity - 12 * warmth + noise(1.5)), 1),
    light: Math.round(climate.noon * daylight * (1 + noise(0.1))),
    battery: round(100 - 10 * week, 0),
  };
}

/**
 * Returns what few boards can measure. The soil is watered at 6 o'clock UTC and dries by a quarter
 * in a day. Plants take CO₂ from the air by day and give some back by night.
 * @param timeMs Unix milliseconds
 */
export function measureRarelyAt(timeMs: number, random: () => number): Measurements {
  const hour = (timeMs / HOUR_MS) % 24;
  const daylight = Math.max(0, Math.sin(((hour - 6) / 12) * Math.PI));
  const noise = (width: number): number => (random() - 0.5) * width;
  return {
    soilMoisture: round(40 - 10 * (((hour + 18) % 24) / 24) + noise(0.6), 1),
    co2: Math.round(640 - 240 * daylight + noise(20)),
  };
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
