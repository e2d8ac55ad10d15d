/** Reads the newest values of a sensor, in whichever variant they were sent, and their time. */

import { sentIn } from "@greenhouse/domain/history/history-sources";
import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement, Measurements } from "@greenhouse/domain/quantities/measurements";
import { timeOf } from "@greenhouse/domain/stored";
import type { Database } from "../core/database";
import type { Sensor } from "../farm/stored-farms";
import { findSources, readEntry } from "./history-pages";
import { readCorrections } from "../corrections/stored-corrections";

export interface NewestReading {
  /** The calibrated values that count. */
  readonly measurements: Measurements;
  readonly sent: Measurements;
  /** In Unix milliseconds; undefined if nothing was sent, or too long ago to be found. */
  readonly updatedAt: number | undefined;
}

const PAGE_SIZE = 500;
/**
 * How many entries of all the greenhouse's sensors are searched for a signed reading of this
 * sensor.
 */
const MAX_SEARCHED = 20 * PAGE_SIZE;

/** @param nowMs Unix milliseconds */
export async function readNewest(
  database: Database,
  { uid, farmId }: Pick<Sensor, "uid" | "farmId">,
  greenhouse: string,
  nowMs: number,
): Promise<NewestReading> {
  const [signed, keyed, lastSeen, corrections] = await Promise.all([
    database.read(`sensors/${greenhouse}/bySensor/${uid}`),
    database.read(`sensors/${greenhouse}/current/${uid}`),
    database.read(`lastSeen/${farmId}/${uid}`),
    readCorrections(database, farmId),
  ]);
  const signedAt =
    signed === null ? undefined : await findLastSigned(database, greenhouse, uid, nowMs);
  const keyedAt = timeOf(keyed, "updatedAt");
  const isSigned = signed !== null && (signedAt ?? 0) >= (keyedAt ?? 0);
  const updatedAt = isSigned ? signedAt : keyedAt;
  const sent = sentIn(isSigned ? signed : keyed);
  const { measured } = parseLastSeen(lastSeen);
  const measurements: Partial<Record<Measurement, number>> = {};
  for (const name of MEASUREMENTS) {
    const value = sent[name];
    if (value === undefined) continue;
    const reading = { uid, at: measured[name] ?? updatedAt ?? nowMs };
    const corrected = corrections.valueOf(reading, name, value);
    if (corrected !== undefined) measurements[name] = corrected;
  }
  return { measurements, sent, updatedAt };
}

/**
 * Searches the greenhouse's history backwards: the newest values of the signed variant have no
 * time, and a sensor's entries have no index.
 */
async function findLastSigned(
  database: Database,
  greenhouse: string,
  uid: string,
  nowMs: number,
): Promise<number | undefined> {
  const sources = await findSources(database, greenhouse, { fromMs: 0, toMs: nowMs });
  let searched = 0;
  for (const source of sources.filter((candidate) => candidate.uid === undefined).toReversed()) {
    let { range } = source;
    while (searched < MAX_SEARCHED) {
      const page = await database.readLastPage(source.path, range, PAGE_SIZE);
      const entries = page.flatMap((child) => readEntry(source, child, NO_CORRECTIONS) ?? []);
      const last = entries.findLast((entry) => entry.uid === uid);
      if (last !== undefined) return last.updatedAt;
      searched += page.length;
      const [first] = page;
      if (first === undefined || page.length < PAGE_SIZE) break;
      range = { ...range, before: first[0] };
    }
  }
  return undefined;
}
