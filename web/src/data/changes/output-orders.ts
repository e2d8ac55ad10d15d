/**
 * Orders outputs. Unlike other changes an order is not kept for later: without a connection there is none, because
 * nobody may find something switched on that they gave up. The SDK sends what a dead connection lost; the rules refuse what
 * comes a minute late.
 */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import {
  afterRefusal,
  afterStored,
  orderPath,
  orderUpdate,
} from "@greenhouse/domain/outputs/ordering";
import type { OrderAttempt, Ordering, OrderOutcome } from "@greenhouse/domain/outputs/ordering";
import { parseOrder } from "@greenhouse/domain/outputs/records";
import { problemOf } from "../connection/problem";
import { readValue, updateAll } from "./writes";

const createKey = createPushKeys(Math.random);

/** @param now the server's time, in Unix milliseconds */
export async function orderOutput(
  id: OutputId,
  ordering: Ordering,
  now: () => number,
): Promise<OrderOutcome> {
  const readNewest = async () => parseOrder(await readValue(orderPath(id)));
  const tryOnce = async (attempt: OrderAttempt): Promise<OrderOutcome> => {
    const nowMs = now();
    const key = createKey(nowMs);
    const isStored = await store(orderUpdate(id, ordering, attempt.last, { key, nowMs }));
    if (isStored) return afterStored(attempt, nowMs);
    const next = afterRefusal(ordering, attempt, await readNewest());
    return next.kind === "again" ? tryOnce(next.attempt) : next;
  };
  return tryOnce({ number: 1, last: await readNewest() });
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
