/**
 * Folds finished hours, late readings and changed corrections of every greenhouse. Later runs fold what this run has no
 * time for. The first run of a UTC day also prunes `lastSeen`.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";
import {
  parseAlertSettings,
  parsePlace,
  parseThresholds,
} from "@greenhouse/domain/identity/farm-records";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { pagesOf } from "@greenhouse/database/client/pages";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import { fieldOf, textOf } from "@greenhouse/domain/stored";
import { FoldRefused } from "@greenhouse/database/rollups/fold";
import type { LateReadings } from "@greenhouse/database/rollups/history";
import { foldNext } from "@greenhouse/database/rollups/steps";
import type { StepOutcome } from "@greenhouse/database/rollups/step";
import type { Database } from "../database";
import type { FoldSummary, Log } from "../log";
import type { Run } from "../run";
import { readOwner } from "../turns";
import { createCorrectionsReader } from "./farm-corrections";
import { createSensorsReader } from "./farm-sensors";
import { createLateReadings } from "./late-readings";
import { OwnerQueue } from "./owner-queue";
import { pruneLastSeen } from "./prune-last-seen";

interface FoldReadingsParts extends Pick<Run, "database" | "now" | "random"> {
  readonly log: Pick<Log, "foldsEnded" | "greenhouseFailed">;
}

/** Farms whose owners are read together, and the time limit for owners. */
const OWNERS_AT_ONCE = 300;
const MAX_OWNERS_MS = 30_000;
/** Greenhouses that are folded together. A slow greenhouse delays no other, and five of the largest fit into memory. */
const AT_ONCE = 5;
/** The rules allow no larger page. */
const PAGE_SIZE = 1_000;
/** Folds of one greenhouse in a run. Enough for the days of a month and its late hours, or for two months of changed days. */
const MAX_FOLDS = 60;
/**
 * Folds of late readings among them. With a sensor's key, two requests can mark a month of hours, and every hour is read
 * again. A fold covers up to a day. So late readings after an outage of a month are folded within an hour.
 */
const MAX_LATE_FOLDS = 8;
/** As scheduled (index.ts). */
const RUNS_EVERY_MS = 15 * MINUTE_MS;
/** Time after the start at which the last fold begins. */
const MAX_FOLDS_MS = 240_000;

/** Folds the greenhouses of one database instance, and stores the time of the end. */
export async function foldReadings(parts: FoldReadingsParts): Promise<void> {
  const { database, log, now } = parts;
  const startedAtMs = now();
  const all = await readGreenhouses(database);
  const queue = await queueUp(parts, all, startedAtMs + MAX_OWNERS_MS);
  const { folds, unfinished } = await foldInTurns(parts, queue, startedAtMs + MAX_FOLDS_MS);
  // Only rules of another version refuse this update. They refuse the folds as well, which is logged above.
  await database.update({ "alertService/foldedAt": now() });
  log.foldsEnded({ greenhouses: all.length, folds, unfinished, milliseconds: now() - startedAtMs });
  // This comes last, because its failure must not hide the folds.
  if (startedAtMs - startOf("day", startedAtMs) < RUNS_EVERY_MS) {
    await pruneLastSeen(database, new Set(all.map(([, farmId]) => farmId)), startedAtMs);
  }
}

/** There may be 200,000 greenhouses, so nothing else of them is kept. */
type GreenhouseOfFarm = readonly [greenhouse: string, farmId: string];

/** Makes one fold per turn, so that a greenhouse with much to fold does not delay the last hour of another. */
async function foldInTurns(
  parts: FoldReadingsParts,
  queue: OwnerQueue<GreenhouseOfFarm>,
  until: number,
): Promise<Pick<FoldSummary, "folds" | "unfinished">> {
  const { database, log, now } = parts;
  const ofFarms = {
    readSensors: createSensorsReader(database),
    readCorrections: createCorrectionsReader(database, now),
  };
  const steps = new Map<string, { folds: number; late: number }>();
  let folds = 0;
  let limitedToOpen = 0;
  const foldItem = async (owner: string, item: GreenhouseOfFarm): Promise<void> => {
    const [greenhouse] = item;
    const outcome = await takeStep(parts, item, ofFarms);
    if (outcome === "nothing") return;
    const { folds: before, late } = steps.get(greenhouse) ?? { folds: 0, late: 0 };
    const taken = { folds: before + 1, late: late + (isPlanned(outcome) ? 0 : 1) };
    steps.set(greenhouse, taken);
    if (outcome !== "overtaken") folds += 1;
    if (taken.folds < MAX_FOLDS && taken.late < MAX_LATE_FOLDS) queue.add(owner, item);
    else limitedToOpen += 1;
  };
  const work = async (): Promise<void> => {
    while (now() < until) {
      const next = queue.take();
      if (next === undefined) return;
      const { owner, item } = next;
      try {
        await foldItem(owner, item);
      } catch (error) {
        const [greenhouse] = item;
        // The rules refuse the fold of a greenhouse that was removed in the meantime. Nothing is left to fold.
        const isRemoved =
          error instanceof FoldRefused &&
          (await readGreenhouse(database, greenhouse)) === undefined;
        if (!isRemoved) log.greenhouseFailed(greenhouse, error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { folds, unfinished: queue.length + limitedToOpen };
}

/** Whether a fold counts as any other. Late readings, and other folds that were faster, have a smaller limit. */
function isPlanned(outcome: StepOutcome): boolean {
  return outcome === "folded" || outcome === "foldedAgain";
}

/** Readers that remember the records of farms within a run. */
interface FarmReaders {
  readonly readSensors: ReturnType<typeof createSensorsReader>;
  readonly readCorrections: ReturnType<typeof createCorrectionsReader>;
}

async function takeStep(
  parts: FoldReadingsParts,
  item: GreenhouseOfFarm,
  { readSensors, readCorrections }: FarmReaders,
): Promise<StepOutcome> {
  const { database, now } = parts;
  const [greenhouse, farmId] = item;
  const { areAir, isUsed } = await readSensors(farmId);
  // Anybody can make very many greenhouses. One read is enough for an empty greenhouse.
  const isEmpty =
    !isUsed(greenhouse) && (await database.get(`rollupCoverage/${greenhouse}`)) === null;
  if (isEmpty) return "nothing";
  const reading = { ...database, read: database.get };
  const isAir = (uid: string): boolean | undefined => areAir.get(uid);
  const createLate = (): ReturnType<typeof createLateOf> => createLateOf(parts, item, isAir);
  return foldNext({
    database: reading,
    greenhouse,
    isAir,
    readCorrections: (changedUntil) => readCorrections(farmId, changedUntil),
    now,
    createLate,
  });
}

/** Returns undefined if the farm is not watched. */
async function createLateOf(
  { database, now }: Pick<FoldReadingsParts, "database" | "now">,
  [greenhouse, farmId]: GreenhouseOfFarm,
  isAir: (uid: string) => boolean | undefined,
): Promise<LateReadings | undefined> {
  const [settings, place, house] = await Promise.all([
    database.get(`alertSettings/${farmId}`),
    database.get(`farms/${farmId}/place`),
    readGreenhouse(database, greenhouse),
  ]);
  if (parseAlertSettings(settings) === undefined) return undefined;
  const thresholds = parseThresholds(fieldOf(house, "thresholds"));
  const limits = { thresholds, place: parsePlace(place) };
  return createLateReadings({ farmId, greenhouse, ...limits, isAir }, now());
}

/** Queues the greenhouses by owner. Greenhouses whose owners were not read in time share one place. */
async function queueUp(
  { database, now, random }: FoldReadingsParts,
  all: readonly GreenhouseOfFarm[],
  until: number,
): Promise<OwnerQueue<GreenhouseOfFarm>> {
  const owners = new Map<string, string>();
  const farms = new Set(all.map(([, farmId]) => farmId));
  await inParallel(farms, OWNERS_AT_ONCE, async (farmId) => {
    if (now() < until) owners.set(farmId, await readOwner(database, farmId));
  });
  const queue = new OwnerQueue<GreenhouseOfFarm>();
  // If there are too many for one run, the next run begins with other greenhouses.
  const first = Math.floor(random() * all.length);
  for (const item of all.slice(first)) queue.add(owners.get(item[1]) ?? "", item);
  for (const item of all.slice(0, first)) queue.add(owners.get(item[1]) ?? "", item);
  return queue;
}

/** Reads a page of one greenhouse: the rules let the jobs read greenhouses only by pages. */
async function readGreenhouse(database: Database, greenhouse: string): Promise<unknown> {
  const [first] = await database.readPage("greenhouses", { from: greenhouse }, 1);
  return first?.[0] === greenhouse ? first[1] : undefined;
}

/** Reads the ids of all greenhouses and their farms. */
async function readGreenhouses(database: Database): Promise<readonly GreenhouseOfFarm[]> {
  const found: GreenhouseOfFarm[] = [];
  // All greenhouses of a farm share one text, to save memory.
  const farms = new Map<string, string>();
  for await (const page of pagesOf(database, "greenhouses", PAGE_SIZE)) {
    for (const [id, stored] of page) {
      const farmId = textOf(stored, "farmId");
      if (farmId === undefined) continue;
      const text = farms.get(farmId) ?? farmId;
      farms.set(text, text);
      found.push([id, text]);
    }
  }
  return found;
}
