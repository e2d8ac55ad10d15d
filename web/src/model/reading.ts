/** Reads both layouts of the history. Stored data is not trusted: whatever is not a reading is skipped. */

import { fieldOf, textOf } from "../../../domain/src/stored";
import { MEASUREMENTS } from "../../../domain/src/measurements";
import type { Measurement } from "../../../domain/src/measurements";

type Values = Readonly<Partial<Record<Measurement, number>>>;

export interface Reading {
  /** Its push key in the history. */
  readonly key: string;
  readonly uid: string;
  /** The name of the sensor at that time. */
  readonly name?: string | undefined;
  /** Unix milliseconds. */
  readonly at: number;
  readonly values: Values;
}

/** An entry under `history/<pushKey>`; undefined for anything else, such as a container of the other layout. */
export function readSigned(key: string, stored: unknown): Reading | undefined {
  const uid = fieldOf(stored, "uid");
  return typeof uid === "string" ? readKeyed(uid, key, stored) : undefined;
}

/** An entry under `history/<uid>/<pushKey>`; undefined for anything else. */
export function readKeyed(uid: string, key: string, stored: unknown): Reading | undefined {
  const at = fieldOf(stored, "updatedAt");
  if (!isNumber(at)) return undefined;
  return { key, uid, name: textOf(stored, "sensorName"), at, values: valuesOf(stored) };
}

/** The measurements among the fields of a stored record. */
function valuesOf(stored: unknown): Values {
  const values: Partial<Record<Measurement, number>> = {};
  for (const measurement of MEASUREMENTS) {
    const value = fieldOf(stored, measurement);
    if (isNumber(value)) values[measurement] = value;
  }
  return values;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
