/**
 * Compares late readings with the limits of their greenhouse. A value beyond a limit becomes a late finding, which the next
 * check of the farm records (watch/late-alerts.ts). Pure.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import type { LateFinding } from "@greenhouse/domain/alerts/model";
import { alertIdOf, lateFindingIdOf } from "@greenhouse/domain/alerts/ids";
import { beyondOf } from "@greenhouse/domain/alerts/findings";
import type { HistoryEntry } from "@greenhouse/domain/history/history-sources";
import { excessOf } from "@greenhouse/domain/quantities/margins";
import {
  boundsAt,
  isOfGreenhouse,
  type Thresholds,
} from "@greenhouse/domain/quantities/measurements";
import { countedIn } from "@greenhouse/domain/rollups/folding";
import { isNight, type Place } from "@greenhouse/domain/sun";
import type { FoldUpdate, LateReadings } from "@greenhouse/database/rollups/history";

export interface LateLimits {
  readonly farmId: string;
  readonly greenhouse: string;
  readonly thresholds: Thresholds;
  readonly place: Place | undefined;
  /** Whether a sensor measures the air of a greenhouse; undefined if the farm does not have the sensor. */
  readonly isAir: (uid: string) => boolean | undefined;
}

/** Findings of one fold: the worst of each sensor, kind and quantity first. A stolen key must not fill the farm's records. */
const MAX_FINDINGS = 200;
/** If a value is back within its limit for longer, the next excess is a new spell. */
export const SPELL_GAP_MS = 3 * HOUR_MS;

/** @param now Unix milliseconds */
export function createLateReadings(limits: LateLimits, now: number): LateReadings {
  const { farmId, greenhouse, thresholds, place, isAir } = limits;
  const found = new Map<string, LateFinding[]>();
  const add = ({ uid, measurements, updatedAt: at }: HistoryEntry): void => {
    const role = isAir(uid);
    if (role === undefined || at > now) return;
    const isDark = place !== undefined && isNight(at, place);
    for (const [measurement, value] of countedIn(measurements)) {
      if (!isOfGreenhouse(measurement, role)) continue;
      const beyond = beyondOf(value, boundsAt(thresholds[measurement] ?? {}, isDark));
      if (beyond === undefined) continue;
      const times = { since: at, until: at, foundAt: now };
      const finding = { ...beyond, measurement, uid, greenhouse, value, ...times };
      const id = alertIdOf(finding);
      const others = found.get(id);
      if (others === undefined) found.set(id, [finding]);
      else others.push(finding);
    }
  };
  const updateOf = (): FoldUpdate => {
    const spells = [...found.values()].map((findings) => byExcess(spellsOf(findings)));
    // Comes first, so that many spells of one sensor take no place of another sensor.
    const worst = spells.flatMap((ofSensor) => ofSensor.slice(0, 1));
    const others = spells.flatMap((ofSensor) => ofSensor.slice(1));
    return Object.fromEntries(
      [...byExcess(worst), ...byExcess(others)]
        .slice(0, MAX_FINDINGS)
        .map((finding) => [`alerts/${farmId}/late/${lateFindingIdOf(finding)}`, { ...finding }]),
    );
  };
  return { add, updateOf };
}

/** Joins consecutive findings of one sensor, kind and quantity. A spell has the value farthest beyond its bound. */
export function spellsOf<T extends LateFinding>(findings: readonly T[]): readonly T[] {
  const spells: T[] = [];
  for (const next of findings.toSorted((a, b) => a.since - b.since)) {
    const last = spells.at(-1);
    if (last === undefined || next.since - last.until > SPELL_GAP_MS) spells.push(next);
    else {
      const [worst = last] = byExcess([last, next]);
      const until = Math.max(last.until, next.until);
      spells[spells.length - 1] = { ...worst, since: last.since, until };
    }
  }
  return spells;
}

/** Sorts findings, the farthest beyond their bounds first. */
export function byExcess<T extends LateFinding>(findings: readonly T[]): readonly T[] {
  return findings.toSorted((a, b) => excessOf(b) - excessOf(a));
}
