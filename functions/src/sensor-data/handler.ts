/**
 * `POST /sensorData`. This module says how its three variants differ: how each is parsed, proven and written. store.ts
 * has what they share.
 */

import { matchesAny } from "../../../domain/src/signing";
import { accept, refuse } from "../http/refusal";
import type { Endpoint } from "../http/dispatch";
import { checkSignedBody, checkSignature } from "../http/signature";
import {
  parseSubmission,
  type AcceptedVariants,
  type KeyReading,
  type SignedReading,
} from "./parse";
import { planAll, planKeyInBody, planHmac, planSigned } from "./plan";
import { createStore, type StoreRequest, type StoreParts } from "./store";

export interface SensorDataParts extends StoreParts {
  readonly acceptedVariants: AcceptedVariants;
  /** The keys that the key-in-body variant accepts. */
  readonly sensorKeys: readonly string[];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** From Unix milliseconds to a new push key. */
  readonly createPushKey: (nowMs: number) => string;
}

/** Makes the endpoint. */
export function createSensorData(parts: SensorDataParts): Endpoint {
  const store = createStore(parts);
  return (request) => {
    const parsed = parseSubmission(request, parts.acceptedVariants);
    if (!parsed.ok) return parsed;
    const submission = parsed.value;
    const nowMs = parts.now();
    switch (submission.variant) {
      case "hmac":
        return store({
          ...submission,
          check: (key) => checkSignedBody(submission, key, nowMs),
          plan: (readings, isNewest) => planHmac(readings, nowMs, isNewest),
          nowMs,
        });
      case "signed": {
        const newKey = parts.createPushKey(nowMs);
        // Node joins a header that is sent twice. Only a digest of it is kept, so HTTP's own limit on headers suffices.
        const idempotencyKey = request.headers["idempotency-key"] as string | undefined;
        return store({
          ...singleReading(submission, submission.timestamp?.ms ?? nowMs),
          check: (key) => checkSignature(submission, key, nowMs),
          plan: (readings) =>
            planAll(readings, (each) =>
              planSigned(each, newKey, nowMs, idempotencyKey || undefined),
            ),
          nowMs,
        });
      }
      case "key-in-body": {
        if (!matchesAny(submission.apiKey, parts.sensorKeys)) return refuse({ code: "wrong-key" });
        const newKey = parts.createPushKey(nowMs);
        return store({
          ...singleReading(submission, nowMs),
          check: undefined,
          plan: (readings) => planAll(readings, (each) => planKeyInBody(each, newKey)),
          nowMs,
        });
      }
    }
  };
}

/** One reading of one sensor. */
function singleReading(
  { uid, measurements }: SignedReading | KeyReading,
  timeMs: number,
): Pick<StoreRequest, "sender" | "isBatch" | "readings"> {
  const readings = [accept({ uid, timeMs, measurements })];
  return { sender: { uid }, isBatch: false, readings };
}
