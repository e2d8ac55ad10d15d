/** Which value a plan may have used in a check, computed from what was stored before. */

import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import { oldestOf, type Newest, type PlanFacts } from "./facts";

/** A check reads between its start and the moment of its decision. */
export interface Check {
  readonly id: OutputId;
  readonly fromMs: number;
  readonly atMs: number;
}

/** Whether a check finds a fresh value: certainly, certainly not, or depending on when it reads. */
export function hasFreshValue(
  facts: PlanFacts,
  plan: Plan,
  { id, fromMs, atMs }: Check,
): "yes" | "no" | "maybe" {
  const oldestMs = atMs - oldestOf(plan);
  if (plan.condition?.quantity === "dli") {
    const untilMs = facts.lightUntil(id, plan, atMs);
    if (untilMs === undefined || untilMs < oldestMs) return "no";
    return facts.lightUntil(id, plan, fromMs) === untilMs ? "yes" : "maybe";
  }
  const isFresh = ({ value, atMs: measuredMs = 0 }: Newest): boolean =>
    value !== undefined && measuredMs >= oldestMs;
  const sensors = facts.sources(plan, id, fromMs, atMs);
  if (sensors.some((shown) => shown.length > 0 && shown.every(isFresh))) return "yes";
  return sensors.some((shown) => shown.some(isFresh)) ? "maybe" : "no";
}

/** Returns the lowest and the highest value that the check may have used; undefined without a fresh value. */
export function valueRange(
  facts: PlanFacts,
  plan: Plan,
  { id, fromMs, atMs }: Check,
): readonly [number, number] | undefined {
  const oldestMs = atMs - oldestOf(plan);
  const sensors = facts
    .sources(plan, id, fromMs, atMs)
    .map((shown) =>
      shown.map(({ value, atMs: measuredMs = 0 }) => (measuredMs >= oldestMs ? value : undefined)),
    );
  const all = sensors.flat().flatMap((value) => value ?? []);
  if (all.length === 0) return undefined;
  // Nothing has changed while the check ran, so there is only one median.
  if (sensors.every((shown) => shown.length <= 1)) {
    const median = medianOf(all);
    return [median, median];
  }
  return [Math.min(...all), Math.max(...all)];
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle)] ?? NaN)) / 2;
}
