/** Plans a fold: its input, and the rollups that it writes. */

import { inParallel } from "@greenhouse/domain/in-parallel";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { foldDay, foldGreenhouse, isSummedUp } from "@greenhouse/domain/rollups/folding";
import type { Folded } from "@greenhouse/domain/rollups/folding";
import {
  greenhouseRollupPath,
  parseRollup,
  parseSeries,
  rollupPath,
  startOf,
} from "@greenhouse/domain/rollups/rollups";
import type { Coverage, Level, Rollup, Rollups } from "@greenhouse/domain/rollups/rollups";
import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { planFineHours } from "./fine-plan.ts";
import { requireFoldable } from "./history.ts";
import type { FoldDatabase, FoldUpdate, LateReadings } from "./history.ts";
import type { Marks } from "./marks.ts";
import type { NotedChanges } from "./noted-changes.ts";

/** Number of parallel reads of stored rollups. */
const MAX_READS = 50;
const HOURS_A_DAY = DAY_MS / HOUR_MS;

export interface FoldPlan {
  readonly greenhouse: string;
  /** The coverage that was read before everything else; undefined if nothing is folded yet. */
  readonly before: Coverage | undefined;
  /** The coverage after the fold. */
  readonly after: Pick<Coverage, "from" | "until"> & NotedChanges;
  /** Starts of hours of one UTC day, in the order of time. */
  readonly hours: readonly number[];
  /** Marks of late readings in these hours, read after the coverage. */
  readonly marks: Marks;
  /**
   * The sensors with rollups, read after the coverage. The value tells whether the greenhouse's rollups included the
   * sensor.
   */
  readonly sensors: ReadonlyMap<string, boolean>;
  /** The corrections of the farm, with all changes up to `correctedAt` before and after the fold. */
  readonly corrections: Corrections;
  /** Returns whether a sensor measures the greenhouse's air. Undefined for a removed sensor, which stays as it was. */
  readonly isAir: (uid: string) => boolean | undefined;
  /** Called if there are marks. Undefined if nobody evaluates late readings. */
  readonly createLate?: (() => Promise<LateReadings | undefined>) | undefined;
}

/** Rollups of one quantity: the hours of this fold, and their whole day. */
interface FoldedDay<T = Rollup> {
  readonly hours: ReadonlyMap<number, T>;
  readonly day: T | undefined;
}

/** The fold's input, and what follows from it. */
interface Context extends FoldPlan {
  readonly folded: Folded["hours"];
  /** Start of the day. */
  readonly day: number;
  /** Whether some of the hours were folded before: then the fold also removes rollups that no longer have readings. */
  readonly isRefold: boolean;
}

/** Computes the rollups that a fold writes. */
export async function planRollups(
  database: FoldDatabase,
  plan: FoldPlan & {
    /** Hours from this time on get fine rollups. */
    readonly fineFrom: number;
  },
  { hours: folded, fine }: Folded,
): Promise<FoldUpdate> {
  const { greenhouse, before, hours, sensors, fineFrom } = plan;
  const isRefold = hours.some((hour) => before && hour >= before.from && hour < before.until);
  const context = { ...plan, folded, day: startOf("day", hours[0] ?? 0), isRefold };
  const isAir = (uid: string): boolean => plan.isAir(uid) ?? sensors.get(uid) ?? true;
  const uids = [...new Set([...sensors.keys(), ...folded.keys()])];
  requireFoldable(uids.length);
  const isTouched = (uid: string, quantity: Quantity): boolean =>
    isRefold || has(folded.get(uid), quantity);
  const quantities = QUANTITIES.filter((quantity) => uids.some((uid) => isTouched(uid, quantity)));
  const writes: Record<string, FoldUpdate[string]> = {};
  for (const uid of folded.keys()) {
    if (sensors.get(uid) === isAir(uid)) continue;
    writes[`rollupSensors/${greenhouse}/${uid}`] = isAir(uid);
  }
  const fineHours = hours.filter((hour) => hour >= fineFrom);
  const summed = quantities.filter((quantity) => isSummedUp(quantity, true));
  const counted = new Map(summed.map((quantity) => [quantity, [] as FoldedDay[]]));
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
      const house = foldGreenhouse(days.flatMap(({ hours: rollups }) => rollups.get(hour) ?? []));
      return house === undefined ? [] : [[hour, house] as const];
    });
    const house = foldGreenhouse(days.flatMap(({ day }) => day ?? []));
    Object.assign(
      writes,
      planDay(context, pathOf, { hours: new Map(all), day: house }),
      planFineHours({ greenhouse, quantity, hours: fineHours, folded: fine, isAir, isRefold }),
    );
  }
  return writes;
}

/** Returns the writes of one quantity, for a sensor or for the greenhouse. */
function planDay(
  { hours, day, isRefold }: Context,
  pathOf: (level: Level) => string,
  folded: FoldedDay<object>,
): FoldUpdate {
  const ofHours = hours.flatMap((hour) => {
    const rollup = folded.hours.get(hour);
    return isRefold || rollup !== undefined ? [[`${pathOf("hour")}/${hour}`, rollup] as const] : [];
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

/** Folds the hours of this fold, and the day from these and the stored hours. */
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

/** Reads the day of a sensor without readings in these hours. */
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
