/** The newest value of a sensor as it was sent, for calibrating. */

import { newestSent } from "@greenhouse/domain/alerts/condition";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import { lastSeenOf } from "../model/values/newest";

export interface SentValue {
  readonly value: number;
  /** Unix milliseconds; undefined if unknown. */
  readonly at: number | undefined;
}

/** Reads the signal of the greenhouse, so that the component is rendered again with each reading. */
export function sentValueOf(
  { watch }: Pick<LiveGreenhouse, "watch">,
  uid: string,
  quantity: Measurement,
): SentValue | undefined {
  const { values, lastSeen } = watch.newest.value;
  const { unsigned, measured } = lastSeenOf(lastSeen, uid);
  const value = newestSent(uid, quantity, unsigned.includes(quantity), values);
  return value === undefined ? undefined : { value, at: measured[quantity] };
}
