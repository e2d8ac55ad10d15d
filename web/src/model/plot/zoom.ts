/** Computes the ranges that gestures and keys select. All ranges end by now at the latest. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import type { Window } from "./time-range";

/** The shortest range, in milliseconds. Most boards send every minute or less often. */
const MIN_ZOOM_MS = 5 * MINUTE_MS;
const MAX_ZOOM_MS = 366 * DAY_MS;
/** The smallest distance of two fingers, as a share of the chart's width. Smaller distances are too inexact. */
const MIN_FINGER_DISTANCE = 0.05;

/** The positions of two fingers, as shares of the chart's width. */
export type Fingers = readonly [number, number];

/** Returns the range in which each finger stays on its time from the start of the gesture. */
export function pinched(shown: Window, first: Fingers, last: Fingers, now: number): Window {
  const length = shown.to - shown.from;
  const [a, b] = [Math.min(...first), Math.max(...first)];
  const [low, high] = [Math.min(...last), Math.max(...last)];
  const factor = Math.max(MIN_FINGER_DISTANCE, b - a) / Math.max(MIN_FINGER_DISTANCE, high - low);
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
  return Math.min(MAX_ZOOM_MS, Math.max(MIN_ZOOM_MS, length));
}

function upToNow(from: number, length: number, now: number): Window {
  const start = Math.min(from, now - length);
  return { from: Math.round(start), to: Math.round(start + length) };
}
