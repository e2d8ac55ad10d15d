/**
 * `POST /sensorData`: parse, authorize, decide, store, answer. With cached registrations, a request takes one attempt,
 * and its write is the only round trip.
 */

import type { IncomingHttpHeaders } from "node:http";

import { once } from "@greenhouse/domain/once";
import { Unavailable, type Database } from "@greenhouse/database/client/database";
import type { Connection } from "../database/connection";
import { Lookup } from "../database/registrations";
import type { RateLimit } from "../http/rate-limit";
import type { Log } from "../log";
import type { Endpoint } from "../request/endpoint";
import { accept, refuse, type Refusal } from "../result";
import { responseBodyOf } from "./answer";
import { authorize, findSensors } from "./authorize";
import {
  createReadingWriters,
  storeBySensor,
  storeTogether,
  type StorableRequest,
  type StoreDecision,
} from "./commit";
import { decide } from "./decide";
import { createIgnoredLog } from "./ignored-fields";
import { answerInterval } from "./interval";
import { answerOutputs } from "./outputs";
import { parseSensorRequest } from "./parse";
import { senderKey, type AcceptedVariants, type SensorRequest } from "./sensor-request";

/** Reading what the board asks for has a shorter deadline than storing the reading. */
const ASKED_TIMEOUT_MS = 5_000;

export interface SensorDataParts {
  readonly acceptedVariants: AcceptedVariants;
  /** The keys that the key-in-body variant accepts. */
  readonly sensorKeys: readonly string[];
  /** Maximum age of a reading in a batch. */
  readonly maxAgeMs: number;
  readonly connection: Connection;
  /** By uid or farm. Counts only authorized requests, so nobody can use up another sender's limit. */
  readonly limit: RateLimit;
  readonly log: Pick<
    Log,
    "registrationDenied" | "fieldsIgnored" | "outputsFailed" | "intervalUnread"
  >;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Returns a new push key for a time in Unix milliseconds. */
  readonly createPushKey: (nowMs: number) => string;
}

/** A request, and everything that all its attempts share. */
interface Handling extends StorableRequest {
  readonly parts: SensorDataParts;
  readonly nowMs: number;
  /** Counts the request once. Returns 0, or the seconds until the sender is served again. */
  readonly countOnce: () => number;
  /** For what the board asks for besides storing its reading. */
  readonly askedDatabase: Database;
}

type Attempt =
  | { readonly outcome: "stored"; readonly body: object }
  | { readonly outcome: "refused"; readonly refusal: Refusal }
  /** Cached records refuse the request, or the rules deny it. Fresh records must decide. */
  | { readonly outcome: "stale" };

export function createSensorData(parts: SensorDataParts): Endpoint {
  const { connection, log } = parts;
  const writerOf = createReadingWriters(connection.open);
  const logIgnored = createIgnoredLog(log);

  function prepare(
    sensorRequest: SensorRequest,
    headers: IncomingHttpHeaders,
    nowMs: number,
  ): Handling {
    const database = connection.open();
    const newKey = parts.createPushKey(nowMs);
    // Node joins repeated headers. Only a digest is kept, so HTTP's own limit on headers is enough.
    const idempotencyKey = headers["idempotency-key"] as string | undefined;
    const { outputs, asksInterval } = sensorRequest;
    const asks = outputs !== undefined || asksInterval === true;
    return {
      parts,
      sensorRequest,
      nowMs,
      log,
      lookUp: (mayUseCache) => new Lookup(connection.cache, database, mayUseCache),
      writeReadings: writerOf({ sensorRequest, database, newKey, idempotencyKey }),
      countOnce: once(() => parts.limit(senderKey(sensorRequest.sender))),
      askedDatabase: asks ? connection.open(ASKED_TIMEOUT_MS) : database,
    };
  }

  return async (sent) => {
    const nowMs = parts.now();
    const parsed = parseSensorRequest(sent, parts.acceptedVariants, nowMs);
    if (!parsed.ok) return parsed;
    const sensorRequest = parsed.value;
    const result = await attemptUntilFresh(prepare(sensorRequest, sent.headers, nowMs));
    switch (result.outcome) {
      case "stored":
        logIgnored(sensorRequest, sent.body, nowMs);
        return accept(result.body);
      case "refused":
        return refuse(result.refusal);
      case "stale":
        throw new Unavailable("denied", "The database's rules deny a registered sensor's reading.");
    }
  };
}

/**
 * Attempts a request on cached records, then on fresh records. A registration may change between its read and the
 * write.
 */
async function attemptUntilFresh(handling: Handling): Promise<Attempt> {
  const cached = handling.lookUp(true);
  let result = await attempt(handling, cached, storeTogether);
  if (result.outcome === "stale" && cached.usedCache) {
    result = await attempt(handling, handling.lookUp(false), storeTogether);
  }
  if (result.outcome === "stale") {
    result = await attempt(handling, handling.lookUp(false), storeBySensor);
  }
  return result;
}

/** Attempts a request once. A cached record never causes a refusal, and the write confirms records that accept. */
async function attempt(handling: Handling, lookup: Lookup, store: StoreDecision): Promise<Attempt> {
  const { sensorRequest, nowMs, askedDatabase } = handling;
  const { sensorKeys, maxAgeMs, log } = handling.parts;
  const authority = await authorize(sensorRequest, lookup, { sensorKeys, nowMs });
  if (!authority.ok) {
    const { refusal } = authority;
    return lookup.usedCache ? { outcome: "stale" } : { outcome: "refused", refusal };
  }
  const retryAfterSeconds = handling.countOnce();
  if (retryAfterSeconds > 0) {
    return { outcome: "refused", refusal: { code: "too-many-requests", retryAfterSeconds } };
  }
  const sensors = await findSensors(sensorRequest, authority.value, lookup);
  const decision = decide(sensorRequest, { sensors, key: authority.value.key, nowMs, maxAgeMs });
  // Every reading is refused. Without a write, nothing confirms the key.
  if (decision.accepted.length === 0 && lookup.usedCache) return { outcome: "stale" };
  const [storing, outputs, interval] = await Promise.all([
    store(decision, handling),
    answerOutputs(sensorRequest, authority.value, nowMs, askedDatabase, log),
    answerInterval(sensorRequest, authority.value, askedDatabase, log),
  ]);
  if (storing.outcome === "denied") return { outcome: "stale" };
  return {
    outcome: "stored",
    body: { ...responseBodyOf(sensorRequest, storing.decision), ...outputs, ...interval },
  };
}
