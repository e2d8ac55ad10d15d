/** Computes the condition of an output from its order and its board's last report. */

import { MAX_LOCAL_MS } from "./limits.ts";
import type { Order, Output, OutputState, Reported } from "./model.ts";

/**
 * The condition of an output, as far as anybody can know:
 * - `off`: No order, or an order to switch off, and the board confirms it.
 * - `waiting`: The board has not confirmed the order yet.
 * - `missed`: The order ended before the board heard of it, as far as the board has reported.
 * - `applied`: The board reports the ordered value.
 * - `ending`: The order is over or off, and the board has not reported off yet.
 * - `over`: The output had the ordered value until the end.
 * - `cut`: The output is off before the order's end, because the board heard nothing for the length of the lease.
 * - `limit`, `fault`: The output is off for that reason.
 * - `local`: Somebody set the output at the board.
 * - `fallback`: On while no order holds, because the board's own sensors ask for it. The board may have changed it since.
 * - `silent`: The last report was on, so long ago that the output must be off by itself.
 */
export type OutputCondition =
  | "off"
  | "waiting"
  | "missed"
  | "applied"
  | "ending"
  | "over"
  | "cut"
  | "limit"
  | "fault"
  | "local"
  | "fallback"
  | "silent";

export function outputCondition(
  { leaseSeconds }: Pick<Output, "leaseSeconds">,
  order: Order | undefined,
  state: OutputState | undefined,
  nowMs: number,
): OutputCondition {
  const isOn = state !== undefined && state.value > 0;
  const isOver = isOverAt(order, nowMs);
  const isUnheard = order !== undefined && !hasHeard(state, order);
  // This holds for a silent board, too: the output would be on as soon as the board sends a request.
  if (isUnheard && order.value > 0) return isOver ? "missed" : "waiting";
  if (isOn && nowMs > state.heard + longestOnMs(state, leaseSeconds)) return "silent";
  if (isUnheard) return "waiting";
  switch (state?.reason) {
    case "local":
    case "limit":
    case "fault":
    case "fallback":
      return state.reason;
    default:
  }
  if (isOn) return isOver ? "ending" : "applied";
  if (order === undefined || order.value === 0) return "off";
  const since = state?.since;
  // The output was off before the order, so the board heard of the order too late.
  if (isOver && since !== undefined && since < order.at) return "missed";
  return isOver ? "over" : "cut";
}

/** Returns how long after its report an output may be on without hearing anything, in milliseconds. */
export function longestOnMs({ reason }: OutputState, leaseSeconds: number): number {
  // A fallback needs no contact.
  if (reason === "fallback") return Infinity;
  return reason === "local" ? MAX_LOCAL_MS : leaseSeconds * 1_000;
}

/** Whether the last report was on, but so long ago that the output must be off by itself, whatever is ordered. */
export function isSurelyOff(
  defined: Pick<Output, "leaseSeconds">,
  state: OutputState | undefined,
  nowMs: number,
): boolean {
  return outputCondition(defined, undefined, state, nowMs) === "silent";
}

/**
 * Whether the board reports that it knows this order. Versions only name orders. After an output is removed and defined
 * again, an old order may have a higher version than later orders.
 */
export function hasHeard(state: Pick<Reported, "version"> | undefined, order: Order): boolean {
  return state?.version === order.version;
}

/** Whether nothing is ordered to be on at this time. */
export function isOverAt(order: Order | undefined, nowMs: number): boolean {
  return (order?.until ?? 0) <= nowMs;
}
