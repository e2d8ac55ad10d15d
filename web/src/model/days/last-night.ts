/** The lowest temperature of the last night, from true sunset to sunrise. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { countedValue } from "@greenhouse/domain/quantities/measurements";
import { startOf } from "@greenhouse/domain/rollups/rollups";
import type { Place } from "@greenhouse/domain/sun";
import { stepOf } from "../history/known-history";
import type { KnownHistory } from "../history/known-history";
import type { Window } from "../plot/time-range";
import type { Reading } from "../values/reading";
import type { Hours } from "./day";
import { hoursOf } from "./folded-hours";
import { nightsIn, solarDay } from "./nights";

export interface Night extends Window {
  /** Whether the sun is up again. */
  readonly isOver: boolean;
}

/**
 * Returns the night that is under way, or else the last one; undefined far in the north, where
 * the sun neither sets nor rises for weeks.
 */
export function lastNight(now: number, place: Place): Night | undefined {
  const days = { from: solarDay(now - DAY_MS, place).from, to: solarDay(now, place).to };
  // A night that begins with the range began at an unknown sunset before it.
  const nights = nightsIn(days, place).filter(({ from }) => from > days.from);
  const night = nights.findLast(({ from }) => from <= now);
  return night && { ...night, isOver: night.to <= now };
}

export interface NightLow {
  readonly value: number;
  /** Unix milliseconds. The time of the reading, or the middle of its hour while the reading is not known. */
  readonly at: number;
  /** Undefined while the reading is not known. */
  readonly uid: string | undefined;
}

/** The known facts about a night. */
export interface NightKnown {
  readonly night: Window;
  /** The greenhouse's folded hours. */
  readonly folded: Hours;
  readonly history: KnownHistory;
  /** The sensors that count. */
  readonly uids: readonly string[];
}

/** Returns the lowest value of the night; undefined if nothing is known. */
export function nightLow(known: NightKnown): NightLow | undefined {
  const { night, history } = known;
  const exact = lowestReading(known);
  const hour = coldestHour(known);
  const isRead = hour !== undefined && stepOf(history, partOf(hour.start, night)) === 0;
  if (hour === undefined || isRead || (exact !== undefined && exact.value <= hour.min)) {
    return exact;
  }
  return { value: hour.min, at: hour.start + HOUR_MS / 2, uid: undefined };
}

/**
 * Returns the parts of the history to read: the coldest hour, and hours whose rollups lack readings. Without rollups,
 * the whole night.
 */
export function nightParts(known: NightKnown): readonly Window[] {
  const { night, history } = known;
  const { coverage, due } = history.folds;
  if (coverage === undefined || coverage.from > night.from) return [night];
  const starts = hoursIn(night).filter((start) => due.has(start) || start >= coverage.until);
  const coldest = coldestHour(known);
  if (coldest !== undefined) starts.push(coldest.start);
  return [...new Set(starts)].sort((a, b) => a - b).map((start) => partOf(start, night));
}

/** The first and the last hour are only partly in the night, so their rollups do not prove its low. */
function coldestHour({ night, folded, history, uids }: NightKnown): ColdHour | undefined {
  const read = hoursOf(
    uids.map((uid) => readingsIn(history, uid, night)),
    "temperature",
  );
  let found: ColdHour | undefined;
  for (const start of hoursIn(night)) {
    const isKnown = stepOf(history, partOf(start, night)) === 0;
    const min = isKnown ? read.get(start)?.min : (folded.get(start) ?? read.get(start))?.min;
    if (min !== undefined && min < (found?.min ?? Infinity)) found = { start, min };
  }
  return found;
}

interface ColdHour {
  readonly start: number;
  readonly min: number;
}

function hoursIn({ from, to }: Window): number[] {
  const hours: number[] = [];
  for (let start = startOf("hour", from); start < to; start += HOUR_MS) hours.push(start);
  return hours;
}

function partOf(start: number, night: Window): Window {
  return { from: Math.max(start, night.from), to: Math.min(start + HOUR_MS, night.to) };
}

function readingsIn(
  { readings }: KnownHistory,
  uid: string,
  { from, to }: Window,
): readonly Reading[] {
  return (readings.get(uid) ?? []).filter(({ at }) => at >= from && at < to);
}

function lowestReading({ night, history, uids }: NightKnown): NightLow | undefined {
  let found: NightLow | undefined;
  for (const uid of uids) {
    for (const { at, values } of readingsIn(history, uid, night)) {
      const sent = values.temperature;
      const value = sent === undefined ? undefined : countedValue("temperature", sent);
      if (value !== undefined && value < (found?.value ?? Infinity)) found = { value, at, uid };
    }
  }
  return found;
}
