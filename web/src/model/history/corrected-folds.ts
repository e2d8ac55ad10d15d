/**
 * Hours whose rollups do not have the newest calibrations and exclusions yet. Until the jobs have folded them again, short
 * parts are drawn from the history, so that a person sees at once what a change does.
 */

import { changedSpans } from "@greenhouse/domain/quantities/changed-spans";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import type { Window } from "../plot/time-range";
import type { Folds } from "./known-history";

/** Longer parts are much to read. The page says that they are being recomputed. */
const MAX_MS = 2 * DAY_MS;

/**
 * Adds the hours that wait for corrections to those that wait for late readings.
 * @param shown only these hours are needed
 */
export function withCorrected<F extends Folds>(
  folds: F,
  corrections: Corrections,
  shown: Window,
): F {
  const waiting = waitingIn(folds.coverage, corrections)
    .map(({ from, to }) => ({ from: Math.max(from, shown.from), to: Math.min(to, shown.to) }))
    .filter(({ from, to }) => from < to && to - from <= MAX_MS);
  if (waiting.length === 0) return folds;
  const isWaiting = (hour: number): boolean =>
    waiting.some(({ from, to }) => from < hour + HOUR_MS && to > hour);
  return { ...folds, due: { has: (hour) => folds.due.has(hour) || isWaiting(hour) } };
}

/**
 * Returns the times whose folded hours lack changes of corrections.
 * @param isWanted which sensors matter; by default all
 */
export function waitingIn(
  coverage: Coverage | undefined,
  corrections: Corrections,
  isWanted: (uid: string) => boolean = () => true,
): readonly Window[] {
  if (coverage === undefined) return [];
  const { until: folded, correctedAt = 0, again } = coverage;
  const { since = correctedAt, next = 0, until: end = 0 } = again ?? {};
  const changed = changedSpans(corrections, since).filter(({ uid }) => isWanted(uid));
  const waiting = changed.map(({ from, until, at }) =>
    at > correctedAt
      ? { from, to: Math.min(until, folded) }
      : { from: Math.max(from, next), to: Math.min(until, end) },
  );
  // Jobs of an earlier version fold all hours between the changes again.
  const all = again?.since === undefined ? [...waiting, { from: next, to: end }] : waiting;
  return all.filter(({ from, to }) => from < to);
}

/** Returns the hours that the jobs folded again between two states, after changes of calibrations and exclusions. */
export function foldedAgain(
  before: Coverage | undefined,
  after: Coverage | undefined,
  corrections: Corrections,
): readonly Window[] {
  if (before === undefined || after === undefined || before.version === after.version) return [];
  const { again: was, correctedAt: since = 0 } = before;
  const { again: is, correctedAt = 0 } = after;
  const hours: Window[] = [];
  if (was !== undefined && (is === undefined || is.next < was.next))
    hours.push({ from: was.next, to: was.until });
  if (is !== undefined) {
    const goesOn = was !== undefined && was.from === is.from && was.next <= is.next;
    hours.push({ from: goesOn ? was.next : is.from, to: is.next });
  }
  // A small change is folded at once.
  for (const { from, until, at } of changedSpans(corrections, since)) {
    if (at <= correctedAt && is === undefined) hours.push({ from, to: until });
  }
  return hours.filter(({ from, to }) => from < to);
}
