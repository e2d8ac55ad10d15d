/** The range of the charts, as in the address: `?range=24h` or `?from=…&to=…`. */

export const PRESETS = ["1h", "24h", "7d", "30d"] as const;
export type Preset = (typeof PRESETS)[number];

/** Ends now, or is fixed. Times are Unix milliseconds. */
export type TimeRange =
  | { readonly kind: "recent"; readonly preset: Preset }
  | { readonly kind: "fixed"; readonly from: number; readonly to: number };

export interface Window {
  readonly from: number;
  readonly to: number;
}

export const HOUR = 3_600_000;
export const DAY = 24 * HOUR;

const LENGTHS: Readonly<Record<Preset, number>> = {
  "1h": HOUR,
  "24h": DAY,
  "7d": 7 * DAY,
  "30d": 30 * DAY,
};

export const DEFAULT_RANGE: TimeRange = { kind: "recent", preset: "24h" };

/** A drag over less than this is an accident, in milliseconds. */
export const SHORTEST = 10_000;

/** The last 24 hours unless the address has a valid range. */
export function parseRange(search: string): TimeRange {
  const params = new URLSearchParams(search);
  const preset = PRESETS.find((name) => name === params.get("range"));
  if (preset !== undefined) return { kind: "recent", preset };
  const from = Date.parse(params.get("from") ?? "");
  const to = Date.parse(params.get("to") ?? "");
  return to - from >= SHORTEST ? { kind: "fixed", from, to } : DEFAULT_RANGE;
}

/** The inverse of `parseRange`, with the question mark; empty for the default. */
export function rangeSearch(range: TimeRange): string {
  if (range.kind === "recent") {
    return range.preset === "24h" ? "" : `?range=${range.preset}`;
  }
  const text = (time: number): string => new Date(time).toISOString();
  return `?from=${text(range.from)}&to=${text(range.to)}`;
}

export function windowOf(range: TimeRange, now: number): Window {
  return range.kind === "fixed"
    ? { from: range.from, to: range.to }
    : { from: now - LENGTHS[range.preset], to: now };
}

/** An empty beginning is offered to be left out from this share of the range on. */
const EMPTY_SHARE = 0.2;

/**
 * A shorter range without the empty beginning of the one shown. Undefined if hardly anything is empty.
 * @param first the time of the first reading in the range
 */
export function rangeSince(first: number, range: TimeRange, shown: Window): TimeRange | undefined {
  const length = shown.to - first;
  if (first - shown.from < EMPTY_SHARE * (shown.to - shown.from) || length < SHORTEST) {
    return undefined;
  }
  const preset = PRESETS.find((name) => LENGTHS[name] >= length);
  const isShorter = preset !== undefined && LENGTHS[preset] < shown.to - shown.from;
  return range.kind === "recent" && isShorter
    ? { kind: "recent", preset }
    : { kind: "fixed", from: first, to: shown.to };
}
