/** The daily figures in English. */

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
  mean: "Mean",
  dayAndNight: "Day and night",
  soFar: (time: string): string => `today until ${time}`,
  sinceDays: (days: number): string => (days === 1 ? "of 1 day" : `of ${days} days`),
  above: (base: string): string => `above ${base}`,
  meanOfDays: "mean of the days before",
  ofDate: (date: string): string => `of ${date}`,
  partial: (hours: number): string => `${hours} h`,
  partialLead: "“12 h”: so many hours of the day were measured.",
  table: "Day by day as a table",
  nothing: "Nothing was measured in these days.",
  noRollups:
    "There are no daily figures of this greenhouse yet: the server’s scheduled functions compute them each hour.",
  since: (time: string): string => `There are daily figures since ${time}.`,
  needsPlace: "Day and night need the farm’s place: see the settings.",
  lightLead:
    "How much of light in lux plants can use depends on where it comes from. Hours with a PPFD sensor need no such estimate.",
  lightSource: "Light comes from",
  lightSources,
  base: "Degree days count above",
  settings: "What the figures are computed with",
};

export type DailyTexts = typeof en;
