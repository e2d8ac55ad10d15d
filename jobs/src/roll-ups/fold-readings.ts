/**
 * One run: rolls up finished hours and late readings of every greenhouse. Later runs do what this one has no time for.
 * The first run of a UTC day also prunes `lastSeen`.
 */

import { readAlertSettings, readPlace, readThresholds } from "../../../domain/src/farm-records";
import { inParallel } from "../../../domain/src/in-parallel";
import { pagesOf } from "../../../domain/src/pages";
import { sensorRoleIn } from "../../../domain/src/sensor-records";
import { startOf } from "../../../domain/src/rollups";
import { fieldOf, textOf } from "../../../domain/src/stored";
import { FoldRefused } from "../../../roll-ups/fold";
import type { LateReadings } from "../../../roll-ups/history";
import { foldNext } from "../../../roll-ups/steps";
import type { Database } from "../database";
import type { Log } from "../log";
import { remember } from "../remember";
import type { Run } from "../run";
import { readOwner } from "../alerts/people";
import { inTurns } from "../alerts/turns";
import { createLateReadings } from "./late-findings";
import { pruneLastSeen } from "./prune-last-seen";

interface FoldReadingsParts extends Pick<Run, "database" | "now" | "random"> {
  readonly log: Pick<Log, "foldsEnded" | "greenhouseFailed">;
}

/** Farms whose owners are read together, and for how long: greenhouses of further farms come last. */
const OWNERS_AT_ONCE = 1_000;
const OWNERS_MS = 30_000;
/** Greenhouses that are folded together: a slow one delays no other, and five of the largest fit into memory. */
const AT_ONCE = 5;
/** The rules allow no more at once. */
const PAGE_SIZE = 1_000;
/** Registered with a farm. Further ones are not part of the figures of their greenhouse. */
const MAX_SENSORS = 20_000;
/** Folds of one greenhouse in a run: enough for the days of a month and its late hours. */
const MAX_FOLDS = 60;
/**
 * The part of them for late readings: with a sensor's key, two requests can mark a month of hours, and each is read
 * again. A fold covers up to a day, so that late readings after an outage of a month are counted within an hour.
 */
const MAX_LATE_FOLDS = 8;
/** As scheduled (index.ts). */
const RUNS_EVERY_MS = 15 * 60_000;
/** No fold is begun later than this after the start. */
const FOLDS_END_MS = 240_000;

/** Folds the greenhouses of one database instance, and stores when it ended. */
export async function foldReadings(parts: FoldReadingsParts): Promise<void> {
  const { database, log, now, random } = parts;
  const startedAt = now();
  const until = startedAt + FOLDS_END_MS;
  const all = await readGreenhouses(database);
  // If there are too many for one run, the next run begins with other greenhouses.
  const first = Math.floor(random() * all.length);
  const rolesOf = remember((farmId: string) => readRoles(database, farmId));
  const shifted = [...all.slice(first), ...all.slice(0, first)];
  let waiting = await inTurnsOfOwners(parts, shifted, startedAt + OWNERS_MS);
  let folds = 0;
  const late = new Map<string, number>();
  // One fold each in turn: a greenhouse with much to fold must not delay the last hour of another.
  for (let turn = 0; turn < MAX_FOLDS && waiting.length > 0 && now() < until; turn += 1) {
    const next: Owned[] = [];
    await inParallel(waiting, AT_ONCE, async (each) => {
      const [greenhouse, farmId] = each;
      const ofLate = late.get(greenhouse) ?? 0;
      if (now() >= until || ofLate >= MAX_LATE_FOLDS) return void next.push(each);
      try {
        const roles = await rolesOf(farmId);
        const isAir = (uid: string): boolean | undefined => roles.get(uid);
        const reading = { ...database, read: database.get };
        const createLate = (): ReturnType<typeof createLateOf> => createLateOf(parts, each, isAir);
        const outcome = await foldNext({ database: reading, greenhouse, isAir, now, createLate });
        if (outcome === "foldedLate") late.set(greenhouse, ofLate + 1);
        if (outcome === "folded" || outcome === "foldedLate") folds += 1;
        if (outcome !== "nothing") next.push(each);
      } catch (error) {
        // The rules refuse the fold of a greenhouse that was removed meanwhile: nothing is left to fold.
        const isRemoved =
          error instanceof FoldRefused &&
          (await readGreenhouse(database, greenhouse)) === undefined;
        if (!isRemoved) log.greenhouseFailed(greenhouse, error);
      }
    });
    waiting = next;
  }
  // Refused only by rules of another version, which refuse the folds as well: that is logged above.
  await database.update({ "alertService/foldedAt": now() });
  const milliseconds = now() - startedAt;
  log.foldsEnded({ greenhouses: all.length, folds, unfinished: waiting.length, milliseconds });
  // Last: what fails here must not hide the folds.
  if (startedAt - startOf("day", startedAt) < RUNS_EVERY_MS) {
    await pruneLastSeen(database, new Set(all.map(([, farmId]) => farmId)), startedAt);
  }
}

type Owned = readonly [greenhouse: string, farmId: string];

/** Undefined where the farm is not watched. */
async function createLateOf(
  { database, now }: Pick<FoldReadingsParts, "database" | "now">,
  [greenhouse, farmId]: Owned,
  isAir: (uid: string) => boolean | undefined,
): Promise<LateReadings | undefined> {
  const [settings, place, house] = await Promise.all([
    database.get(`alertSettings/${farmId}`),
    database.get(`farms/${farmId}/place`),
    readGreenhouse(database, greenhouse),
  ]);
  if (readAlertSettings(settings) === undefined) return undefined;
  const thresholds = readThresholds(fieldOf(house, "thresholds"));
  const limits = { thresholds, place: readPlace(place) };
  return createLateReadings({ farmId, greenhouse, ...limits, isAir }, now());
}

/** One greenhouse of each owner, then another of each: nobody's thousand greenhouses delay another's one. */
async function inTurnsOfOwners(
  { database, now }: Pick<FoldReadingsParts, "database" | "now">,
  all: readonly Owned[],
  until: number,
): Promise<readonly Owned[]> {
  const owners = new Map<string, string>();
  const farms = new Set(all.map(([, farmId]) => farmId));
  await inParallel(farms, OWNERS_AT_ONCE, async (farmId) => {
    if (now() < until) owners.set(farmId, await readOwner(database, farmId));
  });
  const [known, others] = [true, false].map((isKnown) =>
    all.filter(([, farmId]) => owners.has(farmId) === isKnown),
  );
  return [...inTurns(known ?? [], ([, farmId]) => owners.get(farmId) ?? farmId), ...(others ?? [])];
}

/** The rules let the jobs read greenhouses by pages alone. */
async function readGreenhouse(database: Database, greenhouse: string): Promise<unknown> {
  const [first] = await database.readPage("greenhouses", { from: greenhouse }, 1);
  return first?.[0] === greenhouse ? first[1] : undefined;
}

/** The ids of all greenhouses, each with its farm's. */
async function readGreenhouses(database: Database): Promise<readonly Owned[]> {
  const found: Owned[] = [];
  for await (const page of pagesOf(database, "greenhouses", PAGE_SIZE)) {
    for (const [id, stored] of page) {
      const farmId = textOf(stored, "farmId");
      if (farmId !== undefined) found.push([id, farmId]);
    }
  }
  return found;
}

/** The sensors of a farm, and whether each measures the air of a greenhouse. */
async function readRoles(
  database: Database,
  farmId: string,
): Promise<ReadonlyMap<string, boolean>> {
  const sensors = await database.readOfFarm("registeredSensors", farmId, MAX_SENSORS);
  return new Map(sensors.map(([uid, stored]) => [uid, sensorRoleIn(stored) === "air"]));
}
