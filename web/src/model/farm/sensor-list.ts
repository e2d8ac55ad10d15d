/** Filters and sorts the list of sensors, as the address says. */

import { isInForce } from "@greenhouse/domain/quantities/corrections";
import type { Calibration } from "@greenhouse/domain/quantities/corrections-model";
import type { Charted } from "../values/measurement";
import type { Senders } from "../values/newest";
import { compareText } from "../values/compare-text";
import type { GreenhouseFinding } from "../findings/findings";
import type { Sensor } from "./farm";
import type { SensorState } from "../values/latest";
import type { BoardMark } from "./board-marks";
import type { PendingChange } from "./pending-sensors";

/** A sensor with all its known facts. */
export interface ListedSensor {
  readonly sensor: Sensor;
  readonly state: SensorState | undefined;
  /** The name of its greenhouse; undefined if it is not assigned. */
  readonly greenhouse: string | undefined;
  readonly findings: readonly GreenhouseFinding[];
  /** Whether it measures a quantity that needs a calibration and has none. */
  readonly isUncalibrated?: boolean | undefined;
  /** The mark of its board. Absent without one, and if the sensor is not assigned. */
  readonly board?: BoardMark | undefined;
  /** Its pending change. */
  readonly pending?: PendingChange | undefined;
}

/**
 * `weak`: its battery is low. `old`: its last reading is old. `silent`: it sends nothing any more. `signal`: its signal is
 * weak. `program`: another board has a newer program.
 */
export const SHOWN = [
  "all",
  "attention",
  "weak",
  "old",
  "silent",
  "signal",
  "program",
  "uncalibrated",
  "unlinked",
] as const;
export type Shown = (typeof SHOWN)[number];

/** These are offered even if no sensor is among them. */
const USUAL: readonly Shown[] = ["all", "attention", "unlinked"];

/** Returns the filters to offer. @param chosen stays while it is chosen */
export function offeredFilters(
  all: readonly ListedSensor[],
  chosen: Shown,
): readonly (readonly [shown: Shown, count: number])[] {
  return SHOWN.map(
    (shown) => [shown, all.filter((listed) => isAmong(shown, listed)).length] as const,
  ).filter(([shown, count]) => count > 0 || shown === chosen || USUAL.includes(shown));
}

/** Quantities that cheap probes send in their own counts, or that drift. */
const CALIBRATED: readonly Charted[] = ["soilMoisture", "ph", "ec"];

/** Whether a sensor measures a quantity that needs a calibration and has none. @param calibrations of the sensor */
export function lacksCalibration(
  uid: string,
  { byMeasurement }: Pick<Senders, "byMeasurement">,
  calibrations: readonly Calibration[],
): boolean {
  const inForce = calibrations.filter(isInForce);
  return CALIBRATED.some(
    (name) =>
      byMeasurement[name]?.includes(uid) === true &&
      !inForce.some(({ quantity }) => quantity === name),
  );
}

export const COLUMNS = ["name", "uid", "greenhouse", "battery", "reading"] as const;
export type Column = (typeof COLUMNS)[number];

export interface SensorFilter {
  /** The typed search text. */
  readonly text: string;
  readonly shown: Shown;
  readonly column: Column;
  readonly isDescending: boolean;
}

export const NO_FILTER: SensorFilter = {
  text: "",
  shown: "all",
  column: "name",
  isDescending: false,
};

/** Reads `?q=…&show=…&sort=…`; a minus before the column reverses the order. Unknown values are ignored. */
export function parseFilter(search: string): SensorFilter {
  const words = new URLSearchParams(search);
  const sort = words.get("sort") ?? "";
  const column = COLUMNS.find((name) => name === sort.replace(/^-/, ""));
  return {
    text: words.get("q") ?? "",
    shown: SHOWN.find((name) => name === words.get("show")) ?? NO_FILTER.shown,
    column: column ?? NO_FILTER.column,
    isDescending: column !== undefined && sort.startsWith("-"),
  };
}

/** Returns the inverse of `parseFilter`; empty for the whole list in the usual order. */
export function searchOf({ text, shown, column, isDescending }: SensorFilter): string {
  const words = new URLSearchParams();
  if (text !== "") words.set("q", text);
  if (shown !== NO_FILTER.shown) words.set("show", shown);
  if (column !== NO_FILTER.column || isDescending) {
    words.set("sort", `${isDescending ? "-" : ""}${column}`);
  }
  const search = words.toString();
  return search === "" ? "" : `?${search}`;
}

export function isAmong(shown: Shown, listed: ListedSensor): boolean {
  const { sensor, findings, state, board, isUncalibrated = false } = listed;
  switch (shown) {
    case "all":
      return true;
    case "attention":
      return findings.length > 0;
    case "weak":
      return findings.some(({ kind }) => kind === "battery");
    case "old":
      return state?.freshness === "old";
    case "silent":
      return state?.freshness === "silent";
    case "signal":
      return board?.weak !== undefined;
    case "program":
      return board?.older !== undefined;
    case "uncalibrated":
      return isUncalibrated;
    case "unlinked":
      return sensor.greenhouse === undefined;
  }
}

/** Returns the sensors. Every word of the search text must occur in one of the fields. */
export function listSensors(
  all: readonly ListedSensor[],
  filter: SensorFilter,
  locale?: string,
): readonly ListedSensor[] {
  const words = filter.text.toLocaleLowerCase(locale).split(/\s+/).filter(Boolean);
  const compare = comparison(filter.column, locale);
  const sign = filter.isDescending ? -1 : 1;
  return all
    .filter((sensor) => isAmong(filter.shown, sensor) && hasWords(sensor, words, locale))
    .sort((a, b) => sign * compare(a, b) || compareText(a.sensor.name, b.sensor.name, locale));
}

function hasWords(
  { sensor, greenhouse }: ListedSensor,
  words: readonly string[],
  locale: string | undefined,
): boolean {
  if (words.length === 0) return true;
  const text = [sensor.name, sensor.uid, sensor.type, greenhouse ?? ""]
    .join("\n")
    .toLocaleLowerCase(locale);
  return words.every((word) => text.includes(word));
}

type Comparison = (a: ListedSensor, b: ListedSensor) => number;

function comparison(column: Column, locale: string | undefined): Comparison {
  switch (column) {
    case "name":
      return (a, b) => compareText(a.sensor.name, b.sensor.name, locale);
    case "uid":
      return (a, b) => compareText(a.sensor.uid, b.sensor.uid, locale);
    case "greenhouse":
      return (a, b) => compareText(a.greenhouse ?? "", b.greenhouse ?? "", locale);
    case "battery":
      // The lowest battery first, then the sensors without one.
      return (a, b) => batteryOf(a) - batteryOf(b) || 0;
    case "reading":
      // Sorting by age puts the newest reading first.
      return (a, b) => (b.state?.at ?? 0) - (a.state?.at ?? 0);
  }
}

/** Returns the charge in percent; infinite if it is unknown. */
function batteryOf({ state }: ListedSensor): number {
  return state?.values.battery?.value ?? Infinity;
}
