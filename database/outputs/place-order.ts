/** Orders an output, and tries again if that is safe (`domain/outputs/ordering.ts`). */

import {
  afterRefusal,
  afterStored,
  orderPath,
  orderUpdate,
} from "@greenhouse/domain/outputs/ordering";
import type { OrderAttempt, Ordering, OrderOutcome } from "@greenhouse/domain/outputs/ordering";
import type { OutputId } from "@greenhouse/domain/outputs/model";
import { parseOrder } from "@greenhouse/domain/outputs/records";

export interface OrderDatabase {
  readonly read: (path: string) => Promise<unknown>;
  /** Returns false if the rules refuse the update. */
  readonly update: (values: Readonly<Record<string, object>>) => Promise<boolean>;
  /** Returns a new push key with that time. */
  readonly createKey: (nowMs: number) => string;
  /** Returns the database's time, in Unix milliseconds. */
  readonly now: () => number;
}

export async function placeOrder(
  database: OrderDatabase,
  id: OutputId,
  ordering: Ordering,
): Promise<OrderOutcome> {
  const readNewest = async () => parseOrder(await database.read(orderPath(id)));
  const tryOnce = async (attempt: OrderAttempt): Promise<OrderOutcome> => {
    const nowMs = database.now();
    const key = database.createKey(nowMs);
    const isStored = await database.update(orderUpdate(id, ordering, attempt.last, { key, nowMs }));
    if (isStored) return afterStored(attempt, nowMs);
    const next = afterRefusal(ordering, attempt, await readNewest());
    return next.kind === "again" ? tryOnce(next.attempt) : next;
  };
  return tryOnce({ number: 1, last: await readNewest() });
}
