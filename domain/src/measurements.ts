/**
 * The measurements that devices send, in the order in which they are stored and shown, and what is computed from them.
 */

export const MEASUREMENTS = ["temperature", "humidity", "light", "battery"] as const;
export type Measurement = (typeof MEASUREMENTS)[number];
export type Measurements = Readonly<Partial<Record<Measurement, number>>>;

/** The measurements of the air. The key-in-body variant has only these. */
export const AMBIENT = ["temperature", "humidity", "light"] as const satisfies Measurement[];

/** Computed from the temperature and humidity of one reading (derived.ts). */
export const DERIVED = ["vpd", "dewPoint"] as const;

/** What a greenhouse may have thresholds for. */
export const QUANTITIES = [...MEASUREMENTS, ...DERIVED] as const;
export type Quantity = (typeof QUANTITIES)[number];

export const UNITS: Readonly<Record<Quantity, string>> = {
  temperature: "°C",
  humidity: "%",
  light: "lx",
  battery: "%",
  vpd: "kPa",
  dewPoint: "°C",
};

/** Digits after the decimal separator: no more than the sensors can resolve. */
export const DIGITS: Readonly<Record<Quantity, number>> = {
  temperature: 1,
  humidity: 0,
  light: 0,
  battery: 0,
  vpd: 2,
  dewPoint: 1,
};

/** A lower and an upper limit; both are still allowed. */
interface Range {
  readonly min: number;
  readonly max: number;
}

/**
 * What a working sensor can measure on a farm. A DS18B20 reports -127 °C when its wire is broken and 85 °C after a
 * reset; the sun gives at most 130,000 lx.
 * Source: https://www.analog.com/media/en/technical-documentation/data-sheets/DS18B20.pdf
 */
export const PLAUSIBLE: Readonly<Record<Measurement, Range>> = {
  temperature: { min: -60, max: 80 },
  humidity: { min: 0, max: 100 },
  light: { min: 0, max: 200_000 },
  battery: { min: 0, max: 100 },
};

/** Whether a value can be true. Otherwise it is a fault of the sensor: it is shown as a fault and counts nowhere. */
export function isPlausible(measurement: Measurement, value: number): boolean {
  const { min, max } = PLAUSIBLE[measurement];
  return value >= min && value <= max;
}

export const BOUNDS = ["min", "max", "nightMin", "nightMax"] as const;

/** From sunset to sunrise `nightMin` and `nightMax`, where they are set, replace `min` and `max`. */
export type Bounds = Readonly<Partial<Record<(typeof BOUNDS)[number], number>>>;

/** Of a greenhouse. */
export type Thresholds = Readonly<Partial<Record<Quantity, Bounds>>>;

/** The bounds that hold now. */
export function boundsAt(bounds: Bounds, isNight: boolean): Readonly<Partial<Range>> {
  const min = isNight ? (bounds.nightMin ?? bounds.min) : bounds.min;
  const max = isNight ? (bounds.nightMax ?? bounds.max) : bounds.max;
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

/** A name for exactly these measurements, for `lastSeen/<farmId>/<uid>/<name>`. */
export function nameMeasured(measurements: Measurements): string {
  return MEASUREMENTS.filter((name) => measurements[name] !== undefined).join(",") || "none";
}

/** Readings that `/sensorData` takes in one request. */
export const MAX_READINGS = 500;
