/**
 * Orders outputs. Unlike other changes an order is not kept for later: without a connection there is none, because
 * nobody may find something switched on that they gave up. The SDK sends what a dead connection lost; the rules refuse what
 * comes a minute late.
 */

import { placeOrder } from "@greenhouse/database/outputs/place-order";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import type { Ordering, OrderOutcome } from "@greenhouse/domain/outputs/ordering";
import { problemOf } from "../connection/problem";
import { readValue, updateAll } from "./writes";

const createKey = createPushKeys(Math.random);

/** Orders an output as the person who is signed in. @param now the server's time, in Unix milliseconds */
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
