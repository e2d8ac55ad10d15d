/** Decides which readings of an authorized request are stored. Pure. */

import type { BoardReport } from "@greenhouse/domain/boards/board-status";
import type { Measurements } from "@greenhouse/domain/quantities/measurements";
import { MAX_TIME_DIFFERENCE_MS } from "@greenhouse/domain/reading-limits";
import { accept, refuse, type Refusal, type Result } from "../result";
import type { LinkedSensor } from "./authorize";
import type { Reading, SensorRequest } from "./sensor-request";

/** A reading that may be stored, with all data of its records. */
export interface AcceptedReading extends Omit<LinkedSensor, "ownKey"> {
  /** Position in the request. */
  readonly index: number;
  readonly uid: string;
  readonly measurements: Measurements;
  /** What the board says about itself. Undefined if it says nothing. */
  readonly board?: BoardReport | undefined;
  /** The reading's time and its time of arrival, in Unix milliseconds. */
  readonly updatedAt: number;
  readonly arrivedMs: number;
  /**
   * The stored text of the key that authorized the reading. The rules compare it. Undefined with the key in the body.
   */
  readonly key: string | undefined;
}

export interface Decision {
  readonly accepted: readonly AcceptedReading[];
  readonly refused: readonly { readonly index: number; readonly refusal: Refusal }[];
}

export interface DecisionInput {
  /** By uid: the sensor, or the reason why all its readings are refused. */
  readonly sensors: ReadonlyMap<string, Result<LinkedSensor>>;
  /** The stored text of the key that authorized the request. Undefined with the key in the body. */
  readonly key: string | undefined;
  /** When the request arrived, in Unix milliseconds. */
  readonly nowMs: number;
  /**
   * Maximum age of a reading in a batch. A reading that is further ahead of now is from the far future, and its sender
   * drops it. Senders keep other readings from the future and send them again.
   */
  readonly maxAgeMs: number;
}

/** Accepts or refuses each reading separately. */
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
  { uid, timeMs, measurements, board }: Reading,
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
  return accept({ ...registration, measurements, board, updatedAt: timeMs, arrivedMs: nowMs, key });
}

/** Moves readings that the rules deny to the refused readings. @param denials the reasons, by uid */
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
