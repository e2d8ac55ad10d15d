/**
 * Orders outputs. Unlike other changes an order is not kept for later: without a connection there is none, because
 * nobody may find something switched on that they gave up. The SDK sends what a dead connection lost; the rules refuse what
 * comes a minute late.
 */

import { placeOrder } from "@greenhouse/domain/outputs/ordering";
import type { OrderOutcome, Ordering } from "@greenhouse/domain/outputs/ordering";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { problemOf } from "../connection/problem";
import { readValue, updateAll } from "./writes";

const createKey = createPushKeys(Math.random);

/** @param now the server's time, in Unix milliseconds */
export function orderOutput(
  id: OutputId,
  ordering: Ordering,
  now: () => number,
): Promise<OrderOutcome> {
  const update = async (values: Readonly<Record<string, object>>): Promise<boolean> => {
    try {
      await updateAll(values);
      return true;
    } catch (error) {
      if (problemOf(error) === "refused") return false;
      throw error;
    }
  };
  return placeOrder({ read: readValue, update, createKey, now }, id, ordering);
}
