/** Folds the readings of a greenhouse into hours. */

import { foldGreenhouse, HourFold } from "@greenhouse/domain/rollups/folding";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import type { Rollup } from "@greenhouse/domain/rollups/rollups";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import type { Reading } from "../values/reading";
import type { Hours } from "./day";

/** Folds readings like the jobs do. @param rows the readings of each air sensor */
export function hoursOf(rows: readonly (readonly Reading[])[], quantity: Quantity): Hours {
  const found = new Map<number, Rollup[]>();
  for (const row of rows) {
    for (const [start, rollup] of foldSensor(row, quantity)) {
      const ofHour = found.get(start) ?? [];
      ofHour.push(rollup);
      found.set(start, ofHour);
    }
  }
  const folded = [...found].flatMap(([start, all]) => {
    const hour = foldGreenhouse(all);
    return hour === undefined ? [] : [[start, hour] as const];
  });
  return new Map(folded.sort(([a], [b]) => a - b));
}

function foldSensor(
  readings: readonly Reading[],
  quantity: Quantity,
): readonly (readonly [number, Rollup])[] {
  const folds = new Map<number, HourFold>();
  for (const { at, values } of readings) {
    const start = startOf("hour", at);
    const fold = folds.get(start) ?? new HourFold();
    fold.add(values);
    folds.set(start, fold);
  }
  return [...folds].flatMap(([start, fold]) => {
    const rollup = fold.rollups[quantity];
    return rollup === undefined ? [] : [[start, rollup] as const];
  });
}
