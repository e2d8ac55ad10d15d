/** When an output needs attention: an order that its board does not apply, a day's limit that cut it short, a hand. */

import { DAY_MS, MINUTE_MS } from "../time.ts";
import { maxRequestIntervalMs } from "./limits.ts";
import { hasHeard, outputCondition } from "./condition.ts";
import type { KnownOutput, Order, OutputState } from "./model.ts";
import type { OutputCondition } from "./condition.ts";

/** With `value` as it is ordered (`unapplied`), or as somebody set it at the board (`manual`). */
export interface OutputFinding {
  readonly kind: OutputFindingKind;
  readonly output: string;
  readonly outputName: string;
  readonly value?: number;
  /** Unix milliseconds; undefined where nobody knows. */
  readonly since: number | undefined;
}

/**
 * - `unapplied`: ordered, and after two of the board's intervals it still does not say that it is so, or no longer, because
 *   it fell silent or hears nothing; or on after its end
 * - `limit`: off before the order's end, because it was on for as long as it may be in a day
 * - `manual`: on as somebody set it at the board, whatever is ordered
 */
export const OUTPUT_FINDINGS = ["unapplied", "limit", "manual"] as const;
export type OutputFindingKind = (typeof OUTPUT_FINDINGS)[number];

const INTERVALS = 2;
/** What became of an order needs attention for so long after its end, too: short ones would end unseen. */
const REPORTED_AFTER_END_MS = 10 * MINUTE_MS;

/**
 * @param nowMs Unix milliseconds
 * @param wasReported whether an order that is not applied was reported before: then one that takes its place is at once
 */
export function outputFindingsOf(
  knownOutput: KnownOutput,
  nowMs: number,
  wasReported = false,
): readonly OutputFinding[] {
  const { output, defined, order, state } = knownOutput;
  const about = { output, outputName: defined.name };
  // Whoever administers the database may have stored any time.
  const past = (time: number | undefined): number | undefined =>
    time !== undefined && time > 0 && time <= nowMs ? time : undefined;
  const condition = outputCondition(defined, order, state, nowMs);
  const found: OutputFinding[] = [];
  if (
    order !== undefined &&
    isUnapplied({ ...knownOutput, order }, condition, nowMs, wasReported)
  ) {
    found.push({ kind: "unapplied", ...about, value: order.value, since: past(order.at) });
  }
  const end = order?.until ?? order?.at;
  // Its board goes on saying that it is on.
  if (condition === "ending" && end !== undefined && state !== undefined) {
    const isLate = state.heard > end + maxRequestIntervalMs(defined);
    if (isLate) found.push({ kind: "unapplied", ...about, value: 0, since: past(end) });
  }
  if (state?.reason === "limit" && isCurrent(order, nowMs) && isLimitOf(order, state, nowMs)) {
    found.push({ kind: "limit", ...about, since: past(state.since) });
  }
  // Whatever is ordered meanwhile.
  const isByHand = outputCondition(defined, undefined, state, nowMs) === "local";
  if (isByHand && state !== undefined && state.value > 0) {
    found.push({ kind: "manual", ...about, value: state.value, since: past(state.since) });
  }
  return found;
}

function isUnapplied(
  { defined, order, state }: KnownOutput & { readonly order: Order },
  condition: OutputCondition,
  nowMs: number,
  wasReported: boolean,
): boolean {
  if (!NOT_AS_ORDERED.includes(condition)) return false;
  // Its lease reached until the end: nothing cut it short.
  const heldUntil = (state?.heard ?? 0) + defined.leaseSeconds * 1_000;
  if (condition === "silent" && order.until !== undefined && heldUntil >= order.until) return false;
  // Of what is off, it is no matter that the board has not heard that it should be.
  const isOnStill = condition === "waiting" && (state?.value ?? 0) > 0;
  const matters = order.value === 0 ? isOnStill : isCurrent(order, nowMs);
  // A board that comes back has heard the order before, and applies it when it has heard it anew.
  const begun = condition === "cut" ? (state?.since ?? order.at) : order.at;
  return matters && (wasReported || nowMs > begun + INTERVALS * maxRequestIntervalMs(defined));
}

const NOT_AS_ORDERED: readonly OutputCondition[] = ["waiting", "missed", "fault", "cut", "silent"];

/** Of an order to switch on, until some time after its end. */
function isCurrent(order: Order | undefined, nowMs: number): order is Order {
  return order?.until !== undefined && nowMs < order.until + REPORTED_AFTER_END_MS;
}

/** Until a board hears of an order, it says why the one before ended: maybe because of the limit of another day. */
function isLimitOf(order: Order, state: OutputState, nowMs: number): boolean {
  const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);
  return hasHeard(state, order) || dayOf(state.since ?? nowMs) === dayOf(nowMs);
}
