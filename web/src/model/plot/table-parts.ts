/** The rows of a chart's table: parts of a range that start at whole hours, days, weeks or months of a clock. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { ZonedClock } from "@greenhouse/domain/zoned-time";
import type { Window } from "./time-range";

/** The longest table: a month of days. */
const MAX_PARTS = 32;
const LENGTHS_MS = [
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((hours) => hours * HOUR_MS),
  DAY_MS,
  7 * DAY_MS,
];
/** 1970-01-05, a Monday. */
const MONDAY_MS = 4 * DAY_MS;

/**
 * Returns the parts of a range, the newest first. The first and the last part may extend beyond the range.
 * @param clock whose hours and days start the parts
 * @param unit the shortest part, in milliseconds
 */
export function partsOf(
  { from, to }: Window,
  clock: Pick<ZonedClock, "wall" | "parseWall">,
  unit = 0,
): readonly Window[] {
  const length = LENGTHS_MS.find((ms) => ms >= unit && (to - from) / ms <= MAX_PARTS);
  const wallOf = (at: number): number => Date.parse(`${clock.wall(at)}Z`);
  const instantOf = (wall: number): number =>
    clock.parseWall(new Date(wall).toISOString().slice(0, 16));
  const next = (wall: number): number => (length === undefined ? monthAfter(wall) : wall + length);
  const starts: number[] = [];
  let wall = startOf(wallOf(from), length);
  for (let start = instantOf(wall); start < to; start = instantOf(wall)) {
    // When a clock is set forward, two local times are the same instant.
    if (start !== starts.at(-1)) starts.push(start);
    wall = next(wall);
  }
  const ends = [...starts.slice(1), instantOf(wall)];
  return starts.map((start, index) => ({ from: start, to: ends[index] ?? to })).toReversed();
}

/** @param length undefined for months */
function startOf(wall: number, length: number | undefined): number {
  if (length === undefined) return monthOf(wall, 0);
  const offset = length > DAY_MS ? MONDAY_MS : 0;
  return Math.floor((wall - offset) / length) * length + offset;
}

function monthAfter(wall: number): number {
  return monthOf(wall, 1);
}

function monthOf(wall: number, later: number): number {
  const date = new Date(wall);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later);
}
