/** Returns the functions' writes for accepted readings of each variant. */

import type { Update } from "@greenhouse/database/client/database";
import type { AcceptedReading as Accepted } from "../../functions/src/sensor-data/decide";
import type { Variant } from "../../functions/src/sensor-data/sensor-request";
import { createEntryKey, plan } from "../../functions/src/sensor-data/plan";

/** Its place in a request changes nothing. */
export type AcceptedReading = Omit<Accepted, "index" | "arrivedMs">;

export function planSigned(
  reading: AcceptedReading,
  newKey: string,
  nowMs: number,
  idempotencyKey?: string,
): Update {
  return planAs("md5", [reading], nowMs, { newKey, idempotencyKey });
}

export function planKeyInBody(reading: AcceptedReading, newKey: string): Update {
  return planAs("key-in-body", [reading], reading.updatedAt, { newKey });
}

export function planHmac(
  readings: readonly AcceptedReading[],
  nowMs: number,
  isNewest: () => boolean,
  importId?: string,
): Update {
  return planAs("hmac", readings, nowMs, { isNewest, importId });
}

interface More {
  readonly newKey?: string;
  readonly idempotencyKey?: string | undefined;
  readonly isNewest?: () => boolean;
  readonly importId?: string | undefined;
}

function planAs(
  variant: Variant,
  readings: readonly AcceptedReading[],
  nowMs: number,
  { newKey = "", idempotencyKey, isNewest = () => true, importId }: More,
): Update {
  const planned = readings.map((reading) => ({
    ...reading,
    index: 0,
    arrivedMs: nowMs,
    entryKey: createEntryKey(variant, reading, newKey, idempotencyKey),
    replacesNewest: isNewest(),
    isSignOfLife: false,
    importId,
  }));
  return plan(variant, planned);
}
