/** Parses lines of newline-delimited JSON. Pure. */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { isNoValue } from "@greenhouse/domain/quantities/no-value";
import { fieldOf } from "@greenhouse/domain/stored";
import type { Json, JsonObject } from "../core/database";
import { notANumber, readingOf } from "./found-reading";
import type { FoundReading, RowReader } from "./found-reading";
import { KNOWN, TIMES } from "./header";

/** A time in the text of the JSON: `JSON.parse` does not tell how many digits were written. */
const TIME_WITH_EXPONENT = /"(?:time|timestamp|updatedAt)"\s*:\s*(-?[\d.]+e[+-]?\d+)/i;

/** Values as they were sent, where the others are calibrated. They are the readings, because history is calibrated later. */
const SENT = "sent";

/** Python writes such values into JSON without quotation marks. */
const BARE_NO_VALUE = /(?<=[:\s])-?(?:NaN|Infinity)\b/g;

/** Returns the reading of a line or its problem. */
export function parseJsonLine(text: string, settings: RowReader): FoundReading | string {
  const fields = parseJson(text) ?? parseJson(text.replaceAll(BARE_NO_VALUE, '"$&"'));
  if (fields === undefined) return "It is not a JSON object.";
  const given = Object.entries(fields).filter(([, value]) => value !== null);
  const unknown = given.map(([name]) => name).filter((name) => name !== SENT && !KNOWN.has(name));
  const sent = fields[SENT] ?? undefined;
  if (sent !== undefined && typeof sent !== "object") return "Its sent must be an object.";
  const measurements: Partial<Record<Measurement, number>> = {};
  const leftOut: Measurement[] = [];
  for (const name of MEASUREMENTS) {
    const value = fieldOf(sent, name) ?? fields[name] ?? undefined;
    if (value === undefined) continue;
    if (typeof value === "string" && isNoValue(value)) leftOut.push(name);
    else if (typeof value !== "number" || !Number.isFinite(value)) return notANumber(name);
    else measurements[name] = value;
  }
  // Refuses a mistyped name, so that it does not become a reading without values.
  if (unknown.length > 0 && leftOut.length === 0 && Object.keys(measurements).length === 0) {
    return `It has no measurement, only ${JSON.stringify(unknown[0])}.`;
  }
  const times = given.filter(([name]) => TIMES.includes(name));
  if (times.length > 1) return `It has both ${times.map(([name]) => name).join(" and ")}.`;
  const { uid } = fields;
  if (uid !== undefined && uid !== null && typeof uid !== "string")
    return "Its uid must be a string.";
  const time = TIME_WITH_EXPONENT.exec(text)?.[1] ?? times[0]?.[1];
  return readingOf({ uid: uid ?? "", time, measurements, leftOut }, settings);
}

/** Returns undefined if the text is not a JSON object. */
function parseJson(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text) as Json;
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
