/** Reads the calibrations and exclusions of farms for folds, once in a run for consecutive greenhouses of a farm. */

import { readKnownCorrections } from "@greenhouse/database/client/corrections";
import type { KnownCorrections } from "@greenhouse/database/client/corrections";
import type { Database } from "../database";
import { RememberedFarms } from "./remembered-farms";

/** Changes of all remembered farms together. A farm without any counts as one. */
const MAX_REMEMBERED = 100_000;

/**
 * @returns a function that reads the corrections of a farm or remembers them. It reads them again if they lack changes up to
 * a time, because another run was faster
 */
export function createCorrectionsReader(
  database: Pick<Database, "readPage">,
  now: () => number,
): (farmId: string, changedUntil: number) => Promise<KnownCorrections> {
  const remembered = new RememberedFarms(changesIn, MAX_REMEMBERED);
  const reading = new Map<string, Promise<KnownCorrections>>();
  const read = async (farmId: string): Promise<KnownCorrections> => {
    const known = await readKnownCorrections(database, farmId, now());
    remembered.add(farmId, known);
    return known;
  };
  const begin = (farmId: string): Promise<KnownCorrections> => {
    const begun = read(farmId).finally(() => reading.delete(farmId));
    reading.set(farmId, begun);
    return begun;
  };
  return async (farmId, changedUntil) => {
    const known = remembered.get(farmId) ?? (await (reading.get(farmId) ?? begin(farmId)));
    return known.until >= changedUntil ? known : begin(farmId);
  };
}

function changesIn({ corrections }: KnownCorrections): number {
  const { uids, ofSensor } = corrections;
  return uids.reduce((sum, uid) => {
    const { calibrations, exclusions } = ofSensor(uid);
    return sum + calibrations.length + exclusions.length;
  }, 1);
}
