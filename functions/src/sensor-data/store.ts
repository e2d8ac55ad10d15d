/**
 * How readings get into the database. Each is accepted or refused by itself; all accepted ones are one update. Nothing
 * is refused because of a cached record: that is decided again on a fresh one.
 */

import { once } from "../../../domain/src/once";
import { BoundedMap } from "../bounded-map";
import { Unavailable, type Update } from "../database/database";
import type { DatabaseInstance } from "../database/instances";
import type { RateLimit } from "../http/rate-limit";
import { accept, describeRefusal, refuse, type Refusal, type Result } from "../http/refusal";
import { MAX_TIME_DIFFERENCE_MS } from "../http/signature";
import {
  authorizeFarm,
  authorizeSensor,
  type Authority,
  type Context,
  type Decision,
} from "./authorize";
import type { Reading, Sender } from "./parse";
import type { AcceptedReading } from "./plan";

/** Sensors whose newest reading is remembered. */
const MAX_SENSORS = 10_000;

/** A batch of more readings keeps the database busy for long, so it waits for its turn. */
const LARGE_BATCH = 30;

export interface StoreParts {
  /** How old a reading of a batch may be, in milliseconds. */
  readonly maxAgeMs: number;
  /** The database instance that holds the sensor or the farm. */
  readonly instanceOf: (id: string) => DatabaseInstance;
  /**
   * By the uid or the farm that sends. Only what is authenticated is counted, so that nobody uses up another's budget.
   */
  readonly limit: RateLimit;
  /** Reports a sensor whose readings the database's rules deny: its registration is at fault. */
  readonly reportDenied: (uid: string) => void;
}

/** What one request asks to store. */
export interface StoreRequest {
  readonly sender: Sender;
  readonly isBatch: boolean;
  readonly readings: readonly Result<Reading>[];
  readonly check: Context["check"];
  /** @param isNewest whether no newer reading of the sensor is known to be stored */
  readonly plan: (
    accepted: readonly AcceptedReading[],
    isNewest: (reading: AcceptedReading) => boolean,
  ) => Update;
  /** When it was received, in Unix milliseconds. */
  readonly nowMs: number;
}

/** What becomes of each reading, with its index in the request. */
interface Outcome {
  readonly accepted: readonly (AcceptedReading & { readonly index: number })[];
  readonly refused: readonly { readonly index: number; readonly refusal: Refusal }[];
}

/** @returns a function that stores the readings of a request, and returns the response body or why all are refused */
export function createStore(parts: StoreParts): (request: StoreRequest) => Promise<Result<object>> {
  /** The time of the newest reading of each sensor that this instance has stored. */
  const newestMs = new BoundedMap<number>(MAX_SENSORS);
  const isNewest = ({ uid, updatedAt }: AcceptedReading): boolean =>
    updatedAt >= (newestMs.get(uid) ?? -Infinity);

  return async (request) => {
    const { sender, readings, check } = request;
    const id = "uid" in sender ? sender.uid : sender.farmId;
    const instance = parts.instanceOf(id);
    const database = instance.openDatabase(id);
    // No uid has a slash, so a farm with the id of a sensor is counted apart from it.
    const count = once(() => parts.limit("uid" in sender ? id : `farm/${id}`));
    const isHere = (uid: string): boolean => parts.instanceOf(uid) === instance;
    const { registrations } = instance;

    const authorize = (mustBeFresh: boolean): Promise<Decision<Authority>> => {
      const context = { registrations, database, isHere, check, count, mustBeFresh };
      if ("uid" in sender) return authorizeSensor(sender.uid, context);
      const uids = new Set(readings.flatMap((each) => (each.ok ? [each.value.uid] : [])));
      return authorizeFarm(sender.farmId, uids, context);
    };

    async function commit(accepted: Outcome["accepted"]): Promise<"stored" | "denied"> {
      const plan = (): Update => request.plan(accepted, isNewest);
      const isLarge = accepted.length > LARGE_BATCH;
      const result = await (isLarge ? database.commitLarge(plan) : database.commit(plan()));
      // Readings with the key in the body have newest values of their own, which nothing here compares.
      if (result === "stored" && check !== undefined) {
        for (const each of accepted) if (isNewest(each)) newestMs.set(each.uid, each.updatedAt);
      }
      return result;
    }

    /** A registration that the rules do not accept must not keep the readings of other sensors out. */
    async function commitEach({ accepted, refused }: Outcome): Promise<Outcome | "denied"> {
      const bySensor = Map.groupBy(accepted, ({ uid }) => uid);
      if (bySensor.size === 1) return "denied";
      const denied = new Set<string>();
      for (const [uid, ofSensor] of bySensor) {
        if ((await commit(ofSensor)) === "denied") denied.add(uid);
      }
      if (denied.size === bySensor.size) return "denied";
      for (const uid of denied) parts.reportDenied(uid);
      const lost = accepted.filter(({ uid }) => denied.has(uid));
      const refusal: Refusal = { code: "not-linked" };
      return {
        accepted: accepted.filter(({ uid }) => !denied.has(uid)),
        refused: [...refused, ...lost.map(({ index }) => ({ index, refusal }))],
      };
    }

    /** Stale: cached records may be why nothing can be stored. */
    async function attempt(mustBeFresh: boolean): Promise<Result<object> | "stale" | "denied"> {
      const { result, isFresh } = await authorize(mustBeFresh);
      if (!result.ok) return isFresh ? result : "stale";
      const outcome = decide(request, result.value, parts.maxAgeMs);
      const isEmpty = outcome.accepted.length === 0;
      // If nothing is stored, no write confirms the key.
      if (isEmpty) return isFresh ? reply(request, outcome) : "stale";
      if ((await commit(outcome.accepted)) === "stored") return reply(request, outcome);
      if (!isFresh) return "stale";
      const rest = await commitEach(outcome);
      return rest === "denied" ? "denied" : reply(request, rest);
    }

    let answer = await attempt(false);
    if (answer === "stale") answer = await attempt(true);
    // A sensor may have been unlinked after it was read. If fresh records are denied twice, the rules are wrong.
    if (answer === "denied") answer = await attempt(true);
    if (typeof answer === "object") return answer;
    throw new Unavailable("denied", "The database's rules deny a registered sensor's reading.");
  };
}

function decide(request: StoreRequest, authority: Authority, maxAgeMs: number): Outcome {
  const accepted: Outcome["accepted"][number][] = [];
  const refused: Outcome["refused"][number][] = [];
  for (const [index, reading] of request.readings.entries()) {
    const decided = reading.ok ? decideOne(reading.value, request, authority, maxAgeMs) : reading;
    if (decided.ok) accepted.push({ ...decided.value, index });
    else refused.push({ index, refusal: decided.refusal });
  }
  return { accepted, refused };
}

function decideOne(
  { uid, timeMs, measurements }: Reading,
  { isBatch, nowMs }: StoreRequest,
  { key, sensors }: Authority,
  maxAgeMs: number,
): Result<AcceptedReading> {
  const sensor = sensors.get(uid) ?? refuse({ code: "unknown-sensor", uid });
  if (!sensor.ok) return sensor;
  if (timeMs - nowMs > MAX_TIME_DIFFERENCE_MS) return refuse({ code: "from-the-future" });
  if (isBatch && nowMs - timeMs > maxAgeMs) return refuse({ code: "too-old" });
  return accept({ ...sensor.value, uid, measurements, updatedAt: timeMs, key });
}

/** The body of the 200 response. */
function reply({ isBatch }: StoreRequest, { accepted, refused }: Outcome): Result<object> {
  const [reading] = accepted;
  if (!isBatch && reading !== undefined) {
    const { uid, greenhouse, sensorName, sensorType, measurements, updatedAt } = reading;
    const data = { uid, sensorName, sensorType, ...measurements, timestamp: updatedAt };
    return accept({ success: true, uid, greenhouse, data });
  }
  const inOrder = refused.toSorted((a, b) => a.index - b.index);
  return accept({
    success: true,
    stored: accepted.length,
    refused: inOrder.map(({ index, refusal }) => ({ index, ...describeRefusal(refusal) })),
  });
}
