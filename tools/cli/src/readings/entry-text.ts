/** Writes history entries as lines of CSV (RFC 4180) and of newline-delimited JSON. Pure. */

import { escapeFormulas, quoteCell } from "@greenhouse/domain/words/csv-text";
import { isAmbient, MEASUREMENTS, QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Measurements } from "@greenhouse/domain/quantities/measurements";
import type { Entry } from "./history-pages";
import type { JsonObject } from "../core/database";
import { printable } from "../core/text";
import { formatTime } from "../core/time";

export const FORMATS = ["csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

/** How a file is written. */
export interface FileForm {
  readonly format: Format;
  /** Whether texts in CSV are not escaped, even if a spreadsheet would take them for formulas. */
  readonly isRaw?: boolean | undefined;
  /** Quantities that have a second column in CSV: the values as they were sent. */
  readonly sentToo?: readonly Measurement[];
}

/** Returns the name of the column, and of the field, with the values as they were sent. */
export function sentColumn(name: Measurement): string {
  return `${name}_sent`;
}

/** Returns the start of a file. */
export function headOf({ format, sentToo = [] }: FileForm): string {
  if (format === "ndjson") return "";
  const quantities = MEASUREMENTS.flatMap((name) =>
    sentToo.includes(name) ? [name, sentColumn(name)] : [name],
  );
  return `${["time", "greenhouse", "uid", "sensorName", ...quantities].join(",")}\r\n`;
}

export function formatEntry(entry: Entry, form: FileForm): string {
  return form.format === "ndjson"
    ? `${JSON.stringify(entryJson(entry))}\n`
    : `${csvLine(entry, form)}\r\n`;
}

/** The values are calibrated. `sent` has the values that are not as they were sent, or do not count. */
export function entryJson(entry: Entry): JsonObject {
  const { greenhouse, uid, sensorName, measurements, updatedAt } = entry;
  const sent = otherThanSent(entry);
  return {
    greenhouse,
    uid,
    ...(sensorName !== undefined && { sensorName }),
    ...measurements,
    updatedAt,
    ...(sent !== undefined && { sent }),
  };
}

/** Returns the values as they were sent, of quantities whose value is another or does not count; undefined without. */
export function otherThanSent({
  measurements,
  sent,
}: Pick<Entry, "measurements" | "sent">): Measurements | undefined {
  const others = MEASUREMENTS.filter((name) => measurements[name] !== sent[name]);
  return others.length === 0
    ? undefined
    : Object.fromEntries(others.map((name) => [name, sent[name]]));
}

/** Formats an entry for people: `… tomatoes  north-1  21.5 °C  60 %  does not count: 80 % battery`. */
export function entryText({ greenhouse, uid, measurements, excluded, updatedAt }: Entry): string {
  const others = excluded === undefined ? [] : [`does not count: ${valuesOf(excluded).join(", ")}`];
  const parts = [formatTime(updatedAt), greenhouse, uid, ...valuesOf(measurements), ...others];
  return parts.map(printable).join("  ");
}

function valuesOf(measurements: Measurements): readonly string[] {
  return MEASUREMENTS.flatMap((name) => {
    const value = measurements[name];
    if (value === undefined) return [];
    const { unit } = QUANTITY[name];
    // The first three quantities need no name: their units tell.
    return [[value, unit, isAmbient(name) ? "" : name].filter((part) => part !== "").join(" ")];
  });
}

function csvLine(
  { greenhouse, uid, sensorName, measurements, sent, updatedAt }: Entry,
  { isRaw = false, sentToo = [] }: FileForm,
): string {
  const escape = isRaw ? (text: string) => text : escapeFormulas;
  const values = MEASUREMENTS.flatMap((name) =>
    sentToo.includes(name) ? [measurements[name], sent[name]] : [measurements[name]],
  );
  return [
    formatTime(updatedAt),
    ...[greenhouse, uid, sensorName ?? ""].map((text) => quoteCell(escape(text))),
    ...values.map((value) => String(value ?? "")),
  ].join(",");
}
