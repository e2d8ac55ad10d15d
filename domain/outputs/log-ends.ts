/** The ends of orders in the log. Only the log of an output needs this. */

import type { Order } from "./model.ts";
import { PLAN_AUTHOR } from "./plans/model.ts";

/**
 * Returns the log with the ends that a plan has brought about: the log has no entries of renewed orders. A plan switches
 * off only what it has on.
 * @param log the newest order first
 * @param newest the present order
 */
export function withRenewals(log: readonly Order[], newest: Order | undefined): readonly Order[] {
  return log.map((order, index) => {
    if (order.by !== PLAN_AUTHOR || order.value === 0) return order;
    const next = log[index - 1];
    if (next === undefined) {
      return newest?.since === order.at ? { ...order, until: newest.until } : order;
    }
    const isEnd = next.by === PLAN_AUTHOR && next.value === 0;
    return isEnd ? { ...order, until: next.at } : order;
  });
}
