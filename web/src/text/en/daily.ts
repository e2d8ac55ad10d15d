/** Day by day, in English. */

import type { LightSource } from "@greenhouse/domain/rollups/daily";

const lightSources: Readonly<Record<LightSource, string>> = {
  sun: "The sun",
  fluorescent: "Cool white fluorescent lamps",
  sodium: "Sodium lamps",
  sodiumDoubleEnded: "Sodium lamps, double-ended",
  metalHalide: "Metal halide lamps",
  ceramicMetalHalide: "Ceramic metal halide lamps",
};

export const en = {
  days: "Days",
  lastDays: (count: number): string => `Last ${count} days`,
  date: "Day",
  low: "Lowest",
  high: "Highest",
  day: "Day",
  night: "Night",
  difference: "Day − night",
  degreeDays: "Degree days",
  sum: "Sum",
  light: "Daily light",
  vpd: "VPD",
  dewPoint: "Dew point",
  mean: "Average",
  dayAndNight: "Day and night",
  soFar: (time: string): string => `today until ${time}`,
  sinceDays: (days: number): string => (days === 1 ? "over 1 day" : `over ${days} days`),
  above: (base: string): string => `above ${base}`,
  lightMean: "Average daily light",
  ofDate: (date: string): string => `on ${date}`,
  partial: (hours: number): string => `${hours} h`,
  partialHint: "“12 h” = hours of data that day.",
  table: "Day by day as a table",
  noData: "No data for these days.",
  noRollups: "No daily figures yet. They are calculated every hour.",
  since: (time: string): string => `Daily figures start at ${time}.`,
  needsPlace: "To see day and night, set the farm's location in Settings.",
  lightLead:
    "How much light plants can use is estimated from lux, by light source. With a PPFD sensor it is measured.",
  lightSource: "Light source",
  lightSources,
  base: "Degree days above",
  settings: "How these are calculated",
};

export type DailyTexts = typeof en;
