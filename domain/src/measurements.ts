/** The measurements that devices send, in the order in which they are stored and shown. */

export const MEASUREMENTS = ["temperature", "humidity", "light", "battery"] as const;
export type Measurement = (typeof MEASUREMENTS)[number];
export type Measurements = Readonly<Partial<Record<Measurement, number>>>;

/** Those of the greenhouse. The key-in-body variant has no others. */
export const AMBIENT = ["temperature", "humidity", "light"] as const satisfies Measurement[];

export const UNITS: Readonly<Record<Measurement, string>> = {
  temperature: "°C",
  humidity: "%",
  light: "lx",
  battery: "%",
};

export interface Bounds {
  readonly min?: number;
  readonly max?: number;
}

/** Of a greenhouse. */
export type Thresholds = Readonly<Partial<Record<Measurement, Bounds>>>;

/** Names exactly these measurements, for `lastSeen/<farmId>/<uid>/<name>`. */
export function nameMeasured(measurements: Measurements): string {
  return MEASUREMENTS.filter((name) => measurements[name] !== undefined).join(",") || "none";
}

/** Readings that `/sensorData` takes in one request. */
export const MAX_READINGS = 500;
