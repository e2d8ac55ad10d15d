/** Filters and sorts the list of sensors, as the address says. */

import { compareText } from "../values/compare-text";
import type { GreenhouseFinding } from "../findings/findings";
import type { Sensor } from "./farm";
import type { SensorState } from "../values/latest";
import type { PendingChange } from "./pending-sensors";

/** A sensor with all its known facts. */
export interface ListedSensor {
  readonly sensor: Sensor;
  readonly state: SensorState | undefined;
  /** The name of its greenhouse; undefined if it is not assigned. */
  readonly greenhouse: string | undefined;
  readonly findings: readonly GreenhouseFinding[];
  /** Its pending change. */
  readonly pending?: PendingChange | undefined;
}

export const SHOWN = ["all", "attention", "unlinked"] as const;
export type Shown = (typeof SHOWN)[number];

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

export function isAmong(shown: Shown, { sensor, findings }: ListedSensor): boolean {
  switch (shown) {
    case "all":
      return true;
    case "attention":
      return findings.length > 0;
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
