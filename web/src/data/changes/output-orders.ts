/**
 * Orders outputs. Unlike other changes, an order is never kept for later: nobody may find an output on after they gave
 * up. So there are no orders without a connection. If a connection breaks, the SDK sends the order again, and the rules
 * refuse an order that is a minute late.
 */

import { placeOrder } from "@greenhouse/database/outputs/place-order";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { Ordering, OrderOutcome } from "@greenhouse/domain/outputs/ordering";
import { problemOf } from "../connection/problem";
import { readValue, updateAll } from "./writes";

const createKey = createPushKeys(Math.random);

/** Places an order as the person who is signed in. @param now the server's time, in Unix milliseconds */
export async function orderOutput(
  id: OutputId,
  ordering: Ordering,
  now: () => number,
): Promise<OrderOutcome> {
  return placeOrder({ read: readValue, update: store, createKey, now }, id, ordering);
}

/** Returns false if the rules refuse the update. */
async function store(values: Readonly<Record<string, object>>): Promise<boolean> {
  try {
    await updateAll(values);
    return true;
  } catch (error) {
    if (problemOf(error) === "refused") return false;
    throw error;
  }
}
