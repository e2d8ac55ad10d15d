/**
 * The ranges of a list in the database that are being read or held, so that each is read once. The rest is missing. A
 * range that is held as a coarse sample can be read again meanwhile. Changes return new ranges.
 */

import { withoutWindows } from "../plot/time-range";
import type { Window } from "../plot/time-range";

export type Range = Window &
  (
    | {
        readonly state: "reading";
        /** The part that was asked for at once. */
        readonly request: Window;
      }
    | { readonly state: "whole" }
    | ({ readonly state: "sampled" } & Sample)
  );

interface Sample {
  /** The time between two samples in milliseconds. */
  readonly step: number;
  /** The sample is too coarse for a range that is shorter than this, and for one with a larger budget. */
  readonly minLength: number;
  readonly budget: number;
}

export type Ranges = readonly Range[];

export function isReading(ranges: Ranges): boolean {
  return ranges.some(({ state }) => state === "reading");
}

/** Returns whether no part of the list is held. */
export function isEmpty(ranges: Ranges): boolean {
  return ranges.every(({ state }) => state === "reading");
}

/** Returns the time between two samples: 0 if everything was read, undefined if a part of the range was not. */
export function stepIn(ranges: Ranges, wanted: Window): number | undefined {
  const held = ranges.filter((range) => isFine(range, wanted, 0));
  if (withoutWindows(wanted, held).length > 0) return undefined;
  const shown = held.filter(({ from, to }) => from < wanted.to && to > wanted.from);
  return Math.max(0, ...shown.map((range) => (range.state === "sampled" ? range.step : 0)));
}

/**
 * Returns the parts to read.
 * @param budget the most entries that may be read; a part with more is read as a sample
 */
export function missingIn(ranges: Ranges, wanted: Window, budget: number): readonly Window[] {
  return withoutWindows(
    wanted,
    ranges.filter((range) => range.state === "reading" || isFine(range, wanted, budget)),
  );
}

export function begin(ranges: Ranges, requests: readonly Window[]): Ranges {
  const reading = requests.map((request): Range => ({ ...request, state: "reading", request }));
  return [...ranges, ...reading];
}

/** Ends a request that failed. */
export function abandon(ranges: Ranges, request: Window): Ranges {
  return ranges.filter((range) => !isOf(range, request));
}

/**
 * Ends a request. What was forgotten while it was read remains missing.
 * @param step the time between two samples; 0 if everything was read
 */
export function finish(ranges: Ranges, request: Window, step: number, budget: number): Ranges {
  const read = ranges.filter((range) => isOf(range, request));
  return read.reduce<Ranges>(
    (all, { from, to }) => hold(all, { from, to }, step, budget),
    abandon(ranges, request),
  );
}

/** Replaces what was held of this part. */
export function hold(ranges: Ranges, { from, to }: Window, step = 0, budget = Infinity): Ranges {
  const others = ranges.flatMap((range) =>
    range.state === "reading" ? [range] : without(range, { from, to }),
  );
  const held: Range =
    step === 0
      ? { from, to, state: "whole" }
      : { from, to, state: "sampled", step, minLength: (to - from) / 2, budget };
  return [...others, held];
}

export function forget(ranges: Ranges, part: Window): Ranges {
  return ranges.flatMap((range) => without(range, part));
}

function isOf(range: Range, request: Window): boolean {
  return range.state === "reading" && range.request === request;
}

function isFine(range: Range, { from, to }: Window, budget: number): boolean {
  if (range.state === "sampled") return range.minLength <= to - from && range.budget >= budget;
  return range.state === "whole";
}

function without(range: Range, part: Window): readonly Range[] {
  return withoutWindows(range, [part]).map((rest) => ({ ...range, ...rest }));
}
