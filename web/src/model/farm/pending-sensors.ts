/** Adds pending changes to the sensors of a farm: a new sensor is already listed, and marked as pending. */

import { fieldOf } from "@greenhouse/domain/stored";
import { readSensors } from "./farm";
import type { Sensor } from "./farm";

export type PendingChange = "added" | "changed" | "removed";

export interface KnownSensor {
  readonly sensor: Sensor;
  readonly pending: PendingChange | undefined;
}

const SENSOR = /^registeredSensors\/([^/]+)$/;
const FIELD = /^registeredSensors\/([^/]+)\//;

/** @param writes the pending changes by path, oldest first; null deletes */
export function withPendingSensors(
  stored: readonly Sensor[],
  farmId: string,
  writes: readonly Readonly<Record<string, unknown>>[],
): readonly KnownSensor[] {
  const sensors = new Map<string, KnownSensor>(
    stored.map((sensor) => [sensor.uid, { sensor, pending: undefined }]),
  );
  const mark = (uid: string, pending: PendingChange): void => {
    const before = sensors.get(uid);
    if (before !== undefined && before.pending !== "added")
      sensors.set(uid, { ...before, pending });
  };
  for (const [path, value] of writes.flatMap((values) => Object.entries(values))) {
    const [, changed] = FIELD.exec(path) ?? [];
    if (changed !== undefined) mark(changed, "changed");
    const [, uid] = SENSOR.exec(path) ?? [];
    if (uid === undefined) continue;
    const [added] = fieldOf(value, "farmId") === farmId ? readSensors({ [uid]: value }) : [];
    if (added !== undefined) sensors.set(uid, { sensor: added, pending: "added" });
    else mark(uid, "removed");
  }
  return [...sensors.values()];
}
