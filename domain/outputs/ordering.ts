/** Orders: their versions, their updates, and what happens if somebody else orders at the same moment. */

import { SERVER_TIME } from "../stored.ts";
import { isOverAt } from "./condition.ts";
import type { Order, OutputId } from "./model.ts";
import { readOrder } from "./records.ts";

export interface Ordering {
  readonly value: number;
  /** When the order ends, in Unix milliseconds; undefined: the order is off. */
  readonly until: number | undefined;
  readonly by: string;
}

/** The first version of an output is a multiple of this. */
export const FIRST_VERSION_STEP = 100;

/**
 * Returns the version of the next order. The first is the time in seconds, times `FIRST_VERSION_STEP`. So an output that
 * was removed and is defined again does not begin with a version that its board has seen. And if two people give the
 * first order at once, neither has the version that follows the other's, in whatever second they begin.
 */
export function nextVersion(order: Order | undefined, nowMs: number): number {
  return order === undefined ? Math.floor(nowMs / 1_000) * FIRST_VERSION_STEP : order.version + 1;
}

/**
 * Returns the update that orders, and logs who did. The rules refuse it if somebody else has ordered since `last`.
 * @param key a new push key
 * @param nowMs the database's time
 */
export function orderUpdate(
  { farmId, uid, output }: OutputId,
  { value, until, by }: Ordering,
  last: Order | undefined,
  { key, nowMs }: { readonly key: string; readonly nowMs: number },
): Readonly<Record<string, object>> {
  const version = nextVersion(last, nowMs);
  const order = { value, version, ...(until !== undefined && { until }), by, at: SERVER_TIME };
  return {
    [`outputOrders/${farmId}/${uid}/${output}`]: {
      ...order,
      ...(value > 0 && { asked: nowMs }),
      entry: key,
    },
    [`outputLog/${farmId}/${uid}/${output}/${key}`]: order,
  };
}

export interface OrderDatabase {
  readonly read: (path: string) => Promise<unknown>;
  /** False where the rules refuse it. */
  readonly update: (values: Readonly<Record<string, object>>) => Promise<boolean>;
  /** A new push key of that time. */
  readonly createKey: (nowMs: number) => string;
  /** The database's time, in Unix milliseconds. */
  readonly now: () => number;
}

/**
 * `ordered`: in place of `replaced`, if an order to switch on still held. `refused`: not because of another order.
 * `meanwhile`: somebody else ordered this first, each time.
 */
export type OrderOutcome =
  | { readonly kind: "ordered"; readonly replaced: Order | undefined }
  | { readonly kind: "refused" }
  | { readonly kind: "meanwhile"; readonly order: Order | undefined };

/** Off is ordered again where somebody else was faster; on is not: they may know why. */
const TRIES_OFF = 5;

export async function placeOrder(
  { read, update, createKey, now }: OrderDatabase,
  id: OutputId,
  ordering: Ordering,
): Promise<OrderOutcome> {
  const path = `outputOrders/${id.farmId}/${id.uid}/${id.output}`;
  let last = readOrder(await read(path));
  for (let tries = ordering.value > 0 ? TRIES_OFF : 1; ; tries += 1) {
    const nowMs = now();
    if (await update(orderUpdate(id, ordering, last, { key: createKey(nowMs), nowMs }))) {
      // The rules store it only directly after the order that was read: nothing else was replaced.
      return { kind: "ordered", replaced: isOverAt(last, nowMs) ? undefined : last };
    }
    const order = readOrder(await read(path));
    if (order?.version === last?.version) return { kind: "refused" };
    if (tries === TRIES_OFF) return { kind: "meanwhile", order };
    last = order;
  }
}
