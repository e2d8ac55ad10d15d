/** Reads the calibrations and exclusions of a farm, and tells which quantities they concern. */

import type { Period } from "@greenhouse/domain/identity/key-range";
import { createCorrections, isInForce } from "@greenhouse/domain/quantities/corrections";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { Database } from "../core/database";

export async function readCorrections(database: Database, farmId: string): Promise<Corrections> {
  const [calibrations, exclusions] = await Promise.all([
    database.read(`calibrations/${farmId}`),
    database.read(`exclusions/${farmId}`),
  ]);
  return createCorrections(calibrations, exclusions);
}

/**
 * Returns the quantities that a correction may change in a period, in the order in which they are shown.
 * @param sensor only of this sensor; undefined: of all sensors
 */
export function correctedQuantities(
  { uids, ofSensor }: Corrections,
  { fromMs, toMs }: Period,
  sensor: string | undefined,
): readonly Measurement[] {
  const corrected = (uid: string): readonly Measurement[] => {
    const { calibrations, exclusions } = ofSensor(uid);
    return [
      ...calibrations.filter(({ from }) => from < toMs),
      ...exclusions.filter(({ from, until }) => from < toMs && until > fromMs),
    ]
      .filter(isInForce)
      .flatMap(({ quantity }) => quantity ?? MEASUREMENTS);
  };
  const found = new Set((sensor === undefined ? uids : [sensor]).flatMap(corrected));
  return MEASUREMENTS.filter((name) => found.has(name));
}
