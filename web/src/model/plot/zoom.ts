/** Computes the ranges that gestures and keys select. All ranges end by now at the latest. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Window } from "./time-range";

/** The shortest range, in milliseconds. Most boards send every minute or less often. */
const SHORTEST_ZOOM = 5 * MINUTE_MS;
const LONGEST_ZOOM = 366 * DAY_MS;
/** The smallest distance of two fingers, as a share of the chart's width. Smaller distances are too inexact. */
const NEAREST = 0.05;

/** The positions of two fingers, as shares of the chart's width. */
export type Fingers = readonly [number, number];

/** Returns the range in which each finger stays on its time from the start of the gesture. */
export function pinched(shown: Window, first: Fingers, last: Fingers, now: number): Window {
  const length = shown.to - shown.from;
  const [a, b] = [Math.min(...first), Math.max(...first)];
  const [low, high] = [Math.min(...last), Math.max(...last)];
  const factor = Math.max(NEAREST, b - a) / Math.max(NEAREST, high - low);
  const next = clampLength(length * factor);
  const middle = shown.from + ((a + b) / 2) * length;
  return upToNow(middle - ((low + high) / 2) * next, next, now);
}

/** Zooms around a time that keeps its position on the chart. @param factor of the length: below 1 zooms in */
export function zoomed(shown: Window, around: number, factor: number, now: number): Window {
  const length = shown.to - shown.from;
  const next = clampLength(length * factor);
  return upToNow(around - ((around - shown.from) / length) * next, next, now);
}

/** Moves the range. @param share of the range's length, positive to later times */
export function moved(shown: Window, share: number, now: number): Window {
  const length = shown.to - shown.from;
  return upToNow(shown.from + share * length, length, now);
}

function clampLength(length: number): number {
  return Math.min(LONGEST_ZOOM, Math.max(SHORTEST_ZOOM, length));
}

function upToNow(from: number, length: number, now: number): Window {
  const start = Math.min(from, now - length);
  return { from: Math.round(start), to: Math.round(start + length) };
}
