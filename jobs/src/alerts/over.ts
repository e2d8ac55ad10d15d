/** When an open alert goes on, and when it is over. Pure. */

import type { OpenAlert } from "../../../domain/src/alerts";
import { isHeld, isWatched, quantitiesOf } from "../../../domain/src/attention";
import { stillHolds } from "../../../domain/src/margins";
import { boundsAt, type Measurement } from "../../../domain/src/measurements";
import type { Looked } from "./looked";
import { quantityOf } from "./facts";
import type { FarmRecords } from "./records";

const REMIND_AFTER_MS = 6 * 60 * 60_000;

/** At the end of a snooze people are reminded at once, as the alert is still open. */
export function mustRemind(
  { acknowledgedBy, snoozedUntil = 0, remindedAt }: OpenAlert,
  now: number,
): boolean {
  if (acknowledgedBy !== undefined || snoozedUntil > now) return false;
  return snoozedUntil > remindedAt || now - remindedAt >= REMIND_AFTER_MS;
}

/**
 * Whether the farm still watches what the alert is about: its sensor is in the same greenhouse, and a threshold in this
 * direction, by day or by night, applies to it.
 */
export function isStillWatched(
  { kind, measurement, greenhouse }: OpenAlert,
  { sensor, condition, limits }: Looked,
  { settings }: FarmRecords,
): boolean {
  if (sensor.greenhouse !== greenhouse) return false;
  const { thresholds, lowBattery } = limits;
  const bounds =
    measurement !== undefined && isHeld(measurement, sensor.role)
      ? thresholds[measurement]
      : undefined;
  switch (kind) {
    case "below":
      return bounds?.min !== undefined || bounds?.nightMin !== undefined;
    case "above":
      return bounds?.max !== undefined || bounds?.nightMax !== undefined;
    case "silent":
      return (
        settings.silentAfterMinutes > 0 &&
        (measurement === undefined || isWatched(measurement as Measurement, thresholds))
      );
    case "battery":
      return lowBattery > 0 && thresholds.battery === undefined;
    case "fault":
      // When the probe sends nothing any more, the fault is no longer seen; that does not mean that it was repaired.
      return condition.values[measurement as Measurement]?.isStale === false;
  }
}

/**
 * Whether an alert without a finding is over: the sensor has sent a value that shows it. A sensor that sends nothing
 * keeps its alerts.
 */
export function isOver(
  { kind, measurement }: OpenAlert,
  { condition, limits }: Pick<Looked, "condition" | "limits">,
): boolean {
  const { freshness } = condition;
  if (freshness === "silent" || freshness === "never") return false;
  if (kind === "silent") return true;
  const quantity = quantityOf({ kind, measurement });
  const value = quantity === undefined ? undefined : quantitiesOf(condition)[quantity];
  if (quantity === undefined || value === undefined) return false;
  if (kind === "fault") return true;
  const bounds =
    kind === "battery"
      ? { min: limits.lowBattery }
      : boundsAt(limits.thresholds[quantity] ?? {}, limits.isNight);
  return !stillHolds(kind, quantity, value, bounds);
}
