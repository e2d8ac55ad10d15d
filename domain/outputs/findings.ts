/** The findings of an output: an order that is not applied, a daily limit that ended an order, a manual switch. */

import { MINUTE_MS } from "../time.ts";
import { limitDayOf, maxRequestIntervalMs, minRenewalMs } from "./limits.ts";
import { hasHeard, outputCondition } from "./condition.ts";
import type { KnownOutput, Order, OutputState } from "./model.ts";
import type { OutputCondition } from "./condition.ts";

/** `value` is the ordered value (`unapplied`) or the value that somebody set at the board (`manual`). */
export interface OutputFinding {
  readonly kind: OutputFindingKind;
  readonly output: string;
  readonly outputName: string;
  readonly value?: number;
  /** Unix milliseconds; undefined if unknown. */
  readonly since: number | undefined;
}

/**
 * Kinds of findings:
 * - `unapplied`: The board has not confirmed the order after two of its intervals, or is silent or hears nothing while the
 *   output should be on, or reports the output on after the order's end.
 * - `limit`: The output is off before the order's end, because it reached its daily limit.
 * - `manual`: The output is on because somebody set it at the board, whatever is ordered.
 */
export const OUTPUT_FINDINGS = ["unapplied", "limit", "manual"] as const;
export type OutputFindingKind = (typeof OUTPUT_FINDINGS)[number];

/**
 * Kinds of findings of plans (plan-findings.ts). They are here so that the page does not load the plans for them:
 * - `blind`: The plan has had no fresh value for an hour, or skipped its last two runs for that reason.
 * - `ineffective`: The soil did not get wetter within two hours of the last three runs. Perhaps the pump or the hose fails.
 */
export const PLAN_FINDINGS = ["blind", "ineffective"] as const;
export type PlanFindingKind = (typeof PLAN_FINDINGS)[number];

const INTERVALS = 2;
/** Findings about an order hold for this time after its end. Otherwise short orders would end without an alert. */
const REPORTED_AFTER_END_MS = 10 * MINUTE_MS;

/**
 * Returns the findings of an output.
 * @param nowMs Unix milliseconds
 * @param wasReported whether an unapplied order was reported before. Then the order that replaces it is reported at once.
 */
export function outputFindingsOf(
  knownOutput: KnownOutput,
  nowMs: number,
  wasReported = false,
): readonly OutputFinding[] {
  const { output, defined, order, state } = knownOutput;
  const about = { output, outputName: defined.name };
  // An administrator may have stored any time.
  const past = (time: number | undefined): number | undefined =>
    time !== undefined && time > 0 && time <= nowMs ? time : undefined;
  const condition = outputCondition(defined, order, state, nowMs);
  const found: OutputFinding[] = [];
  if (order !== undefined) {
    const since = unappliedSince({ ...knownOutput, order }, condition, nowMs);
    const isLong = nowMs > (since ?? Infinity) + INTERVALS * maxRequestIntervalMs(defined);
    const isStill = wasReported && !appliesRenewed(order, state);
    if (since !== undefined && (isStill || isLong)) {
      found.push({ kind: "unapplied", ...about, value: order.value, since: past(since) });
    }
  }
  const end = order?.until ?? order?.at;
  // The board still reports on after the end.
  if (condition === "ending" && end !== undefined && state !== undefined) {
    const isLate = state.heard > end + maxRequestIntervalMs(defined);
    if (isLate) found.push({ kind: "unapplied", ...about, value: 0, since: past(end) });
  }
  const isLimited = state?.reason === "limit" && order !== undefined;
  if (isLimited && isCurrent({ defined, order }, nowMs) && isLimitOf(order, state, nowMs)) {
    found.push({ kind: "limit", ...about, since: past(state.since) });
  }
  // A manual switch is reported whatever is ordered.
  const isByHand = outputCondition(defined, undefined, state, nowMs) === "local";
  if (isByHand && state !== undefined && state.value > 0) {
    found.push({ kind: "manual", ...about, value: state.value, since: past(state.since) });
  }
  return found;
}

type Ordered = KnownOutput & { readonly order: Order };

/** Returns since when the board could have applied the order; undefined if it has, or if the order does not matter. */
function unappliedSince(
  ordered: Ordered,
  condition: OutputCondition,
  nowMs: number,
): number | undefined {
  const { defined, order, state } = ordered;
  if (!NOT_AS_ORDERED.includes(condition)) return undefined;
  // The lease lasted until the order's end, so the order was applied completely.
  const heldUntil = (state?.heard ?? 0) + defined.leaseSeconds * 1_000;
  if (condition === "silent" && order.until !== undefined && heldUntil >= order.until) {
    return undefined;
  }
  // An order to switch off does not matter if the output is off already.
  const isOnStill = condition === "waiting" && (state?.value ?? 0) > 0;
  const matters = order.value === 0 ? isOnStill : isCurrent(ordered, nowMs);
  if (!matters) return undefined;
  const first = order.since ?? order.at;
  // A board that comes back applies the order as soon as it hears of it again.
  if (condition === "cut") return Math.max(first, state?.since ?? 0);
  return Math.max(first, missingSince(ordered));
}

/**
 * Returns since when a board can miss a plan's order that is renewed again and again. The board may report any of the
 * renewed orders.
 */
function missingSince({ defined, order, state }: Ordered): number {
  const { value, version = 0, heard = 0, since } = state ?? {};
  const hasHeardEarlier = version > 0 && version < order.version;
  // A board that has restarted reports version 0 until it hears of the order. If it restarts again and again, it fails.
  if (!hasHeardEarlier) return Math.min(since ?? 0, order.at + maxRequestIntervalMs(defined));
  const renewalMs = minRenewalMs(defined);
  const nextOrder = order.at - (order.version - version - 1) * renewalMs;
  // The estimate drifts, because renewals may take longer. These bounds do not.
  return Math.min(nextOrder, value === order.value ? heard + renewalMs : (since ?? Infinity));
}

/** Whether the board has applied one of the orders that a plan renews. A slow board never reports the last. */
function appliesRenewed(order: Order, state: OutputState | undefined): boolean {
  if (state === undefined || order.since === undefined) return false;
  const { value, reason, heard } = state;
  return reason === "order" && value === order.value && heard > order.since;
}

const NOT_AS_ORDERED: readonly OutputCondition[] = ["waiting", "missed", "fault", "cut", "silent"];

/** Whether an order to switch on still holds, or ended a short time ago, or the board had no time to report. */
function isCurrent({ defined, order }: Pick<Ordered, "defined" | "order">, nowMs: number): boolean {
  if (order.until === undefined) return false;
  const reportedAt = order.at + INTERVALS * maxRequestIntervalMs(defined);
  return nowMs < Math.max(order.until, reportedAt) + REPORTED_AFTER_END_MS;
}

/** Until a board hears of an order, it reports the reason of the order before, maybe the limit of another day. */
function isLimitOf(order: Order, state: OutputState, nowMs: number): boolean {
  return hasHeard(state, order) || limitDayOf(state.since ?? nowMs) === limitDayOf(nowMs);
}
