/**
 * Fine rollups: each five minutes of a greenhouse's recent days, for charts of a day with many sensors. The parts of an hour
 * are stored as one text, because a record for each part would be four times as large:
 * `greenhouseRollups/<greenhouseId>/fiveMinutes/<quantity>/<startMs>` is "lowest/median/highest" of each part, separated by
 * commas. A part without readings is empty. Equal figures are stored once.
 */

import { DAY_MS, HOUR_MS } from "../time.ts";
import type { Quantity } from "../quantities/measurements.ts";
import { foldGreenhouse } from "./folding.ts";
import { FINE_LENGTH_MS } from "./rollups.ts";
import type { Coverage, GreenhouseRollup, Rollup } from "./rollups.ts";

/** Fine rollups of older hours are removed. */
const KEPT_FOR_MS = 8 * DAY_MS;

const PARTS_OF_HOUR = HOUR_MS / FINE_LENGTH_MS;
/** Finer than any sensor measures. Quantities computed from others would have 16 digits. */
const DECIMALS = 3;

/** The path of a quantity's fine rollups, by the start of the hour. */
export function fineRollupPath(greenhouse: string, quantity: Quantity): string {
  return `greenhouseRollups/${greenhouse}/fiveMinutes/${quantity}`;
}

/**
 * Returns the time from which every folded hour has fine rollups.
 * @param before the coverage before a fold; undefined if nothing is folded yet
 * @param after the coverage after the fold
 */
export function fineFromOf(
  before: Pick<Coverage, "until" | "fineFrom"> | undefined,
  after: Pick<Coverage, "from" | "until">,
): number {
  const first = before?.fineFrom ?? before?.until ?? after.from;
  return Math.max(first, after.until - KEPT_FOR_MS);
}

/**
 * Folds an hour of a greenhouse. A sensor without a reading in a part counts with its mean of the nearest part before, or
 * else after, so that slow sensors do not make the figures jump.
 * @param sensors the rollups of each sensor, by the start of the part
 * @returns the stored text; undefined without readings
 */
export function foldFineHour(
  sensors: readonly ReadonlyMap<number, Rollup>[],
  hourMs: number,
): string | undefined {
  const starts = partsOf(hourMs);
  const rows = sensors
    .map((rollups) => starts.map((start) => rollups.get(start)))
    .filter((row) => row.some((part) => part !== undefined));
  if (rows.length === 0) return undefined;
  const parts = starts.map((_, index) => {
    if (rows.every((row) => row[index] === undefined)) return "";
    return textOfPart(foldGreenhouse(rows.flatMap((row) => nearest(row, index) ?? [])));
  });
  return parts.join(",");
}

/** Reads the parts with readings in the order of time. @param stored the text of an hour */
export function parseFineHour(
  stored: unknown,
  hourMs: number,
): readonly (readonly [startMs: number, rollup: Omit<GreenhouseRollup, "n">])[] {
  const parts = typeof stored === "string" ? stored.split(",") : [];
  return partsOf(hourMs).flatMap((start, index) => {
    const [min = NaN, median = min, max = min] = (parts[index] || "-").split("/").map(Number);
    return Number.isFinite(min + median + max) ? [[start, { min, median, max }] as const] : [];
  });
}

function partsOf(hourMs: number): readonly number[] {
  return Array.from({ length: PARTS_OF_HOUR }, (_, index) => hourMs + index * FINE_LENGTH_MS);
}

function nearest(row: readonly (Rollup | undefined)[], index: number): Rollup | undefined {
  const own = row[index];
  if (own !== undefined) return own;
  const near =
    row.slice(0, index).findLast((part) => part !== undefined) ??
    row.slice(index).find((part) => part !== undefined);
  if (near === undefined) return undefined;
  const mean = near.sum / near.n;
  return { min: mean, max: mean, sum: mean, n: 1 };
}

function textOfPart(part: GreenhouseRollup | undefined): string {
  if (part === undefined) return "";
  const [min, median, max] = [part.min, part.median, part.max].map((value) =>
    String(Number(value.toFixed(DECIMALS))),
  );
  return min === max ? `${min}` : `${min}/${median}/${max}`;
}
