/** Reads the sensors of farms for folds, once for consecutive greenhouses of a farm. */

import { parseRegistration, sensorRoleIn } from "@greenhouse/domain/identity/sensor-records";
import type { Database, Entry } from "../database";
import { RememberedFarms } from "./remembered-farms";

/** Registered sensors of a farm that are read. Further sensors are not part of the figures of their greenhouse. */
const MAX_SENSORS = 20_000;
/** Farms with more sensors are read one by one. The largest record has 2 kB and takes several times as much memory. */
const SMALL_FARM = 1_000;
/** Remembered sensors of all small farms together, and of all large farms together. */
const MAX_REMEMBERED = 50_000;

export interface FarmSensors {
  /** Whether a sensor measures the air of its greenhouse, by uid. */
  readonly areAir: ReadonlyMap<string, boolean>;
  /** Whether a greenhouse may have a sensor. */
  readonly isUsed: (greenhouse: string) => boolean;
}

/** A farm without sensors takes memory, too. */
const remembered = (): RememberedFarms<FarmSensors> =>
  new RememberedFarms(({ areAir }) => 1 + areAir.size, MAX_REMEMBERED);

/** @returns a function that reads the sensors of a farm or remembers them. Made for one run. */
export function createSensorsReader(
  database: Pick<Database, "readOfFarm">,
): (farmId: string) => Promise<FarmSensors> {
  const [small, large] = [remembered(), remembered()];
  const reading = new Map<string, Promise<FarmSensors>>();
  let largest: Promise<unknown> = Promise.resolve();

  const readUpTo = async (farmId: string, limit: number): Promise<FarmSensors> =>
    sensorsIn(await database.readOfFarm("registeredSensors", farmId, limit));

  const read = async (farmId: string): Promise<FarmSensors> => {
    const first = await readUpTo(farmId, SMALL_FARM);
    if (first.areAir.size < SMALL_FARM) {
      small.add(farmId, first);
      return first;
    }
    const reads = largest.then(async () => {
      const sensors = await readUpTo(farmId, MAX_SENSORS);
      large.add(farmId, sensors);
      return sensors;
    });
    // After a failure only this farm's folds fail. The next farm is read.
    largest = reads.catch(() => undefined);
    return reads;
  };

  return async (farmId) => {
    const known = small.get(farmId) ?? large.get(farmId);
    if (known !== undefined) return known;
    const begun = reading.get(farmId) ?? read(farmId);
    reading.set(farmId, begun);
    try {
      return await begun;
    } finally {
      reading.delete(farmId);
    }
  };
}

function sensorsIn(stored: readonly Entry[]): FarmSensors {
  const used = new Set(stored.map(([, record]) => parseRegistration(record).greenhouse));
  return {
    areAir: new Map(stored.map(([uid, record]) => [uid, sensorRoleIn(record) === "air"])),
    // Sensors beyond the limit are unknown.
    isUsed: (greenhouse) => used.has(greenhouse) || stored.length >= MAX_SENSORS,
  };
}
