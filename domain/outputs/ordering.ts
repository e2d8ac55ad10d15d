/** Orders: their versions, their updates, and what happens if somebody else orders at the same moment. */

import { SERVER_TIME } from "../stored.ts";
import { isOverAt } from "./condition.ts";
import type { Order, OutputId } from "./model.ts";

export interface Ordering {
  readonly value: number;
  /** When the order ends, in Unix milliseconds; undefined: the order is off. */
  readonly until: number | undefined;
  readonly by: string;
}

export interface OrderKeys {
  /** A new push key. */
  readonly key: string;
  /** The database's time. */
  readonly nowMs: number;
}

/** The first version of an output is a multiple of this. */
export const FIRST_VERSION_STEP = 100;

/**
 * Returns the version of the next order. The first is the time in seconds, times `FIRST_VERSION_STEP`. So an output that
 * was removed and is defined again does not begin with a version that its board has seen. If two people give the first
 * order at once, neither version is the successor of the other, even in different seconds.
 */
export function nextVersion(order: Order | undefined, nowMs: number): number {
  return order === undefined ? Math.floor(nowMs / 1_000) * FIRST_VERSION_STEP : order.version + 1;
}

/** Returns the path of an output's newest order. */
export function orderPath({ farmId, uid, output }: OutputId): string {
  return `outputOrders/${farmId}/${uid}/${output}`;
}

/**
 * Returns the update that orders, and logs who did. The rules refuse it if somebody else has ordered since `last`.
 */
export function orderUpdate(
  id: OutputId,
  { value, until, by }: Ordering,
  last: Order | undefined,
  { key, nowMs }: OrderKeys,
): Readonly<Record<string, object>> {
  const version = nextVersion(last, nowMs);
  const order = { value, version, ...(until !== undefined && { until }), by, at: SERVER_TIME };
  return {
    [orderPath(id)]: {
      ...order,
      ...(value > 0 && { asked: nowMs }),
      entry: key,
    },
    [`outputLog/${id.farmId}/${id.uid}/${id.output}/${key}`]: order,
  };
}

/**
 * - `ordered`: The order is stored. `replaced` is the order to switch on that still held, if any.
 * - `refused`: The rules refused the order, but not because of another order.
 * - `meanwhile`: Somebody else ordered first, at each attempt.
 */
export type OrderOutcome =
  | { readonly kind: "ordered"; readonly replaced: Order | undefined }
  | { readonly kind: "refused" }
  | { readonly kind: "meanwhile"; readonly order: Order | undefined };

export interface OrderAttempt {
  /** Counted from 1. */
  readonly number: number;
  /** The order that this attempt replaces. */
  readonly last: Order | undefined;
}

/**
 * An order to switch off is repeated if somebody else was faster. An order to switch on is not repeated, because the other
 * person may have a reason.
 */
const MAX_ATTEMPTS_OFF = 5;

/** Returns the outcome of an attempt that the database has stored. */
export function afterStored({ last }: OrderAttempt, nowMs: number): OrderOutcome {
  // The rules store an order only directly after the one that was read: no other order was replaced.
  return { kind: "ordered", replaced: isOverAt(last, nowMs) ? undefined : last };
}

/** Returns the outcome of an attempt that the rules refused, or the next attempt. @param order the newest order now */
export function afterRefusal(
  { value }: Pick<Ordering, "value">,
  { number, last }: OrderAttempt,
  order: Order | undefined,
): OrderOutcome | { readonly kind: "again"; readonly attempt: OrderAttempt } {
  if (order?.version === last?.version) return { kind: "refused" };
  const maxAttempts = value > 0 ? 1 : MAX_ATTEMPTS_OFF;
  return number < maxAttempts
    ? { kind: "again", attempt: { number: number + 1, last: order } }
    : { kind: "meanwhile", order };
}
