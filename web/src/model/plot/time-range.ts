/** The range of the charts in the address: `?range=24h`, `?from=…&to=…`, or `?at=…` in a message's link. */

import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";

export const PRESETS = ["1h", "24h", "7d", "30d", "90d", "1y"] as const;
type Preset = (typeof PRESETS)[number];

/** A range ends now, or is fixed. Times are Unix milliseconds. */
export type TimeRange =
  | { readonly kind: "recent"; readonly preset: Preset }
  | { readonly kind: "fixed"; readonly from: number; readonly to: number };

export interface Window {
  readonly from: number;
  readonly to: number;
}

const LENGTHS: Readonly<Record<Preset, number>> = {
  "1h": HOUR_MS,
  "24h": DAY_MS,
  "7d": 7 * DAY_MS,
  "30d": 30 * DAY_MS,
  "90d": 90 * DAY_MS,
  "1y": 365 * DAY_MS,
};

/** Whether the range is drawn from rollups instead of readings. */
export function isLong({ from, to }: Window): boolean {
  return to - from > 2 * DAY_MS;
}

/**
 * Whether the range of a greenhouse with many sensors, which share a band, is drawn from rollups. A shorter range has few
 * readings. Few sensors have a line each, so their day is drawn from readings: only the greenhouse has rollups of five
 * minutes. A sensor that sends three quantities every five minutes has 47 kB of readings a day. Such rollups of its own
 * would have 6 kB, but the jobs would store them for every sensor.
 */
export function isLongForMany({ from, to }: Window): boolean {
  return to - from > 6 * HOUR_MS;
}

export const DEFAULT_RANGE: TimeRange = { kind: "recent", preset: "24h" };

/** The latest date that a browser can show. */
const MAX_AT_MS = 8.64e15 - DAY_MS;

/** Shorter drags are ignored as accidental, in milliseconds. */
export const MIN_RANGE_MS = 10_000;

/** The range shown around the start of an alert, in milliseconds. */
const AROUND_MS = { before: 6 * HOUR_MS, after: 6 * HOUR_MS };

/** Returns the range in the address, or else the last 24 hours. */
export function parseRange(search: string): TimeRange {
  const params = new URLSearchParams(search);
  const preset = PRESETS.find((name) => name === params.get("range"));
  if (preset !== undefined) return { kind: "recent", preset };
  const from = Date.parse(params.get("from") ?? "");
  const to = Date.parse(params.get("to") ?? "");
  if (to - from >= MIN_RANGE_MS) return { kind: "fixed", from, to };
  const at = Number(params.get("at") ?? NaN);
  if (!(at > AROUND_MS.before && at < MAX_AT_MS)) return DEFAULT_RANGE;
  return { kind: "fixed", from: at - AROUND_MS.before, to: at + AROUND_MS.after };
}

/** The alert to show and the comparison stay in the address. */
const KEPT = /^(?:alert|vs|only)=./;

/**
 * Returns the inverse of `parseRange`, with the question mark; empty for the default.
 * @param search the current search, whose alert and comparison stay
 */
export function rangeSearch(range: TimeRange, search = ""): string {
  const kept = search.replace("?", "").split("&");
  const parts = [...rangeParts(range), ...kept.filter((part) => KEPT.test(part))];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

function rangeParts(range: TimeRange): readonly string[] {
  if (range.kind === "recent") return range.preset === "24h" ? [] : [`range=${range.preset}`];
  const text = (time: number): string => new Date(time).toISOString();
  return [`from=${text(range.from)}`, `to=${text(range.to)}`];
}

/** Returns the times of a range. It does not extend into the future. */
export function windowOf(range: TimeRange, now: number): Window {
  return range.kind === "fixed"
    ? { from: range.from, to: Math.max(range.from + MIN_RANGE_MS, Math.min(range.to, now)) }
    : { from: now - LENGTHS[range.preset], to: now };
}

/** Whether a range ends now, so that the newest values belong to it. */
export function endsNow(range: TimeRange, now: number): boolean {
  return range.kind === "recent" || range.to >= now;
}

/** If at least this share of the range is empty at its start, the page offers to leave out that part. */
const EMPTY_SHARE = 0.2;

/**
 * Returns the range without its empty start; undefined if hardly any of it is empty.
 * @param first the time of the first reading in the range
 */
export function rangeSince(first: number, range: TimeRange, shown: Window): TimeRange | undefined {
  const length = shown.to - first;
  if (first - shown.from < EMPTY_SHARE * (shown.to - shown.from) || length < MIN_RANGE_MS) {
    return undefined;
  }
  const preset = PRESETS.find((name) => LENGTHS[name] >= length);
  const isShorter = preset !== undefined && LENGTHS[preset] < shown.to - shown.from;
  return range.kind === "recent" && isShorter
    ? { kind: "recent", preset }
    : { kind: "fixed", from: first, to: shown.to };
}

/** Returns the parts of a window outside the other windows, in chronological order. */
export function withoutWindows(wanted: Window, others: readonly Window[]): readonly Window[] {
  return others.reduce<readonly Window[]>(
    (rest, other) =>
      rest.flatMap((part) =>
        [
          { from: part.from, to: Math.min(part.to, other.from) },
          { from: Math.max(part.from, other.to), to: part.to },
        ].filter(({ from, to }) => from < to),
      ),
    [wanted],
  );
}
