/** Describes calibrations and exclusions for people, and names them so that people can undo them. Pure. */

import { isInForce } from "@greenhouse/domain/quantities/corrections";
import type { Calibration, Exclusion } from "@greenhouse/domain/quantities/corrections-model";
import type { Scaling } from "@greenhouse/domain/quantities/calibrating";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { JsonObject } from "../core/database";
import { formatMinute } from "../core/time";

export type Correction = Calibration | Exclusion;

export function isExclusion(change: Correction): change is Exclusion {
  return "until" in change;
}

const EXCLUDED = "excluded";

/** Returns the name of a correction among those of its sensor, such as `temperature/a0` or `excluded/b3`. */
export function nameOf(change: Correction): string {
  return `${isExclusion(change) ? EXCLUDED : change.quantity}/${change.key}`;
}

/** Returns a value with its unit. Results have noise of binary fractions and more digits than people need. */
export function valueText(quantity: Measurement, value: number): string {
  const { unit } = QUANTITY[quantity];
  const number = `${Number(value.toPrecision(6))}`;
  return unit === "" ? number : `${number} ${unit}`;
}

/** Returns the calibration as a formula: `sent - 0.8 °C`, `sent × 1.02`, `sent × -0.0645 + 206.5 %`. */
export function formulaOf(quantity: Measurement, { scale, offset }: Scaling): string {
  const factor = scale === 1 ? "" : ` × ${Number(scale.toPrecision(6))}`;
  if (offset === 0) return `sent${factor}`;
  return `sent${factor} ${offset < 0 ? "-" : "+"} ${valueText(quantity, Math.abs(offset))}`;
}

/** Returns the quantities of an exclusion and where its readings come from. */
export function subjectOf({
  quantity,
  import: id,
}: Pick<Exclusion, "quantity" | "import">): string {
  const readings = quantity === undefined ? "all readings" : `readings of ${quantity}`;
  return id === undefined ? readings : `${readings} of the import ${id}`;
}

/** Returns what a correction does, as a cell of a table. */
export function effectOf(change: Correction): string {
  const effect = isExclusion(change)
    ? `${subjectOf(change)} do not count`
    : `${change.quantity} = ${formulaOf(change.quantity, change)}`;
  const { undoneAt } = change;
  return undoneAt === undefined ? effect : `undone ${formatMinute(undoneAt)}: ${effect}`;
}

export function correctionJson(change: Correction): JsonObject {
  const { from, quantity = null, by, at, note = null, undoneAt = null, undoneBy = null } = change;
  return {
    name: nameOf(change),
    quantity,
    from,
    ...(isExclusion(change)
      ? { until: change.until, import: change.import ?? null }
      : { scale: change.scale, offset: change.offset }),
    note,
    by,
    at,
    undoneAt,
    undoneBy,
  };
}

/**
 * Returns the corrections that a person may mean.
 * @param typed `temperature/a0`, or only `a0`
 */
export function findByName(changes: readonly Correction[], typed: string): readonly Correction[] {
  const named = changes.filter((change) => nameOf(change) === typed);
  if (named.length > 0) return named;
  return changes.filter((change) => change.key === typed && isInForce(change));
}
