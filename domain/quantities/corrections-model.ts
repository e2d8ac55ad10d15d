/**
 * What people store to correct a sensor's readings: calibrations and exclusions. History keeps every reading as it was sent.
 * A change can be undone, and its record remains, so that the jobs fold the affected hours again.
 */

import {
  asNumber,
  asText,
  asTime,
  fieldOf,
  fields,
  numberOf,
  oneOf,
  parseRecord,
} from "../stored.ts";
import { DAY_MS } from "../time.ts";
import { MEASUREMENTS } from "./measurements.ts";
import type { Measurement } from "./measurements.ts";

interface Change {
  /** Its place in its list, see `CHANGE_KEY`. */
  readonly key: string;
  /** From this time on, in Unix milliseconds. */
  readonly from: number;
  /** The uid of the person. */
  readonly by: string;
  /** When the person stored it, in Unix milliseconds. */
  readonly at: number;
  /** A single line. */
  readonly note?: string | undefined;
  /** When somebody undid it, in Unix milliseconds. It has no effect any more. */
  readonly undoneAt?: number | undefined;
  readonly undoneBy?: string | undefined;
}

/**
 * `calibrations/<farmId>/<uid>/<quantity>/<key>`: value = reading × scale + offset. Of the calibrations whose `from` is not
 * after a reading's time, the newest applies.
 */
export interface Calibration extends Change {
  readonly quantity: Measurement;
  readonly scale: number;
  readonly offset: number;
}

/** `exclusions/<farmId>/<uid>/<key>`: readings that do not count. */
export interface Exclusion extends Change {
  /** Readings before this time, in Unix milliseconds. */
  readonly until: number;
  /** Absent: all quantities. */
  readonly quantity?: Measurement | undefined;
  /** Only readings of this import (imports.ts). */
  readonly import?: string | undefined;
}

/**
 * The rules cannot count children. So they limit the keys: a sensor has at most 60 exclusions, and 60 calibrations of a
 * quantity.
 */
export const CHANGE_KEY = "^[a-f][0-9]$";
const CHANGE_KEYS = Array.from("abcdef").flatMap((letter) =>
  Array.from({ length: 10 }, (_, digit) => `${letter}${digit}`),
);
export const MAX_CHANGES = CHANGE_KEYS.length;
/** After this time, another change may take the place of one that was undone. Until then the jobs have folded its hours. */
export const UNDONE_KEPT_MS = 30 * DAY_MS;

/** A soil probe that counts from 0 to 4,095 has a scale of about -0.06. A meter in volts has one of 30. */
export const SCALE = { min: -10_000, max: 10_000 } as const;
export const OFFSET = { min: -1_000_000, max: 1_000_000 } as const;
export const MAX_CHANGE_NOTE_CHARACTERS = 100;
/** The longest exclusion. */
export const MAX_EXCLUSION_MS = 5 * 366 * DAY_MS;
/** How far ahead an exclusion may end: a probe may lie on the bench for some days. */
export const MAX_EXCLUSION_AHEAD_MS = 30 * DAY_MS;

export function calibrationsPath(farmId: string, uid: string, quantity: Measurement): string {
  return `calibrations/${farmId}/${uid}/${quantity}`;
}

export function exclusionsPath(farmId: string, uid: string): string {
  return `exclusions/${farmId}/${uid}`;
}

const CHANGE = { ...fields(asTime, "from", "at"), by: asText };
const OPTIONAL = { ...fields(asText, "note", "undoneBy"), undoneAt: asTime };
const CALIBRATION = { ...CHANGE, ...fields(asNumber, "scale", "offset") };
const EXCLUSION = { ...CHANGE, until: asTime };
const OF_EXCLUSION = { ...OPTIONAL, quantity: oneOf(MEASUREMENTS), import: asText };

/** @param stored a record of `calibrations/<farmId>/<uid>/<quantity>`; undefined if it is invalid */
export function parseCalibration(
  quantity: Measurement,
  key: string,
  stored: unknown,
): Calibration | undefined {
  const found = parseRecord(stored, CALIBRATION, OPTIONAL);
  return found && isScaling(found) ? { key, quantity, ...found } : undefined;
}

/** Whether scale and offset are possible. False for NaN, too. */
export function isScaling({ scale, offset }: Pick<Calibration, "scale" | "offset">): boolean {
  return scale !== 0 && isWithin(scale, SCALE) && isWithin(offset, OFFSET);
}

function isWithin(
  value: number,
  { min, max }: { readonly min: number; readonly max: number },
): boolean {
  return value >= min && value <= max;
}

/** @param stored a record of `exclusions/<farmId>/<uid>`; undefined if it is invalid */
export function parseExclusion(key: string, stored: unknown): Exclusion | undefined {
  const found = parseRecord(stored, EXCLUSION, OF_EXCLUSION);
  // Without its quantity it would exclude every quantity, and without its import every reading.
  const isUnknown = (["quantity", "import"] as const).some(
    (field) => found?.[field] === undefined && fieldOf(stored, field) !== undefined,
  );
  return found === undefined || isUnknown ? undefined : { key, ...found };
}

/**
 * Returns a key that is free for a new change; undefined if there are too many.
 * @param stored the records of the list, by key
 * @param nowMs Unix milliseconds
 */
export function freeKey(stored: unknown, nowMs: number): string | undefined {
  return CHANGE_KEYS.find((key) => {
    const record = fieldOf(stored, key);
    const undoneAt = numberOf(record, "undoneAt");
    return record === undefined || (undoneAt !== undefined && undoneAt < nowMs - UNDONE_KEPT_MS);
  });
}
