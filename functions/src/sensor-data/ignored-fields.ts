/** Logs the fields of a sender's readings that are ignored. Most likely a name is misspelled. */

import { parseBoardReport } from "@greenhouse/domain/boards/board-status";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { fieldOf } from "@greenhouse/domain/stored";
import { HOUR_MS } from "@greenhouse/domain/time";
import { BoundedMap } from "../bounded-map";
import type { Log } from "../log";
import { hasNoValue } from "../request/fields";
import { isJsonObject, type JsonObject } from "../request/json-object";
import { ENVELOPE, MEASUREMENTS_OF, senderKey, type SensorRequest } from "./sensor-request";

/** Minimum time between two log entries about a sender, in each instance. */
const LOG_INTERVAL_MS = HOUR_MS;
const MAX_SENDERS = 1_000;

const MEASUREMENT_NAMES: ReadonlySet<string> = new Set(MEASUREMENTS);

/** Returns a function that logs the ignored fields of a request. Call it only for authorized senders. */
export function createIgnoredLog(
  log: Pick<Log, "fieldsIgnored">,
): (sensorRequest: SensorRequest, body: JsonObject, nowMs: number) => void {
  const loggedAtMs = new BoundedMap<number>(MAX_SENDERS);
  return (sensorRequest, body, nowMs) => {
    const names = ignoredFields(body, sensorRequest);
    if (names.length === 0) return;
    const { sender, credential } = sensorRequest;
    const key = senderKey(sender);
    if (nowMs - (loggedAtMs.get(key) ?? -Infinity) < LOG_INTERVAL_MS) return;
    loggedAtMs.set(key, nowMs);
    const id = "uid" in sender ? sender.uid : sender.farmId;
    log.fieldsIgnored(id, names, MEASUREMENTS_OF[credential.variant]);
  };
}

/**
 * Returns the names of unknown fields of a request and its readings, without duplicates. Includes measurements whose text
 * means "no value", but not null, which says that nothing was measured.
 */
function ignoredFields(
  body: JsonObject,
  { sender, credential, outputs, asksNames, asksInterval, importId }: SensorRequest,
): readonly string[] {
  const names = new Set<string>([
    ...ENVELOPE,
    ...MEASUREMENTS_OF[credential.variant],
    // With the key in the body, readings have the server's time.
    ...(credential.variant === "key-in-body" ? [] : ["timestamp"]),
    ...(outputs === undefined ? [] : ["outputs"]),
    ...(asksNames === true ? ["names"] : []),
    ...(asksInterval === true ? ["intervalSeconds"] : []),
    ...(importId === undefined ? [] : ["import"]),
  ]);
  const isOfSensor = "uid" in sender;
  const mayReport = (object: JsonObject): boolean =>
    credential.variant !== "key-in-body" && isOfSensor === (object === body);
  const readings = fieldOf(body, "readings");
  const objects = Array.isArray(readings) ? [body, ...readings.filter(isJsonObject)] : [body];
  const ignored = new Set<string>();
  for (const object of objects) {
    const report = mayReport(object) ? parseBoardReport(object) : undefined;
    for (const name in object) {
      const isEmpty = MEASUREMENT_NAMES.has(name) && hasNoValue(object, name);
      const isReported = report !== undefined && Object.hasOwn(report, name);
      if (isEmpty || !(isReported || names.has(name))) ignored.add(name);
    }
  }
  return [...ignored];
}
