/**
 * The table of quantities, in the order in which they are stored and shown. A new quantity needs only a new row here, and
 * its names in the text files.
 */

export interface QuantityRow {
  /** Empty without a unit. */
  readonly unit: string;
  /** Digits after the decimal separator, not more than the sensors resolve. */
  readonly digits: number;
  /** The lowest value that a working sensor can measure on a farm, and that a threshold may have. */
  readonly min: number;
  readonly max: number;
  /**
   * Values from `lowest` to `min`, and from `max` to `highest`, count as the bound. The error of a working sensor carries
   * them beyond the possible range. Absent if such a value is a fault.
   */
  readonly lowest?: number;
  readonly highest?: number;
  /** How far a value must be back within its bound until the alert is over. */
  readonly margin: number;
  /** How the sensors of a greenhouse become one figure; `none`: every newest value stands by itself. */
  readonly summary: "median" | "none";
  /** Whether soil and outdoor sensors measure something else by the same name. Then only air sensors count. */
  readonly isOfAir: boolean;
  /** The most likely role of a sensor that sends it; absent for the air. */
  readonly role?: "soil" | "outdoor";
  /**
   * Sensors in the same air differ by less than this. A sensor that differs by more measures something else, perhaps the
   * soil or a place near the heating. Absent if sensors may differ by any amount, for example in shade and sun.
   */
  readonly spread?: number;
}

const air = { summary: "median", isOfAir: true } as const;
const anywhere = { summary: "median", isOfAir: false } as const;
const single = { summary: "none", isOfAir: false } as const;

/**
 * The measurements that devices send. A DS18B20 reports -127 °C when its wire is broken and 85 °C after a reset. The sun
 * gives at most 130,000 lx and 2,500 µmol/m²/s. A CO₂ sensor that is not ready reports 0 ppm.
 * Source: https://www.analog.com/media/en/technical-documentation/data-sheets/DS18B20.pdf
 *
 * Humidity sensors report values beyond 0 and 100 % by their error: up to 5 % and some drift in wet air, 3 % in dry air.
 * Without a sensor, their formula gives -6 % and 118.99 %, which remain faults.
 * Source: https://www.silabs.com/documents/public/data-sheets/Si7021-A20.pdf, section 5.1.1
 *
 * People calibrate soil probes in air and in water. Battery gauges estimate, so a full battery may be above 100 %. Programs
 * send -1 % for an unknown level. An analog light or wind sensor has an offset, so it can be below 0 in the dark or in still
 * air. Libraries of light sensors return -1 and -2 lx for errors. A pH or EC meter does not work beyond its scale. An EC
 * probe in air has an offset.
 */
export const MEASURED = {
  temperature: { unit: "°C", digits: 1, min: -60, max: 80, margin: 0.5, ...air, spread: 8 },
  humidity: {
    unit: "%",
    digits: 0,
    min: 0,
    max: 100,
    lowest: -3,
    highest: 106,
    margin: 2,
    ...air,
    spread: 30,
  },
  light: { unit: "lx", digits: 0, min: 0, max: 200_000, lowest: -0.5, margin: 500, ...air },
  battery: { unit: "%", digits: 0, min: 0, max: 100, highest: 110, margin: 2, ...single },
  soilMoisture: {
    unit: "%",
    digits: 0,
    min: 0,
    max: 100,
    lowest: -5,
    highest: 110,
    margin: 2,
    ...anywhere,
    role: "soil",
  },
  co2: { unit: "ppm", digits: 0, min: 50, max: 40_000, margin: 50, ...air },
  ec: {
    unit: "mS/cm",
    digits: 2,
    min: 0,
    max: 20,
    lowest: -0.05,
    margin: 0.1,
    ...single,
    role: "soil",
  },
  ph: { unit: "", digits: 1, min: 0, max: 14, margin: 0.1, ...single, role: "soil" },
  ppfd: { unit: "µmol/m²/s", digits: 0, min: 0, max: 3000, lowest: -5, margin: 20, ...air },
  pressure: { unit: "hPa", digits: 0, min: 300, max: 1100, margin: 1, ...anywhere },
  windSpeed: {
    unit: "m/s",
    digits: 1,
    min: 0,
    max: 100,
    lowest: -0.5,
    margin: 1,
    ...anywhere,
    role: "outdoor",
  },
} as const satisfies Readonly<Record<string, QuantityRow>>;

/**
 * Quantities computed from the temperature and humidity of one reading (derived.ts). Dry air of 80 °C has a vapour pressure
 * deficit of 47 kPa. A dew point is never above the air's temperature.
 */
export const COMPUTED = {
  vpd: { unit: "kPa", digits: 2, min: 0, max: 50, margin: 0.05, ...air },
  dewPoint: { ...MEASURED.temperature },
} as const satisfies Readonly<Record<string, QuantityRow>>;
