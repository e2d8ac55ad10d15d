/** Finds the hours that must be folded again after changes of calibrations and exclusions. Pure. */

import { changedSpans } from "@greenhouse/domain/quantities/changed-spans";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import type { Again, Coverage } from "@greenhouse/domain/rollups/rollups";
import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { KnownCorrections } from "../client/corrections.ts";

/** What the coverage says about changes after the next fold. */
export interface NotedChanges {
  readonly correctedAt: number;
  readonly again: Again | undefined;
}

/** Hours from `from` to before `until`. Both are starts of hours, in Unix milliseconds. */
export interface HourSpan {
  readonly from: number;
  readonly until: number;
}

export interface ChangesLeft extends NotedChanges {
  /** The hours of `again` that are still to be folded, in the order of time. */
  readonly left: readonly HourSpan[];
}

/**
 * Returns the hours that are still to be folded again, with those of new changes. Days between two changes are left out. If a
 * new change begins before the next hour, the earlier changes after it are folded from there again.
 * @param before undefined: nothing is folded yet
 * @param sensors the sensors with rollups in the greenhouse
 * @param known read after the coverage, or with all changes up to its `correctedAt`
 */
export function noteChanges(
  before: Coverage | undefined,
  sensors: ReadonlyMap<string, unknown>,
  known: KnownCorrections,
): ChangesLeft {
  if (before === undefined) return { correctedAt: known.until, again: undefined, left: [] };
  const { again, correctedAt } = before;
  const spansSince = (sinceMs: number): readonly HourSpan[] =>
    spansIn(before, sensors, known, sinceMs);
  const noted = Math.max(correctedAt ?? -Infinity, known.until);
  const unfinished = again === undefined ? [] : [{ from: again.next, until: again.until }];
  const all = [...spansSince(correctedAt ?? -Infinity), ...unfinished];
  if (all.length === 0) return { correctedAt: noted, again: undefined, left: [] };
  const next = Math.min(...all.map(({ from }) => from));
  const until = Math.max(...all.map((span) => span.until));
  const since = again === undefined ? correctedAt : again.since;
  const from = Math.min(again?.from ?? next, next);
  const left = since === undefined ? [{ from: next, until }] : joined(spansSince(since), next);
  const isSince = since !== undefined && { since };
  return { correctedAt: noted, again: { from, next, until, ...isSince }, left };
}

/** Returns the covered hours of what was changed after a time. */
function spansIn(
  before: Coverage,
  sensors: ReadonlyMap<string, unknown>,
  { corrections, until: knownUntil }: KnownCorrections,
  sinceMs: number,
): readonly HourSpan[] {
  const earliest = firstFoldable(before);
  return changedSpans(corrections, sinceMs)
    .filter(({ uid, at }) => sensors.has(uid) && at <= knownUntil)
    .map(({ from, until }) => ({
      from: Math.max(startOf("hour", from), earliest),
      until: Math.min(startOf("hour", until + HOUR_MS - 1), before.until),
    }))
    .filter(({ from, until }) => from < until);
}

/**
 * Returns the spans from an hour on, in the order of time. Spans less than a day apart are one, because a fold covers up to a
 * day.
 */
function joined(spans: readonly HourSpan[], first: number): readonly HourSpan[] {
  const found: HourSpan[] = [];
  for (const { from, until } of spans.toSorted((a, b) => a.from - b.from)) {
    if (until <= first) continue;
    const last = found.at(-1);
    if (last === undefined || from - last.until >= DAY_MS)
      found.push({ from: Math.max(from, first), until });
    else found[found.length - 1] = { ...last, until: Math.max(last.until, until) };
  }
  return found;
}

/** Returns the first hour whose history is not pruned. */
export function firstFoldable({ from, prunedUntil }: Coverage): number {
  return Math.max(from, prunedUntil ?? from);
}

/**
 * Returns what is left to be folded again after a fold.
 * @param done the folded hours, and hours next to them without anything to fold
 */
export function withoutDone(again: Again | undefined, done: HourSpan): Again | undefined {
  if (again === undefined || done.from > again.next || done.until <= again.next) return again;
  return done.until >= again.until ? undefined : { ...again, next: done.until };
}
