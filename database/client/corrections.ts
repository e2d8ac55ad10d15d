/** Reads the calibrations and exclusions of a farm. */

import { createCorrections } from "@greenhouse/domain/quantities/corrections";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import { entriesOf } from "@greenhouse/domain/stored";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { pagesOf } from "./pages.ts";
import type { Pages } from "./pages.ts";

export interface KnownCorrections {
  readonly corrections: Corrections;
  /** All changes up to this time are among them, in Unix milliseconds. */
  readonly until: number;
}

/** How far the clock of the reader may be ahead of the database's, which dates the changes. */
const MAX_AHEAD_MS = MINUTE_MS;
/** A sensor may have 0.7 MB of calibrations. */
const SENSORS_AT_ONCE = 10;
/** Changes of a farm that fit into memory, with those that were undone. A sensor has a few. */
const MAX_CHANGES = 20_000;

/** The farm has too many calibrations and exclusions. */
export class TooManyChanges extends Error {
  override readonly name = "TooManyChanges";
  readonly farmId: string;

  constructor(farmId: string) {
    super(`Farm ${farmId} has more than ${MAX_CHANGES} calibrations and exclusions.`);
    this.farmId = farmId;
  }
}

/**
 * Reads all calibrations and exclusions of a farm, some sensors at a time.
 * @throws TooManyChanges
 */
export async function readCorrections(
  database: Pages<unknown>,
  farmId: string,
): Promise<Corrections> {
  let left = MAX_CHANGES;
  const read = async (root: string, countOf: (ofSensor: unknown) => number): Promise<object> => {
    const found: (readonly [string, unknown])[] = [];
    for await (const page of pagesOf(database, `${root}/${farmId}`, SENSORS_AT_ONCE)) {
      for (const [, ofSensor] of page) left -= countOf(ofSensor);
      if (left < 0) throw new TooManyChanges(farmId);
      found.push(...page);
    }
    return Object.fromEntries(found);
  };
  const [calibrations, exclusions] = await Promise.all([
    read("calibrations", (ofSensor) =>
      entriesOf(ofSensor).reduce((sum, [, stored]) => sum + entriesOf(stored).length, 0),
    ),
    read("exclusions", (ofSensor) => entriesOf(ofSensor).length),
  ]);
  return createCorrections(calibrations, exclusions);
}

/** @param nowMs the time before the read, in Unix milliseconds */
export async function readKnownCorrections(
  database: Pages<unknown>,
  farmId: string,
  nowMs: number,
): Promise<KnownCorrections> {
  const corrections = await readCorrections(database, farmId);
  return { corrections, until: nowMs - MAX_AHEAD_MS };
}
