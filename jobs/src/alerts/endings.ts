/** When an open alert goes on, and when it is over. Pure. */

import type { OpenAlert } from "../../../domain/src/alerts";
import { isHeld, isWatched, quantitiesOf } from "../../../domain/src/attention";
import { stillHolds } from "../../../domain/src/margins";
import { boundsAt, type Measurement } from "../../../domain/src/measurements";
import { quantityOf } from "./alert-facts";
import type { FarmRecords } from "./read-farm";
import type { WatchedSensor } from "./watched-sensors";

/**
 * Whether the farm still watches what the alert is about: its sensor is in the same greenhouse, and a threshold in this
 * direction, by day or by night, applies to it.
 */
export function isStillWatched(
  { kind, measurement, greenhouse }: OpenAlert,
  { sensor, limits }: WatchedSensor,
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
      return true;
  }
}

/**
 * Whether an alert without a finding is over: the sensor has sent something that shows it. A silent sensor keeps its
 * alerts.
 */
export function isOver(
  { kind, measurement }: OpenAlert,
  { condition, limits }: Pick<WatchedSensor, "condition" | "limits">,
): boolean {
  const { freshness } = condition;
  if (freshness === "silent" || freshness === "never") return false;
  // A probe that sends nothing any more while its board does may have been removed: it is not faulty any more.
  if (kind === "silent" || kind === "fault") return true;
  const quantity = quantityOf({ kind, measurement });
  const value = quantity === undefined ? undefined : quantitiesOf(condition)[quantity];
  if (quantity === undefined || value === undefined) return false;
  const bounds =
    kind === "battery"
      ? { min: limits.lowBattery }
      : boundsAt(limits.thresholds[quantity] ?? {}, limits.isNight);
  return !stillHolds(kind, quantity, value, bounds);
}
