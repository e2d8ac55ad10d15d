/** Finds the hours that must be folded again after changes of calibrations and exclusions. Pure. */

import { changedSpans } from "@greenhouse/domain/quantities/changed-spans";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import type { Again, Coverage } from "@greenhouse/domain/rollups/rollups";
import { HOUR_MS } from "@greenhouse/domain/time";
import type { KnownCorrections } from "../client/corrections.ts";

/** What the coverage says about changes after the next fold. */
export interface NotedChanges {
  readonly correctedAt: number;
  readonly again: Again | undefined;
}

/**
 * Returns the hours that are still to be folded again, with those of new changes. They are one period: what lies between two
 * changes is folded again, too.
 * @param before undefined: nothing is folded yet
 * @param sensors the sensors with rollups in the greenhouse
 * @param known read after the coverage, or with all changes up to its `correctedAt`
 */
export function noteChanges(
  before: Coverage | undefined,
  sensors: ReadonlyMap<string, unknown>,
  { corrections, until: knownUntil }: KnownCorrections,
): NotedChanges {
  if (before === undefined) return { correctedAt: knownUntil, again: undefined };
  const { again, correctedAt: since = -Infinity } = before;
  const earliest = firstFoldable(before);
  const spans = changedSpans(corrections, since)
    .filter(({ uid, at }) => sensors.has(uid) && at <= knownUntil)
    .map(({ from, until }) => ({
      from: Math.max(startOf("hour", from), earliest),
      until: Math.min(startOf("hour", until + HOUR_MS - 1), before.until),
    }))
    .filter(({ from, until }) => from < until);
  const correctedAt = Math.max(since, knownUntil);
  const left = again === undefined ? [] : [{ from: again.next, until: again.until }];
  const all = [...spans, ...left];
  if (all.length === 0) return { correctedAt, again: undefined };
  const next = Math.min(...all.map(({ from }) => from));
  const until = Math.max(...all.map((span) => span.until));
  return { correctedAt, again: { from: Math.min(again?.from ?? next, next), next, until } };
}

/** Returns the first hour whose history is not pruned. */
export function firstFoldable({ from, prunedUntil }: Coverage): number {
  return Math.max(from, prunedUntil ?? from);
}

/**
 * Returns what is left to be folded again after a fold.
 * @param done the folded hours, and hours next to them without anything to fold
 */
export function withoutDone(
  again: Again | undefined,
  done: { readonly from: number; readonly until: number },
): Again | undefined {
  if (again === undefined || done.from > again.next || done.until <= again.next) return again;
  return done.until >= again.until ? undefined : { ...again, next: done.until };
}
