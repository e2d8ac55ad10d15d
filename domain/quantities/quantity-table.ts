/**
 * The table of quantities: what is known of each, a row each, in the order in which they are stored and shown. A new row
 * is all that it takes; only its name in people's languages stands in the text files.
 */

export interface QuantityRow {
  /** Empty where there is none. */
  readonly unit: string;
  /** Digits after the decimal separator: no more than the sensors can resolve. */
  readonly digits: number;
  /** The lowest value that a working sensor can measure on a farm, and that a threshold may have. */
  readonly min: number;
  readonly max: number;
  /**
   * From here to `min`, and from `max` to `highest`, a value counts as the bound: the error of a working sensor carries it
   * beyond what can be. Absent where such a value is a fault.
   */
  readonly lowest?: number;
  readonly highest?: number;
  /** How far a value that was beyond its bound must be back within it until that is over. */
  readonly margin: number;
  /** How the sensors of a greenhouse become one figure; `none`: their newest value stands for itself. */
  readonly summary: "median" | "none";
  /** Whether soil and outdoor sensors measure something else by the same name, so that only those of the air count. */
  readonly isOfAir: boolean;
  /** The most likely role of a sensor that sends it; absent for the air. */
  readonly role?: "soil" | "outdoor";
  /**
   * Sensors in the same air differ by less than this. One that differs by more measures something else: the soil, perhaps,
   * or a place beside the heating. Absent where sensors may differ by any amount, as in shade and sun.
   */
  readonly spread?: number;
}

const air = { summary: "median", isOfAir: true } as const;
const anywhere = { summary: "median", isOfAir: false } as const;
const single = { summary: "none", isOfAir: false } as const;

/**
 * What devices send. A DS18B20 reports -127 °C when its wire is broken and 85 °C after a reset; the sun gives at most
 * 130,000 lx and 2,500 µmol/m²/s; a CO₂ sensor that is not ready reports 0 ppm.
 * Source: https://www.analog.com/media/en/technical-documentation/data-sheets/DS18B20.pdf
 *
 * In wet and in dry air, humidity sensors report values beyond 0 and 100 %, by their error: up to 5 % and some drift when
 * wet, 3 % when dry. Their formula gives -6 % and 118.99 % without a sensor, which remain faults.
 * Source: https://www.silabs.com/documents/public/data-sheets/Si7021-A20.pdf, section 5.1.1
 * Soil probes are calibrated by people, in air and in water. Battery gauges estimate, so a full battery may be above 100 %;
 * -1 % is what programs send for an unknown level. An analog light or wind sensor has an offset, so it can be below 0 in the
 * dark or in still air. Libraries of light sensors return -1 and -2 lx for errors. No pH or EC meter works beyond its
 * scale; an EC probe in air has an offset.
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
 * What is computed from the temperature and humidity of one reading (derived.ts). Dry air of 80 °C has a vapour pressure
 * deficit of 47 kPa; no dew point is above the air's temperature.
 */
export const COMPUTED = {
  vpd: { unit: "kPa", digits: 2, min: 0, max: 50, margin: 0.05, ...air },
  dewPoint: { ...MEASURED.temperature },
} as const satisfies Readonly<Record<string, QuantityRow>>;
