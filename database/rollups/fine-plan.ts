/** Plans the fine rollups that a fold writes and removes. */

import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import type { Quantity } from "@greenhouse/domain/quantities/measurements";
import { fineRollupPath, foldFineHour } from "@greenhouse/domain/rollups/fine-rollups";
import { isSummedUp } from "@greenhouse/domain/rollups/folding";
import type { FoldedHours } from "@greenhouse/domain/rollups/folding";
import type { Coverage, Rollup } from "@greenhouse/domain/rollups/rollups";
import { HOUR_MS } from "@greenhouse/domain/time";
import type { FoldUpdate } from "./history.ts";

export interface FinePlan {
  readonly greenhouse: string;
  readonly quantity: Quantity;
  /** Starts of the folded hours that have fine rollups. */
  readonly hours: readonly number[];
  readonly folded: FoldedHours;
  /** Whether a sensor measures the greenhouse's air. */
  readonly isAir: (uid: string) => boolean;
  /** Whether hours without readings are removed, because they may have been folded before. */
  readonly isRefold: boolean;
}

/** Returns the writes of one quantity. */
export function planFineHours(plan: FinePlan): FoldUpdate {
  const { greenhouse, quantity, hours, folded, isAir, isRefold } = plan;
  const sensors = [...folded]
    .filter(([uid]) => isSummedUp(quantity, isAir(uid)))
    .map(([, parts]) => {
      const found = new Map<number, Rollup>();
      for (const [start, { [quantity]: rollup }] of parts) {
        if (rollup !== undefined) found.set(start, rollup);
      }
      return found;
    });
  const path = fineRollupPath(greenhouse, quantity);
  return Object.fromEntries(
    hours.flatMap((hour) => {
      const text = foldFineHour(sensors, hour);
      return text !== undefined || isRefold ? [[`${path}/${hour}`, text ?? null] as const] : [];
    }),
  );
}

/**
 * Returns the writes that remove fine rollups that are too old.
 * @param before the coverage before the fold. Other hours have no fine rollups, also after years of silence.
 * @param until in Unix milliseconds. Fine rollups of earlier hours are removed.
 */
export function planFineRemoval(
  greenhouse: string,
  before: Pick<Coverage, "fineFrom" | "until">,
  until: number,
): FoldUpdate {
  const { fineFrom: from = until } = before;
  const hours = Array.from(
    { length: Math.max(0, Math.min(until, before.until) - from) / HOUR_MS },
    (_, index) => from + index * HOUR_MS,
  );
  const summed = QUANTITIES.filter((quantity) => isSummedUp(quantity, true));
  return Object.fromEntries(
    hours.flatMap((hour) =>
      summed.map((quantity) => [`${fineRollupPath(greenhouse, quantity)}/${hour}`, null] as const),
    ),
  );
}
