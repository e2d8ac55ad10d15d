/** The answer of the functions to a board. */

import { limitDayOf, OFF_HOLDS_MS } from "./limits.ts";
import type { Order, Output } from "./model.ts";
import { personHold } from "./plans/situation.ts";

/** The answer about a defined output. */
export interface OutputAnswer {
  /** The ordered value; 0: off. */
  readonly value: number;
  readonly version: number;
  /** How long the order holds, in milliseconds after the board sent its request; 0: off. */
  readonly forMs: number;
  /**
   * Only of an order to switch off: how long it keeps the board's fallback off, in milliseconds after the board sent its
   * request. 0: a plan ordered it, or a person long ago. Older backends do not send it.
   */
  readonly offForMs?: number | undefined;
  /** How long the output may be on in a day, in milliseconds. */
  readonly maxOnMs: number;
  /** Today as whole days since 1970, UTC. */
  readonly day: number;
}

/** Returns the answer about an output. @param nowMs when the board's request arrived */
export function answerFor(output: Output, order: Order | undefined, nowMs: number): OutputAnswer {
  const leftMs = order?.until === undefined ? 0 : order.until - nowMs;
  return {
    value: order?.value ?? 0,
    version: order?.version ?? 0,
    forMs: Math.max(0, Math.floor(Math.min(leftMs, output.leaseSeconds * 1_000))),
    ...(order?.value === 0 && { offForMs: offForMs(order, nowMs) }),
    maxOnMs: output.maxOnSeconds * 1_000,
    day: limitDayOf(nowMs),
  };
}

/** Returns how long an order to switch off still keeps plans and the board's fallback off. */
function offForMs(order: Order, nowMs: number): number {
  const until = personHold({ order, state: undefined }, nowMs)?.until ?? nowMs;
  // The database's clock, which the order has its time from, may be ahead.
  return Math.min(OFF_HOLDS_MS, Math.ceil(until - nowMs));
}
