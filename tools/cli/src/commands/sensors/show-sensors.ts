/** `farm sensor list|show`: lists sensors, and shows the newest values of a sensor. */

import { findOwnKey } from "../../farm/own-key";
import { listSensors, requireFarm, requireSensor } from "../../farm/stored-farms";
import type { Sensor } from "../../farm/stored-farms";
import { farmCommand } from "../../core/hint";
import type { OpenSession } from "../../core/session";
import { formatFields, formatTable } from "../../core/text";
import { formatTime } from "../../core/time";
import { readNewest } from "../../readings/newest-reading";
import type { NewestReading } from "../../readings/newest-reading";

export async function listFarmSensors(
  { database, out }: OpenSession,
  farmId: string,
): Promise<void> {
  await requireFarm(database, farmId);
  const sensors = await listSensors(database, farmId);
  out.result(
    sensors.map(sensorJson),
    formatTable(
      ["sensor", "name", "type", "role", "greenhouse"],
      sensors.map(({ uid, sensorName, sensorType, role, greenhouse }) => [
        uid,
        sensorName,
        sensorType,
        role,
        greenhouse ?? "(unlinked)",
      ]),
      `${farmId} has no sensors yet: ${farmCommand("sensor add", [farmId], { rest: "<uid>" })}`,
    ),
  );
}

export async function showSensor({ database, out, now }: OpenSession, uid: string): Promise<void> {
  const sensor = await requireSensor(database, uid);
  const { farmId, greenhouse, sensorName, sensorType, role } = sensor;
  const [newest, ownKey] = await Promise.all([
    greenhouse === undefined ? undefined : readNewest(database, greenhouse, uid, now()),
    findOwnKey(database, sensor),
  ]);
  const values = Object.entries(newest?.measurements ?? {});
  const at = newest?.updatedAt;
  out.result(
    {
      ...sensorJson(sensor),
      hasOwnKey: ownKey !== undefined,
      newest: { ...newest?.measurements, ...(at !== undefined && { updatedAt: at }) },
    },
    formatFields({
      uid,
      name: sensorName,
      type: sensorType,
      role,
      farm: farmId,
      greenhouse: greenhouse ?? "(unlinked)",
      key: ownKey === undefined ? "its farm's" : "its own",
      ...Object.fromEntries(values.map(([name, value]) => [name, String(value)])),
      "last reading": newest && formatLast(newest),
    }),
  );
}

function formatLast({ measurements, updatedAt }: NewestReading): string {
  if (updatedAt !== undefined) return formatTime(updatedAt);
  return Object.keys(measurements).length === 0 ? "(none yet)" : "(long ago)";
}

export function sensorJson({ greenhouse, ...sensor }: Sensor): {
  readonly [key: string]: string | null;
} {
  return { ...sensor, greenhouse: greenhouse ?? null };
}
