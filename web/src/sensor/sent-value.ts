/** The newest value of a sensor as it was sent, for calibrating. */

import { newestSent } from "@greenhouse/domain/alerts/condition";
import { QUANTITY } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import type { LiveGreenhouse } from "../shared/hooks/farm";
import type { Formatter } from "../model/values/format";
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

/** Returns a value as it was sent. A soil probe that counts does not send percent. */
export function sentText(format: Formatter, quantity: Measurement, value: number): string {
  const isCount = quantity === "soilMoisture" && value > QUANTITY[quantity].max;
  return isCount ? format.bound(value, quantity) : format.exact(value, quantity);
}
