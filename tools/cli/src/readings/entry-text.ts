/** Writes history entries as lines of CSV (RFC 4180) and of newline-delimited JSON. Pure. */

import { escapeFormulas, quoteCell } from "@greenhouse/domain/words/csv-text";
import { isAmbient, MEASUREMENTS, QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Entry } from "./history-pages";
import type { JsonObject } from "../core/database";
import { printable } from "../core/text";
import { formatTime } from "../core/time";

export const FORMATS = ["csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

const COLUMNS = ["time", "greenhouse", "uid", "sensorName", ...MEASUREMENTS];

/** Returns the start of a file of this format. */
export function headOf(format: Format): string {
  return format === "csv" ? `${COLUMNS.join(",")}\r\n` : "";
}

/**
 * @param isRaw whether texts in CSV are not escaped, even if a spreadsheet would take them for
 * formulas
 */
export function formatEntry(entry: Entry, format: Format, isRaw = false): string {
  if (format === "ndjson") return `${JSON.stringify(entryJson(entry))}\n`;
  return `${csvLine(entry, isRaw ? (text) => text : escapeFormulas)}\r\n`;
}

export function entryJson({
  greenhouse,
  uid,
  sensorName,
  measurements,
  updatedAt,
}: Entry): JsonObject {
  return {
    greenhouse,
    uid,
    ...(sensorName !== undefined && { sensorName }),
    ...measurements,
    updatedAt,
  };
}

/** Formats an entry for people: `… tomatoes  north-1  21.5 °C  60 %`. */
export function entryText({ greenhouse, uid, measurements, updatedAt }: Entry): string {
  const values = MEASUREMENTS.flatMap((name) => {
    const value = measurements[name];
    if (value === undefined) return [];
    const { unit } = QUANTITY[name];
    // The first three quantities need no name: their units tell.
    return [[value, unit, isAmbient(name) ? "" : name].filter((part) => part !== "").join(" ")];
  });
  return [formatTime(updatedAt), greenhouse, uid, ...values].map(printable).join("  ");
}

function csvLine(
  { greenhouse, uid, sensorName, measurements, updatedAt }: Entry,
  escape: (text: string) => string,
): string {
  return [
    formatTime(updatedAt),
    ...[greenhouse, uid, sensorName ?? ""].map((text) => quoteCell(escape(text))),
    ...MEASUREMENTS.map((name) => String(measurements[name] ?? "")),
  ].join(",");
}
