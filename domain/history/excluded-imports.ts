/** Exclusions of what imports brought. Readings that were there before still count. Pure. */

import type { NewExclusion } from "../quantities/correction-updates.ts";
import { isInForce } from "../quantities/corrections.ts";
import type { Corrections } from "../quantities/corrections.ts";
import type { Exclusion } from "../quantities/corrections-model.ts";
import type { Import } from "./imports.ts";

/** An exclusion of what an import brought to a sensor. */
export interface ExclusionOfImport {
  readonly uid: string;
  readonly change: Exclusion;
}

/** Returns the exclusions in force of all readings of imports. */
export function exclusionsOfImports({
  uids,
  ofSensor,
}: Pick<Corrections, "uids" | "ofSensor">): readonly ExclusionOfImport[] {
  return uids.flatMap((uid) =>
    ofSensor(uid)
      .exclusions.filter(isInForce)
      .filter((change) => change.import !== undefined && change.quantity === undefined)
      .map((change) => ({ uid, change })),
  );
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
export function stateOfImport(
  found: Import,
  exclusions: readonly ExclusionOfImport[],
): "counts" | "partly excluded" | "excluded" {
  const { length } = countingSensors(found, exclusions);
  if (length === 0) return "excluded";
  return length === found.sensors.length ? "counts" : "partly excluded";
}

/** Returns the exclusion of what an import brought to a sensor. */
export function exclusionOfImport({ id, from, until }: Import, note?: string): NewExclusion {
  return { from, until, import: id, note };
}
