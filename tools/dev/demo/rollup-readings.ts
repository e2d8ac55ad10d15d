/** Rolls up given readings in the same way as the jobs: for the demo farm, tests and benchmarks. Pure. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import type { Measurements, Quantity } from "@greenhouse/domain/quantities/measurements";
import {
  foldDay,
  foldGreenhouse,
  isSummedUp,
  SensorHourFolds,
} from "@greenhouse/domain/rollups/folding";
import { planFineHours } from "@greenhouse/database/rollups/fine-plan";
import { fineFromOf } from "@greenhouse/domain/rollups/fine-rollups";
import { foldableUntil, LEVELS, startOf } from "@greenhouse/domain/rollups/rollups";
import type { Rollup } from "@greenhouse/domain/rollups/rollups";

export interface StoredReading {
  readonly uid: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly measurements: Measurements;
}

type Tree = Record<string, unknown>;

/**
 * The stored data of one greenhouse, by path below `rollups`, `greenhouseRollups` and so on: everything that was
 * complete before `now`.
 */
export function rollupReadings(
  readings: Iterable<StoredReading>,
  now: number,
  isAir: (uid: string) => boolean,
): Readonly<Record<"rollups" | "greenhouseRollups" | "rollupSensors" | "rollupCoverage", Tree>> {
  const until = foldableUntil(now);
  const folds = new SensorHourFolds(fineFromOf(undefined, { from: 0, until }));
  let from = until - HOUR_MS;
  for (const { uid, at, measurements } of readings) {
    const hour = startOf("hour", at);
    if (hour >= until) continue;
    from = Math.min(from, hour);
    folds.add(uid, at, measurements);
  }
  const rollups: Tree = {};
  const rollupsOfHouse = new Map<string, Rollup[]>();
  const add = (
    uid: string,
    level: string,
    quantity: Quantity,
    start: number,
    rollup: Rollup,
  ): void => {
    put(rollups, [uid, level, quantity, String(start)], { ...rollup });
    const path = [level, quantity, start].join("/");
    if (isSummedUp(quantity, isAir(uid)))
      rollupsOfHouse.set(path, [...(rollupsOfHouse.get(path) ?? []), rollup]);
  };
  const { hours: folded, fine } = folds.folded;
  for (const [uid, hours] of folded) {
    const sorted = [...hours].sort(([a], [b]) => a - b);
    for (const quantity of QUANTITIES) {
      const days = new Map<number, Rollup[]>();
      for (const [hour, { [quantity]: rollup }] of sorted) {
        if (rollup === undefined) continue;
        add(uid, LEVELS[0], quantity, hour, rollup);
        const day = startOf("day", hour);
        days.set(day, [...(days.get(day) ?? []), rollup]);
      }
      for (const [day, rollupsOfDay] of days) {
        const whole = foldDay(rollupsOfDay);
        if (whole !== undefined) add(uid, LEVELS[1], quantity, day, whole);
      }
    }
  }
  const greenhouseRollups: Tree = {};
  for (const [path, all] of rollupsOfHouse)
    put(greenhouseRollups, path.split("/"), foldGreenhouse(all));
  const fineFrom = fineFromOf(undefined, { from, until });
  const hours = Array.from(
    { length: (until - fineFrom) / HOUR_MS },
    (_, index) => fineFrom + index * HOUR_MS,
  );
  for (const quantity of QUANTITIES) {
    const plan = { greenhouse: "", quantity, hours, folded: fine, isAir, isRefold: false };
    for (const [path, text] of Object.entries(planFineHours(plan)))
      put(greenhouseRollups, path.split("/").slice(2), text);
  }
  return {
    rollups,
    greenhouseRollups,
    rollupSensors: Object.fromEntries([...folded.keys()].map((uid) => [uid, isAir(uid)])),
    rollupCoverage: { from, until, fineFrom, version: 1 },
  };
}

function put(tree: Tree, [key = "", ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[key] = value;
  else put((tree[key] ??= {}) as Tree, rest, value);
}
