/** `farm sensor list|show`: lists sensors, and shows the newest values of a sensor. */

import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { findOwnKey } from "../../farm/own-key";
import { listSensors, requireFarm, requireSensor } from "../../farm/stored-farms";
import type { Sensor } from "../../farm/stored-farms";
import { farmCommand } from "../../core/hint";
import type { OpenSession } from "../../core/session";
import { formatFields, formatTable } from "../../core/text";
import { formatTime } from "../../core/time";
import { otherThanSent } from "../../readings/entry-text";
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
    greenhouse === undefined ? undefined : readNewest(database, sensor, greenhouse, now()),
    findOwnKey(database, sensor),
  ]);
  const others = newest && otherThanSent(newest);
  const at = newest?.updatedAt;
  out.result(
    {
      ...sensorJson(sensor),
      hasOwnKey: ownKey !== undefined,
      newest: {
        ...newest?.measurements,
        ...(at !== undefined && { updatedAt: at }),
        ...(others !== undefined && { sent: others }),
      },
    },
    formatFields({
      uid,
      name: sensorName,
      type: sensorType,
      role,
      farm: farmId,
      greenhouse: greenhouse ?? "(unlinked)",
      key: ownKey === undefined ? "its farm's" : "its own",
      ...(newest && formatValues(newest)),
      "last reading": newest && formatLast(newest),
    }),
  );
}

function formatValues({ measurements, sent }: NewestReading): Readonly<Record<string, string>> {
  const values = Object.entries(sent).map(([name, value]) => {
    const counted = measurements[name as Measurement];
    if (counted === undefined) return [name, `${value} (does not count)`];
    return [name, counted === value ? `${value}` : `${counted} (sent ${value})`];
  });
  return Object.fromEntries(values) as Readonly<Record<string, string>>;
}

function formatLast({ sent, updatedAt }: NewestReading): string {
  if (updatedAt !== undefined) return formatTime(updatedAt);
  return Object.keys(sent).length === 0 ? "(none yet)" : "(long ago)";
}

export function sensorJson({ greenhouse, ...sensor }: Sensor): {
  readonly [key: string]: string | null;
} {
  return { ...sensor, greenhouse: greenhouse ?? null };
}
