/** When an open alert goes on, and when it is over. Pure. */

import type { OpenAlert } from "../../../domain/src/alerts";
import { quantitiesOf, type Condition, type Limits } from "../../../domain/src/attention";
import { boundsAt, type Quantity } from "../../../domain/src/measurements";
import type { FarmRecords, Sensor } from "./records";

const REMIND_AFTER_MS = 6 * 60 * 60_000;

/** How far a value must be within its bound again, so that one that swings around it is one alert. */
const MARGINS: Readonly<Record<Quantity, number>> = {
  temperature: 0.5,
  humidity: 2,
  light: 500,
  battery: 2,
  vpd: 0.05,
  dewPoint: 0.5,
};

/** At the end of a snooze people are reminded at once, as the alert is still open. */
export function mustRemind(
  { acknowledgedBy, snoozedUntil = 0, remindedAt }: OpenAlert,
  now: number,
): boolean {
  if (acknowledgedBy !== undefined || snoozedUntil > now) return false;
  return snoozedUntil > remindedAt || now - remindedAt >= REMIND_AFTER_MS;
}

/** Whether the farm still has what the alert is about: its sensor there, and a threshold in this direction, by day or by night. */
export function isStillWatched(
  { kind, measurement, greenhouse }: OpenAlert,
  { sensor, limits }: { readonly sensor: Sensor; readonly limits: Limits },
  { settings }: FarmRecords,
): boolean {
  if (sensor.greenhouse !== greenhouse) return false;
  const { thresholds, lowBattery } = limits;
  const bounds = measurement === undefined ? undefined : thresholds[measurement];
  switch (kind) {
    case "below":
      return bounds?.min !== undefined || bounds?.nightMin !== undefined;
    case "above":
      return bounds?.max !== undefined || bounds?.nightMax !== undefined;
    case "silent":
      return settings.silentAfterMinutes > 0 && (measurement === undefined || bounds !== undefined);
    case "battery":
      return lowBattery > 0 && thresholds.battery === undefined;
    case "fault":
      return true;
  }
}

/** Whether an alert without a finding is over: the sensor sent what shows it. Silence shows nothing. */
export function isOver(
  { kind, measurement }: OpenAlert,
  { condition, limits }: { readonly condition: Condition; readonly limits: Limits },
): boolean {
  const { freshness, values } = condition;
  if (freshness === "silent" || freshness === "never") return false;
  if (kind === "silent") return true;
  const quantity = kind === "battery" ? "battery" : measurement;
  const value = quantity === undefined ? undefined : quantitiesOf({ values })[quantity];
  if (kind === "fault") return true;
  if (quantity === undefined || value === undefined) return false;
  if (kind === "battery") return value >= limits.lowBattery + MARGINS.battery;
  const { min = -Infinity, max = Infinity } = boundsAt(
    limits.thresholds[quantity] ?? {},
    limits.isNight,
  );
  // Between close bounds there is no room for the whole margin.
  const margin = Math.min(MARGINS[quantity], Math.max(0, max - min) / 4);
  return kind === "below" ? value >= min + margin : value <= max - margin;
}
