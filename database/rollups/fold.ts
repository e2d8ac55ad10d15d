/**
 * One fold: rolls up some hours of one UTC day of a greenhouse, that day, and the greenhouse's own, in one update that
 * raises the version of the coverage. The rules refuse it where another fold was faster. Everything is computed from
 * history and from rollups that were read after the version, so repeating a fold gives the same result.
 */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { foldHistory, requireFoldable } from "./history.ts";
import type { FoldedHours } from "@greenhouse/domain/rollups/folding";
import type { FoldDatabase, FoldUpdate, LateReadings, MarkedReadings } from "./history.ts";
import { areRenewed, lateUntil } from "./marks.ts";
import type { Marks } from "./marks.ts";
import { foldDay, foldGreenhouse, isSummedUp } from "@greenhouse/domain/rollups/folding";
import {
  greenhouseRollupPath,
  parseCoverage,
  parseRollup,
  parseSeries,
  rollupPath,
  startOf,
} from "@greenhouse/domain/rollups/rollups";
import type { Coverage, Level, Rollup, Rollups } from "@greenhouse/domain/rollups/rollups";

/** Stored rollups that are read at once. */
const MAX_READS = 50;
const HOURS_A_DAY = DAY_MS / HOUR_MS;

export interface FoldPlan {
  readonly greenhouse: string;
  /** The coverage that was read before everything else; undefined if nothing is folded yet. */
  readonly before: Coverage | undefined;
  /** What is covered afterwards. */
  readonly after: Pick<Coverage, "from" | "until">;
  /** Starts of hours of one UTC day, in the order of time. */
  readonly hours: readonly number[];
  /** Of late readings of these hours, read after the coverage. */
  readonly marks: Marks;
  /** The sensors that had rollups when the coverage had been read, and whether each counted for the greenhouse. */
  readonly sensors: ReadonlyMap<string, boolean>;
  /** Whether a sensor counts for what is of the air of the greenhouse; undefined for a removed one: it counts as before. */
  readonly isAir: (uid: string) => boolean | undefined;
  /** Called where there are marks; undefined where nothing is made of late readings. */
  readonly createLate?: (() => Promise<LateReadings | undefined>) | undefined;
}

/** `overtaken`: another fold was faster, or a late reading of these hours came; nothing of this one is stored. */
export type FoldOutcome = "folded" | "overtaken";

/** The rules refuse a fold that no other has overtaken: their version differs from this program's. */
export class FoldRefused extends Error {
  override readonly name = "FoldRefused";

  constructor() {
    super("The database's rules refuse a fold. Are those of this version deployed?");
  }
}

/**
 * @returns "tooLarge" where an hour must be folded by itself: nothing is stored
 * @throws FoldRefused, TooManySensors
 */
export async function fold(
  database: FoldDatabase,
  plan: FoldPlan,
): Promise<FoldOutcome | "tooLarge"> {
  const { greenhouse, before, after, hours, marks } = plan;
  const isMarksAlone = hours.length === 0;
  const late = marks.size > 0 ? await plan.createLate?.() : undefined;
  const marked = late && markedBy(marks, late);
  const isUnread = isMarksAlone && marked === undefined;
  const folded = isUnread ? new Map() : await foldHistory(database, greenhouse, hours, marked);
  if (folded === "tooLarge") return folded;
  const rollups = isMarksAlone ? {} : await planRollups(database, plan, folded);
  const newestMark = lateUntil(marks);
  const result = await database.update({
    ...rollups,
    ...late?.updateOf(),
    ...Object.fromEntries(Array.from(marks.keys(), (path) => [path, null])),
    [`rollupCoverage/${greenhouse}`]: {
      ...after,
      ...(newestMark !== undefined && { lateUntil: newestMark }),
      ...(before?.prunedUntil !== undefined && { prunedUntil: before.prunedUntil }),
      version: (before?.version ?? 0) + 1,
    },
  });
  if (result === "stored") return "folded";
  const now = parseCoverage(await database.read(`rollupCoverage/${greenhouse}`));
  if (now?.version !== before?.version || (await areRenewed(database, marks))) return "overtaken";
  throw new FoldRefused();
}

/** The sensors that sent late readings, by hour. */
function markedBy(marks: Marks, { add }: LateReadings): MarkedReadings {
  const uids = new Map<number, Set<string>>();
  for (const path of marks.keys()) {
    const [start, uid = ""] = path.split("/").slice(-2);
    const hour = startOf("hour", Number(start) || 0);
    uids.set(hour, (uids.get(hour) ?? new Set()).add(uid));
  }
  return { add, uids };
}

/** One quantity in the day: the hours of this fold, and the whole day. */
interface FoldedDay<T = Rollup> {
  readonly hours: ReadonlyMap<number, T>;
  readonly day: T | undefined;
}

/** What a fold knows before it plans. */
interface Context extends FoldPlan {
  readonly folded: FoldedHours;
  /** Of the day. */
  readonly day: number;
  /** Whether the hours are folded already: then some of their rollups may have to be removed. */
  readonly isAnew: boolean;
}

async function planRollups(
  database: FoldDatabase,
  plan: FoldPlan,
  folded: FoldedHours,
): Promise<FoldUpdate> {
  const { greenhouse, before, hours, sensors } = plan;
  const isAnew = hours.some((hour) => before && hour >= before.from && hour < before.until);
  const context = { ...plan, folded, day: startOf("day", hours[0] ?? 0), isAnew };
  const isAir = (uid: string): boolean => plan.isAir(uid) ?? sensors.get(uid) ?? true;
  const uids = [...new Set([...sensors.keys(), ...folded.keys()])];
  requireFoldable(uids.length);
  const isTouched = (uid: string, quantity: Quantity): boolean =>
    isAnew || has(folded.get(uid), quantity);
  const quantities = QUANTITIES.filter((each) => uids.some((uid) => isTouched(uid, each)));
  const writes: Record<string, FoldUpdate[string]> = {};
  for (const uid of folded.keys()) {
    if (sensors.get(uid) === isAir(uid)) continue;
    writes[`rollupSensors/${greenhouse}/${uid}`] = isAir(uid);
  }
  const summed = quantities.filter((one) => isSummedUp(one, true));
  const counted = new Map(summed.map((one) => [one, [] as FoldedDay[]]));
  const pairs = quantities.flatMap((quantity) => uids.map((uid) => ({ uid, quantity })));
  await inParallel(pairs, MAX_READS, async (pair) => {
    const { uid, quantity } = pair;
    const isChanged = isTouched(uid, quantity);
    const isCounted = isSummedUp(quantity, isAir(uid));
    if (!isChanged && !isCounted) return;
    const now = await (isChanged ? foldSensor : readSensor)(database, context, pair);
    if (isCounted) counted.get(quantity)?.push(now);
    const pathOf = (level: Level): string => rollupPath(greenhouse, uid, level, quantity);
    if (isChanged) Object.assign(writes, planDay(context, pathOf, now));
  });
  for (const [quantity, days] of counted) {
    const pathOf = (level: Level): string => greenhouseRollupPath(greenhouse, level, quantity);
    const all = hours.flatMap((hour) => {
      const house = foldGreenhouse(days.flatMap((each) => each.hours.get(hour) ?? []));
      return house === undefined ? [] : [[hour, house] as const];
    });
    const house = foldGreenhouse(days.flatMap((each) => each.day ?? []));
    Object.assign(writes, planDay(context, pathOf, { hours: new Map(all), day: house }));
  }
  return writes;
}

/** The writes of one quantity, of a sensor or of the greenhouse. */
function planDay(
  { hours, day, isAnew }: Context,
  pathOf: (level: Level) => string,
  folded: FoldedDay<object>,
): FoldUpdate {
  const ofHours = hours.flatMap((hour) => {
    const rollup = folded.hours.get(hour);
    return isAnew || rollup !== undefined ? [[`${pathOf("hour")}/${hour}`, rollup] as const] : [];
  });
  const all = [...ofHours, [`${pathOf("day")}/${day}`, folded.day] as const];
  return Object.fromEntries(
    all.map(([path, rollup]) => [path, rollup === undefined ? null : { ...rollup }]),
  );
}

interface Pair {
  readonly uid: string;
  readonly quantity: Quantity;
}

/** The hours of this fold, with those of the day that are stored. */
async function foldSensor(
  database: FoldDatabase,
  { greenhouse, hours, day, folded }: Context,
  { uid, quantity }: Pair,
): Promise<FoldedDay> {
  const path = rollupPath(greenhouse, uid, "hour", quantity);
  const range = { from: `${day}`, before: `${day + DAY_MS}` };
  const isWhole = hours.length === HOURS_A_DAY;
  const stored = isWhole ? [] : await database.readPage(path, range, HOURS_A_DAY);
  const ofFold = new Set(hours);
  const others = [...parseSeries(Object.fromEntries(stored), parseRollup)];
  const now = hours.flatMap((hour) => {
    const rollup = folded.get(uid)?.get(hour)?.[quantity];
    return rollup === undefined ? [] : [[hour, rollup] as const];
  });
  const all = [...others.filter(([hour]) => !ofFold.has(hour)), ...now];
  all.sort(([a], [b]) => a - b);
  return { hours: new Map(now), day: foldDay(all.map(([, rollup]) => rollup)) };
}

/** A sensor without readings in these hours. */
async function readSensor(
  database: FoldDatabase,
  { greenhouse, day }: Context,
  { uid, quantity }: Pair,
): Promise<FoldedDay> {
  const stored = await database.read(`${rollupPath(greenhouse, uid, "day", quantity)}/${day}`);
  return { hours: new Map(), day: parseRollup(stored) };
}

function has(hours: ReadonlyMap<number, Rollups> | undefined, quantity: Quantity): boolean {
  return [...(hours ?? [])].some(([, rollups]) => rollups[quantity] !== undefined);
}
