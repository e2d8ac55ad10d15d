/** Finds the exclusions of an import. */

import type { Import } from "@greenhouse/domain/history/imports";
import { isInForce } from "@greenhouse/domain/quantities/corrections";
import type { Exclusion } from "@greenhouse/domain/quantities/corrections-model";
import type { Database } from "../core/database";
import { readCorrections } from "./stored-corrections";

export interface ExclusionOfImport {
  readonly uid: string;
  readonly change: Exclusion;
}

/** Returns the exclusions in force of all readings of the farm's imports. */
export async function readImportExclusions(
  database: Database,
  farmId: string,
): Promise<readonly ExclusionOfImport[]> {
  const { uids, ofSensor } = await readCorrections(database, farmId);
  return uids.flatMap((uid) => {
    const { exclusions } = ofSensor(uid);
    return exclusions
      .filter((change) => isInForce(change) && change.import !== undefined)
      .filter(({ quantity }) => quantity === undefined)
      .map((change) => ({ uid, change }));
  });
}

/** Returns the uids of the sensors whose readings of the import all count. A resumed import may be longer than before. */
export function countingSensors(
  { id, from, until, sensors }: Import,
  exclusions: readonly ExclusionOfImport[],
): readonly string[] {
  const covering = exclusions.filter(
    ({ change }) => change.import === id && change.from <= from && change.until >= until,
  );
  return sensors.filter((uid) => !covering.some((other) => other.uid === uid));
}

/** Returns whether the readings of an import count. */
export function stateOf(
  found: Import,
  exclusions: readonly ExclusionOfImport[],
): "counts" | "partly excluded" | "excluded" {
  const { length } = countingSensors(found, exclusions);
  if (length === 0) return "excluded";
  return length === found.sensors.length ? "counts" : "partly excluded";
}
