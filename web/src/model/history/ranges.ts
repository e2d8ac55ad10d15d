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
    | {
        readonly state: "held";
        /** The time between two samples in milliseconds; 0 if everything was read. */
        readonly step: number;
        /** The sample is too coarse for a range that is shorter than this, and for one with a larger budget. */
        readonly minLength: number;
        readonly budget: number;
      }
  );

export type Ranges = readonly Range[];

/** Returns the time between two samples: 0 if everything was read, undefined if a part of the range was not. */
export function stepIn(ranges: Ranges, wanted: Window): number | undefined {
  const fine = ranges.filter((range) => isFine(range, wanted, 0));
  if (withoutWindows(wanted, fine).length > 0) return undefined;
  const shown = fine.filter(({ from, to }) => from < wanted.to && to > wanted.from);
  return Math.max(0, ...shown.map((range) => (range.state === "held" ? range.step : 0)));
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

export function begin(ranges: Ranges, request: Window): Ranges {
  return [...ranges, { ...request, state: "reading", request }];
}

/**
 * Ends a request. What was forgotten while it was read remains missing.
 * @param step the time between two samples; 0 if everything was read; undefined if it failed
 */
export function end(
  ranges: Ranges,
  request: Window,
  step: number | undefined,
  budget: number,
): Ranges {
  const isEnded = (range: Range): boolean => range.state === "reading" && range.request === request;
  const others = ranges.filter((range) => !isEnded(range));
  if (step === undefined) return others;
  return ranges
    .filter(isEnded)
    .reduce<Ranges>((all, part) => hold(all, part, step, budget), others);
}

/** Replaces what was held of this part. */
export function hold(ranges: Ranges, { from, to }: Window, step: number, budget: number): Ranges {
  const others = ranges.flatMap((range) =>
    range.state === "reading" ? range : without(range, { from, to }),
  );
  const minLength = step === 0 ? 0 : (to - from) / 2;
  return [...others, { from, to, state: "held", step, minLength, budget }];
}

export function forget(ranges: Ranges, part: Window): Ranges {
  return ranges.flatMap((range) => without(range, part));
}

function isFine(range: Range, { from, to }: Window, budget: number): boolean {
  if (range.state === "reading") return false;
  return range.step === 0 || (range.minLength <= to - from && range.budget >= budget);
}

function without(range: Range, part: Window): readonly Range[] {
  return withoutWindows(range, [part]).map((rest) => ({ ...range, ...rest }));
}
