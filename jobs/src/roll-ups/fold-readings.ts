/** One run: rolls up what has finished or came late, of every greenhouse. What there is no time for, later runs do. */

import { inParallel } from "../../../domain/src/in-parallel";
import { foldNext } from "../../../domain/src/roll-up-steps";
import { sensorRoleIn } from "../../../domain/src/sensor-records";
import { entriesOf, textOf } from "../../../domain/src/stored";
import type { Database } from "../database";
import type { Log } from "../log";
import { remember } from "../remember";

export interface FoldReadingsParts {
  readonly log: Pick<Log, "foldsEnded" | "greenhouseFailed">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** A number from 0 to below 1. */
  readonly random: () => number;
}

/** Greenhouses that are folded together: a slow one holds only its own place. */
const AT_ONCE = 10;
/** The rules allow no more at once. */
const PAGE_SIZE = 1_000;
/** Of a greenhouse in a run: the days of a month, and its late hours. */
const MAX_FOLDS = 60;
/** After the start; no fold is begun later. */
const FOLDS_END_MS = 240_000;

/** In one database instance. */
export async function foldReadings(
  { log, now, random }: FoldReadingsParts,
  database: Database,
): Promise<void> {
  const startedAt = now();
  const until = startedAt + FOLDS_END_MS;
  const all = await readGreenhouses(database);
  // Where there are too many for one run, another run begins with others.
  const first = Math.floor(random() * all.length);
  const rolesOf = remember((farmId: string) => readOthers(database, farmId));
  let folds = 0;
  let unfinished = 0;
  await inParallel([...all.slice(first), ...all.slice(0, first)], AT_ONCE, async (each) => {
    const [greenhouse, farmId] = each;
    try {
      const others = await rolesOf(farmId);
      const isAir = (uid: string): boolean => !others.has(uid);
      const parts = { database: { ...database, read: database.get }, greenhouse, isAir, now };
      for (let count = 0; ; count += 1) {
        if (count === MAX_FOLDS || now() >= until) {
          unfinished += 1;
          return;
        }
        const outcome = await foldNext(parts);
        if (outcome === "nothing") return;
        if (outcome === "folded") folds += 1;
      }
    } catch (error) {
      log.greenhouseFailed(greenhouse, error);
    }
  });
  const milliseconds = now() - startedAt;
  log.foldsEnded({ greenhouses: all.length, folds, unfinished, milliseconds });
}

/** The ids of all greenhouses, each with its farm's. */
async function readGreenhouses(
  database: Database,
): Promise<readonly (readonly [greenhouse: string, farmId: string])[]> {
  const found: (readonly [string, string])[] = [];
  for (let after: string | undefined; ;) {
    const range = after === undefined ? {} : { after };
    const page = await database.readPage("greenhouses", range, PAGE_SIZE);
    for (const [id, stored] of page) {
      const farmId = textOf(stored, "farmId");
      if (farmId !== undefined) found.push([id, farmId]);
    }
    after = page.at(-1)?.[0];
    if (after === undefined || page.length < PAGE_SIZE) return found;
  }
}

/** The sensors of a farm that do not measure the air of a greenhouse. */
async function readOthers(database: Database, farmId: string): Promise<ReadonlySet<string>> {
  const sensors = entriesOf(await database.getOfFarm("registeredSensors", farmId));
  return new Set(sensors.flatMap(([uid, stored]) => (sensorRoleIn(stored) === "air" ? [] : [uid])));
}
