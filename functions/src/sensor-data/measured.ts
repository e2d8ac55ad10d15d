/** Reads the fields that every submission has. */

import type { Measurement, Measurements } from "../../../domain/src/measurements";
import { readNumber, readText } from "../http/fields";
import type { Fields } from "../http/json-object";
import { accept, refuse, type Result } from "../http/refusal";

/** The field `uid`, which must not be missing. */
export function readUid(fields: Fields): Result<string> {
  const uid = readText(fields, "uid");
  if (!uid.ok) return uid;
  return uid.value === undefined
    ? refuse({ code: "missing-field", field: "uid" })
    : accept(uid.value);
}

/** What was measured, of these names; null is nothing. */
export function readMeasurements(
  fields: Fields,
  names: readonly Measurement[],
): Result<Measurements> {
  const measurements: Partial<Record<Measurement, number>> = {};
  for (const name of names) {
    const value = readNumber(fields, name);
    if (!value.ok) return value;
    if (value.value !== undefined) measurements[name] = value.value;
  }
  return accept(measurements);
}
