/** What becomes of each reading of an authorized submission. Pure. */

import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import { MAX_TIME_DIFFERENCE_MS } from "@greenhouse/domain/reading-limits";
import { accept, refuse, type Refusal, type Result } from "../result";
import type { LinkedSensor } from "./authorize";
import type { Reading, SensorRequest } from "./sensor-request";

/** A reading that may be stored, with all that its records are made of. */
export interface AcceptedReading extends Omit<LinkedSensor, "ownKey"> {
  /** Its place in the request. */
  readonly index: number;
  readonly uid: string;
  readonly measurements: Measurements;
  /** The reading's time, and when it arrived, in Unix milliseconds. */
  readonly updatedAt: number;
  readonly arrivedMs: number;
  /** The key that proved it, as it is stored, for the rules to compare; undefined with the key in the body. */
  readonly key: string | undefined;
}

export interface Decision {
  readonly accepted: readonly AcceptedReading[];
  readonly refused: readonly { readonly index: number; readonly refusal: Refusal }[];
}

export interface DecisionInput {
  /** By uid: the sensor, or why all its readings are refused. */
  readonly sensors: ReadonlyMap<string, Result<LinkedSensor>>;
  /** The key that proved the submission, as it is stored; undefined with the key in the body. */
  readonly key: string | undefined;
  /** When the submission arrived, in Unix milliseconds. */
  readonly nowMs: number;
  /** How old a reading of a batch may be, in milliseconds. One that is as far ahead can be sent again later. */
  readonly maxAgeMs: number;
}

/** Accepts or refuses each reading by itself. */
export function decide(
  { isBatch, readings }: Pick<SensorRequest, "isBatch" | "readings">,
  input: DecisionInput,
): Decision {
  const accepted: AcceptedReading[] = [];
  const refused: Decision["refused"][number][] = [];
  for (const [index, parsed] of readings.entries()) {
    const decided = parsed.ok ? decideReading(parsed.value, isBatch, input) : parsed;
    if (decided.ok) accepted.push({ ...decided.value, index });
    else refused.push({ index, refusal: decided.refusal });
  }
  return { accepted, refused };
}

function decideReading(
  { uid, timeMs, measurements }: Reading,
  isBatch: boolean,
  { sensors, key, nowMs, maxAgeMs }: DecisionInput,
): Result<Omit<AcceptedReading, "index">> {
  const sensor = sensors.get(uid) ?? refuse({ code: "sensor-not-found", uid });
  if (!sensor.ok) return sensor;
  const aheadMs = timeMs - nowMs;
  if (aheadMs > MAX_TIME_DIFFERENCE_MS) {
    return refuse({ code: aheadMs > maxAgeMs ? "reading-from-far-future" : "reading-from-future" });
  }
  if (isBatch && nowMs - timeMs > maxAgeMs) return refuse({ code: "reading-too-old" });
  const { sensorName, sensorType, farmId, greenhouse } = sensor.value;
  const registration = { uid, sensorName, sensorType, farmId, greenhouse };
  return accept({ ...registration, measurements, updatedAt: timeMs, arrivedMs: nowMs, key });
}

/** Refuses readings that the rules deny. @param denials why, by the uid of their sensor */
export function refuseSensors(
  { accepted, refused }: Decision,
  denials: ReadonlyMap<string, Refusal>,
): Decision {
  const denied = accepted.flatMap(({ index, uid }) => {
    const refusal = denials.get(uid);
    return refusal === undefined ? [] : [{ index, refusal }];
  });
  return {
    accepted: accepted.filter(({ uid }) => !denials.has(uid)),
    refused: [...refused, ...denied],
  };
}
