/** Changes the registration of a sensor as an owner of its farm. */

import { sensorUpdate } from "@greenhouse/domain/identity/sensor-updates";
import type { ChangedSensor } from "@greenhouse/domain/identity/sensor-updates";
import type { Json } from "../../core/database";
import { sign, updateAs } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { ownerOf, requireFarm } from "../../farm/stored-farms";
import type { Sensor } from "../../farm/stored-farms";

/** Writes the changed fields. Other people's changes stay, and a removed sensor is not created again. */
export async function changeSensor(
  session: OpenSession,
  sensor: Sensor,
  changed: ChangedSensor,
): Promise<void> {
  const owner = ownerOf(await requireFarm(session.database, sensor.farmId));
  const before = { ...sensor, name: sensor.sensorName, type: sensor.sensorType };
  const values = sensorUpdate(sensor, before, changed, sign(session, owner));
  await updateAs(session, owner, values as Record<string, Json>);
}
