/** What is measured in the demo farm's greenhouses at a time, in the loaded history as in what comes after it. Pure. */

import type { Measurement } from "../../domain/src/measurements.ts";

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;

/** What it is like in a greenhouse. */
export interface Climate {
  /** Mean temperature in °C and how far it swings in a day. */
  readonly temperature: readonly [mean: number, swing: number];
  /** Mean relative humidity in percent. */
  readonly humidity: number;
  /** Share of the daylight that reaches the plants. */
  readonly shade: number;
}

/**
 * What a sensor measures: warm afternoons, moist nights, light by day (all UTC), and batteries that drain.
 * @param at Unix milliseconds
 */
export function measureAt(
  measure: Measurement,
  { temperature: [mean, swing], humidity, shade }: Climate,
  at: number,
  random: () => number,
): number {
  const hours = (at % DAY) / (60 * MINUTE);
  const warmth = Math.sin(((hours - 9) / 24) * 2 * Math.PI);
  const daylight = Math.max(0, Math.sin(((hours - 6) / 12) * Math.PI));
  const noise = random() - 0.5;
  switch (measure) {
    case "temperature":
      return round(mean + swing * warmth + noise * 0.6, 1);
    case "humidity":
      return round(humidity - 12 * warmth + noise * 2, 1);
    case "light":
      return Math.round(60_000 * shade * daylight * (1 + noise * 0.2));
    case "battery":
      return Math.round(90 - 6 * ((at % (7 * DAY)) / (7 * DAY)) * (1 + random() * 0.1));
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

/** A number from 0 to below 1, always the same row (a multiplicative generator modulo 2^31 - 1). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
