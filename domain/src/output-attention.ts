/** When an output needs attention: an order that its board does not apply, a day's limit that cut it short, a hand. */

import { askedWithinMs, outputCondition } from "./outputs.ts";
import type { KnownOutput } from "./outputs.ts";

/** With `value` as it is ordered (`unapplied`), or as somebody set it at the board (`manual`). */
export interface OutputAttention {
  readonly kind: OutputAttentionKind;
  readonly output: string;
  readonly outputName: string;
  readonly value?: number;
  /** Unix milliseconds; undefined where nobody knows. */
  readonly since: number | undefined;
}

/**
 * - `unapplied`: ordered, and after two of the board's intervals it still does not say that it is so
 * - `limit`: off before the order's end, because it was on for as long as it may be in a day
 * - `manual`: on without an order, as somebody set it at the board
 */
export const OUTPUT_ATTENTION = ["unapplied", "limit", "manual"] as const;
export type OutputAttentionKind = (typeof OUTPUT_ATTENTION)[number];

const INTERVALS = 2;
/** What became of an order needs attention for so long after its end, too: short ones would end unseen. */
const SAID_AFTER_MS = 600_000;

/**
 * @param nowMs Unix milliseconds
 * @param wasSaid whether an order that is not applied was reported before: then one that takes its place is at once
 */
export function outputAttentionOf(
  known: KnownOutput,
  nowMs: number,
  wasSaid = false,
): readonly OutputAttention[] {
  const { output, defined, order, state } = known;
  const about = { output, outputName: defined.name };
  const isOrderNews = order?.until !== undefined && nowMs < order.until + SAID_AFTER_MS;
  switch (outputCondition(defined, order, state, nowMs)) {
    case "waiting":
    case "missed":
    case "fault": {
      // Of what is off, it is no matter that the board has not heard that it should be.
      const matters = order?.value === 0 ? state?.value !== 0 && state !== undefined : isOrderNews;
      if (order === undefined || !matters) return [];
      const isLate = wasSaid || nowMs > order.at + INTERVALS * askedWithinMs(defined);
      return isLate ? [{ kind: "unapplied", ...about, value: order.value, since: order.at }] : [];
    }
    case "limit":
      return isOrderNews ? [{ kind: "limit", ...about, since: state?.since }] : [];
    case "local": {
      const { value = 0, since } = state ?? {};
      return value > 0 ? [{ kind: "manual", ...about, value, since }] : [];
    }
    case "off":
    case "applied":
    case "over":
    case "cut":
    case "silent":
      return [];
  }
}
