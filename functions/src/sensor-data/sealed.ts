/**
 * Reads a submission whose whole body is signed (`X-Signature`): one reading, or many in `readings`. Fields are checked in
 * the order uid (or farmId), timestamp, then those of the reading. What is wrong with one of many readings refuses that
 * one alone.
 */

import { MAX_READINGS, MEASUREMENTS, type Measurements } from "../../../domain/src/measurements";
import { isMissing, readText } from "../http/fields";
import { fieldsOf, type Fields, type JsonObject } from "../http/json-object";
import { accept, refuse, type Result } from "../http/refusal";
import type { Seal } from "../http/signature";
import { readTime } from "../http/timestamp";
import { readMeasurements, readUid } from "./measured";

export interface SealedReading {
  readonly uid: string;
  /** Unix milliseconds. */
  readonly timeMs: number;
  readonly measurements: Measurements;
}

/** Readings of one sensor, signed with the key that is in force for it; or of a farm, signed with the farm's key. */
export interface SealedReadings {
  readonly variant: "hmac";
  readonly sender: { readonly uid: string } | { readonly farmId: string };
  /** Undefined where the header is missing. */
  readonly seal: Seal | undefined;
  /** When it was sent, by the sender's clock, in Unix milliseconds. */
  readonly timeMs: number;
  readonly isBatch: boolean;
  /** In the order in which they were sent. */
  readonly readings: readonly Result<SealedReading>[];
}

export function parseSealed(body: JsonObject, seal: Seal | undefined): Result<SealedReadings> {
  const list: unknown = body.get("readings") ?? undefined;
  const isBatch = list !== undefined;
  const sender = readSender(body, isBatch);
  if (!sender.ok) return sender;
  const time = readTime(body);
  if (!time.ok) return time;
  const objects = isBatch ? readObjects(list) : accept([body]);
  if (!objects.ok) return objects;
  const envelope = { ...sender.value, timeMs: time.value ?? 0 };
  const readings = objects.value.map((fields) => parseOne(fields, envelope));
  const [first] = readings;
  if (!isBatch && first?.ok === false) return first;
  if (time.value === undefined) return refuse({ code: "missing-field", field: "timestamp" });
  const timeMs = time.value;
  return accept({ variant: "hmac", sender: sender.value, seal, timeMs, isBatch, readings });
}

/** Only a batch may come from a farm; with `uid` too, that counts. */
function readSender(body: JsonObject, isBatch: boolean): Result<SealedReadings["sender"]> {
  if (isBatch && isMissing(body, "uid")) {
    const farmId = readText(body, "farmId");
    if (!farmId.ok) return farmId;
    if (farmId.value !== undefined) return accept({ farmId: farmId.value });
  }
  const uid = readUid(body);
  return uid.ok ? accept({ uid: uid.value }) : uid;
}

function readObjects(list: unknown): Result<readonly Fields[]> {
  if (!Array.isArray(list) || list.length === 0) return refuse({ code: "not-readings" });
  if (list.length > MAX_READINGS) return refuse({ code: "too-many-readings" });
  const objects: Fields[] = [];
  for (const each of list as readonly unknown[]) {
    const fields = fieldsOf(each);
    if (fields === undefined) return refuse({ code: "not-readings" });
    objects.push(fields);
  }
  return accept(objects);
}

/** @param envelope what a reading has that does not say so itself */
function parseOne(
  fields: Fields,
  envelope: { readonly uid?: string; readonly timeMs: number },
): Result<SealedReading> {
  const uid = envelope.uid === undefined ? readUid(fields) : accept(envelope.uid);
  if (!uid.ok) return uid;
  const time = readTime(fields);
  if (!time.ok) return time;
  const measurements = readMeasurements(fields, MEASUREMENTS);
  if (!measurements.ok) return measurements;
  return accept({
    uid: uid.value,
    timeMs: time.value ?? envelope.timeMs,
    measurements: measurements.value,
  });
}
