/** The measurements that boards send, in the order in which people look at them. */

export const MEASUREMENTS = ["temperature", "humidity", "light", "battery"] as const;
export type Measurement = (typeof MEASUREMENTS)[number];

/** Those that have a tile and a chart; the battery is the sensor's own affair. */
export const CHARTED = ["temperature", "humidity", "light"] as const;
export type Charted = (typeof CHARTED)[number];

/** °C, percent, lux, percent. */
export const UNITS: Readonly<Record<Measurement, string>> = {
  temperature: "°C",
  humidity: "%",
  light: "lx",
  battery: "%",
};

/** Digits after the decimal separator: no more than the sensors can tell. */
export const DIGITS: Readonly<Record<Measurement, number>> = {
  temperature: 1,
  humidity: 0,
  light: 0,
  battery: 0,
};

/** A battery below this many percent is named. */
export const LOW_BATTERY = 20;
