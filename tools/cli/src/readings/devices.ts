/** Finds the readings of a sensor that replaced others: each device measured for it in a part of the past. */

import { continuationsIn, createSuccession } from "@greenhouse/domain/identity/succession";
import type { Database } from "../core/database";
import type { Entry, Source } from "./history-pages";

/** A sensor's own device, and the devices that it replaced. */
export interface Devices {
  /** The newest first. */
  readonly uids: readonly string[];
  readonly canBeIn: (source: Source) => boolean;
  /** Whether an entry belongs to the sensor, or was sent by its device. */
  readonly includes: (entry: Entry) => boolean;
}

export async function chooseDevices(
  database: Database,
  farmId: string,
  sensor: string,
): Promise<Devices> {
  const registered = await database.find("registeredSensors", "farmId", farmId);
  const { ownerOf, predecessorsOf } = createSuccession(continuationsIn(registered));
  const uids = [sensor, ...predecessorsOf(sensor).map(({ uid }) => uid)];
  return {
    uids,
    canBeIn: ({ uid }) => uid === undefined || uids.includes(uid),
    includes: ({ uid, updatedAt }) => uid === sensor || ownerOf(uid, updatedAt) === sensor,
  };
}
