/**
 * The ranges of a database list that are being read or held, so that each range is read once. All other ranges are
 * missing. A range that is held as a coarse sample can be read again. Changes return new ranges.
 */

import { withoutWindows } from "../plot/time-range";
import type { Window } from "../plot/time-range";

export type Range = Window &
  (
    | {
        readonly state: "reading";
        /** The part that was requested at once. */
        readonly request: Window;
      }
    | {
        readonly state: "held";
        /** The time between two samples in milliseconds; 0 if all entries were read. */
        readonly step: number;
        /** The sample is too coarse for a shorter range, and for a range with a larger budget. */
        readonly minLength: number;
        readonly budget: number;
      }
  );

export type Ranges = readonly Range[];

/** Returns the time between two samples: 0 if all entries were read, undefined if a part of the range was not read. */
export function stepIn(ranges: Ranges, wanted: Window): number | undefined {
  const fine = ranges.filter((range) => isFine(range, wanted, 0));
  if (withoutWindows(wanted, fine).length > 0) return undefined;
  const shown = fine.filter(({ from, to }) => from < wanted.to && to > wanted.from);
  return Math.max(0, ...shown.map((range) => (range.state === "held" ? range.step : 0)));
}

/** Returns the parts to read. @param budget the maximum number of entries; if a part has more, a sample is read */
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
 * Ends a request. Parts that were forgotten during the request stay missing.
 * @param step the time between two samples; 0 if all entries were read; undefined if the request failed
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

/** Replaces the held data of this part. */
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
