/** Reads the calibrations and exclusions of farms for folds, once in a run for consecutive greenhouses of a farm. */

import { readCorrections } from "@greenhouse/database/client/corrections";
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
  return async (farmId, changedUntil) => {
    const known = remembered.get(farmId);
    if (known !== undefined && known.until >= changedUntil) return known;
    const read = await readCorrections(database, farmId, now());
    remembered.add(farmId, read);
    return read;
  };
}

function changesIn({ corrections }: KnownCorrections): number {
  const { uids, ofSensor } = corrections;
  return uids.reduce((sum, uid) => {
    const { calibrations, exclusions } = ofSensor(uid);
    return sum + calibrations.length + exclusions.length;
  }, 1);
}
