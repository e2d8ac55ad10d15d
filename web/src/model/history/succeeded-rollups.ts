/** The rollups of a sensor that replaced others: the rollups of each device from its own time. */

import type { Succession } from "@greenhouse/domain/identity/succession";
import { foldDay } from "@greenhouse/domain/rollups/folding";
import type { Rollup } from "@greenhouse/domain/rollups/rollups";
import { columnLengthOf } from "../plot/chart-spans";
import type { Window } from "../plot/time-range";
import { rowsIn } from "./known-rollups";
import type { KnownRollups, RollupList, RollupRow, Wanted } from "./known-rollups";

/** Returns what must be read for a part of a sensor's list, or of the greenhouse's. */
export function wantedOf(wanted: Wanted, succession: Succession): readonly Wanted[] {
  const { list, from, to } = wanted;
  if (list.uid === undefined || succession.isEmpty) return [wanted];
  const length = columnLengthOf(list.level);
  const isReplaced = succession.ownerOf(list.uid, to - 1) !== list.uid;
  return [
    ...(isReplaced ? [] : [wanted]),
    ...succession
      .predecessorsOf(list.uid)
      .filter(({ until }) => until > from)
      .map(({ uid, until }) => {
        const end = Math.ceil(until / length) * length;
        return { list: { ...list, uid }, from, to: Math.min(to, end) };
      }),
  ];
}

/** Returns the rows of a sensor and of the devices before it, in chronological order. */
export function joinedRows(
  rollups: KnownRollups,
  list: RollupList,
  span: Window,
  { isEmpty, ownerOf, predecessorsOf }: Succession,
): readonly RollupRow[] {
  const { uid } = list;
  const own = rowsIn(rollups, list, span);
  if (uid === undefined || isEmpty) return own;
  const earlier = predecessorsOf(uid).flatMap((device) =>
    rowsIn(rollups, { ...list, uid: device.uid }, span).filter(({ at }) => at < device.until),
  );
  const byStart = new Map<number, RollupRow>();
  for (const row of [...own.filter(({ at }) => ownerOf(uid, at) === uid), ...earlier]) {
    const other = byStart.get(row.at);
    byStart.set(row.at, other === undefined ? { ...row, uid } : joined(other, row));
  }
  return [...byStart.values()].toSorted((a, b) => a.at - b.at);
}

/** Joins the rows of two devices in the hour or day of the replacement. */
function joined(row: RollupRow, other: RollupRow): RollupRow {
  const rollup = foldDay([row.rollup as Rollup, other.rollup as Rollup]);
  return rollup === undefined ? row : { ...row, rollup };
}
