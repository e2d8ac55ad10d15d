/** History entries as lines of CSV (RFC 4180) and of newline-delimited JSON. Pure. */

import { MEASUREMENTS } from "./history";
import type { Entry } from "./history";
import type { JsonObject } from "./database";
import { printable } from "./text";
import { formatTime } from "./time";

export const FORMATS = ["csv", "ndjson"] as const;
export type Format = (typeof FORMATS)[number];

const COLUMNS = ["time", "greenhouse", "uid", "sensorName", ...MEASUREMENTS];

const UNITS = { temperature: "°C", humidity: "%", light: "lx", battery: "% battery" } as const;

/** What a file of this format begins with. */
export function headOf(format: Format): string {
  return format === "csv" ? `${COLUMNS.join(",")}\r\n` : "";
}

export function formatEntry(entry: Entry, format: Format): string {
  return format === "csv" ? `${csvLine(entry)}\r\n` : `${JSON.stringify(entryJson(entry))}\n`;
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

/** As people read it: `… tomatoes  north-1  21.5 °C  60 %`. */
export function entryText({ greenhouse, uid, measurements, updatedAt }: Entry): string {
  const values = MEASUREMENTS.flatMap((name) => {
    const value = measurements[name];
    return value === undefined ? [] : [`${value} ${UNITS[name]}`];
  });
  return [formatTime(updatedAt), greenhouse, uid, ...values].map(printable).join("  ");
}

function csvLine({ greenhouse, uid, sensorName, measurements, updatedAt }: Entry): string {
  return [
    formatTime(updatedAt),
    ...[greenhouse, uid, sensorName ?? ""].map(quoted),
    ...MEASUREMENTS.map((name) => String(measurements[name] ?? "")),
  ].join(",");
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
