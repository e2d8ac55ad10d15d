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

export function withCorrected<F extends Folds>(folds: F, corrections: Corrections): F {
  const waiting = waitingIn(folds, corrections).filter(({ from, to }) => to - from <= MAX_MS);
  if (waiting.length === 0) return folds;
  const isWaiting = (hour: number): boolean =>
    waiting.some(({ from, to }) => from < hour + HOUR_MS && to > hour);
  return { ...folds, due: { has: (hour) => folds.due.has(hour) || isWaiting(hour) } };
}

function waitingIn({ coverage }: Folds, corrections: Corrections): readonly Window[] {
  if (coverage === undefined) return [];
  const { until: folded, correctedAt = 0, again } = coverage;
  const changed = changedSpans(corrections, correctedAt).map(({ from, until }) => ({
    from,
    to: Math.min(until, folded),
  }));
  return again === undefined ? changed : [...changed, { from: again.next, to: again.until }];
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
