/** Stores readings whose whole request is signed. Each is accepted or refused by itself; all accepted are one update. */

import type { Update } from "../database/database";
import type { DatabaseInstance } from "../database/instances";
import type { Registration, Registrations } from "../database/registrations";
import type { RateLimit } from "../http/rate-limit";
import { accept, describeRefusal, refuse, type Result } from "../http/refusal";
import { checkSeal, MAX_TIME_DIFFERENCE_MS } from "../http/signature";
import { inParallel } from "../../../domain/src/in-parallel";
import type { NewestReadings } from "./newest";
import { authorizeSensor, countOnce, type CheckKey, type Context } from "./authorize";
import { planSealed, type AcceptedReading, type AuthenticReading } from "./plan";
import type { SealedReading, SealedReadings } from "./sealed";
import { commitReadings, store, type Decision } from "./store";

/** Sensors of one request that are looked up at once. */
const MAX_LOOKUPS = 20;

/** Readings of a batch that keeps the database busy for so long that it waits for its turn. */
const LARGE_BATCH = 30;

export interface SealedParts {
  /** How old a reading of a batch may be, in milliseconds. */
  readonly maxAgeMs: number;
  /** The database instance that holds the sensor or the farm. */
  readonly instanceOf: (id: string) => DatabaseInstance;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** By the uid or the farm that sends. Only what is authenticated is counted, so that nobody uses up another's budget. */
  readonly limit: RateLimit;
  /** Reports a sensor whose readings the database's rules deny: its registration is at fault. */
  readonly reportDenied: (uid: string) => void;
}

interface RefusedReading {
  readonly index: number;
  readonly status: number;
  readonly error: string;
}

interface IndexedReading extends AuthenticReading {
  /** In the request. */
  readonly index: number;
}

/** What becomes of each reading. */
interface Outcome {
  readonly accepted: readonly IndexedReading[];
  readonly refused: readonly RefusedReading[];
}

/** The key that proved the request, and the sensors that it speaks for. */
interface Authority {
  readonly key: string;
  readonly sensors: ReadonlyMap<string, Result<Registration>>;
}

/** The body of the 200 response to one reading. */
export function createReceipt(stored: AcceptedReading): object {
  const { uid, greenhouse, sensorName, sensorType, measurements, updatedAt } = stored;
  const data = { uid, sensorName, sensorType, ...measurements, timestamp: updatedAt };
  return { success: true, uid, greenhouse, data };
}

/** @returns stores the readings of a request and returns the response body, or says why all are refused */
export function createStoreSealed(
  parts: SealedParts,
  newest: NewestReadings,
): (request: SealedReadings) => Promise<Result<object>> {
  return async (request) => {
    const { sender, isBatch } = request;
    const id = "uid" in sender ? sender.uid : sender.farmId;
    const { registrations, openDatabase } = parts.instanceOf(id);
    const database = openDatabase(id);
    const nowMs = parts.now();
    // No uid has a slash: whoever names a farm like a sensor uses up nothing of it.
    const count = countOnce(parts.limit, "uid" in sender ? id : `farm/${id}`);
    const check: CheckKey = (key) => checkSeal(request, key, nowMs);

    async function decide(mustBeFresh: boolean): Promise<Decision<Outcome>> {
      const context = { registrations, database, mustBeFresh, count };
      const { result: authority, isFresh } = await ("uid" in sender
        ? authorizeOne(sender.uid, check, context)
        : authorizeFarm(sender.farmId, request.readings, check, context));
      if (!authority.ok) return { result: authority, isFresh };
      const outcome = sort(request, authority.value, nowMs);
      // Where nothing is stored, no write confirms the key.
      if (outcome.accepted.length === 0 && !isFresh) return decide(true);
      return { result: accept(outcome), isFresh };
    }

    async function commit(outcome: Outcome, isFresh: boolean): Promise<Outcome | "denied"> {
      if (outcome.accepted.length === 0) return outcome;
      if ((await commitAll(outcome.accepted)) === "stored") return outcome;
      return isFresh ? commitEach(outcome) : "denied";
    }

    /** A registration that the rules do not accept must not keep the readings of other sensors out. */
    async function commitEach({ accepted, refused }: Outcome): Promise<Outcome | "denied"> {
      const bySensor = Map.groupBy(accepted, ({ uid }) => uid);
      if (bySensor.size === 1) return "denied";
      const denied = new Set<string>();
      for (const [uid, readings] of bySensor) {
        if ((await commitAll(readings)) === "denied") denied.add(uid);
      }
      if (denied.size === bySensor.size) return "denied";
      for (const uid of denied) parts.reportDenied(uid);
      const notLinked = describeRefusal({ code: "not-linked" });
      const lost = accepted.filter(({ uid }) => denied.has(uid));
      return {
        accepted: accepted.filter(({ uid }) => !denied.has(uid)),
        refused: [...refused, ...lost.map(({ index }) => ({ index, ...notLinked }))].sort(
          (a, b) => a.index - b.index,
        ),
      };
    }

    async function commitAll(accepted: readonly IndexedReading[]): Promise<"stored" | "denied"> {
      const plan = (): Update =>
        planSealed(
          accepted,
          nowMs,
          ({ updatedAt }) => nowMs - updatedAt <= MAX_TIME_DIFFERENCE_MS,
          (reading) => newest.isNewest(reading),
        );
      const result = await commitReadings(database, plan, accepted.length > LARGE_BATCH);
      if (result === "stored") for (const reading of accepted) newest.add(reading);
      return result;
    }

    const stored = await store(decide, commit);
    if (!stored.ok) return stored;
    const { accepted, refused } = stored.value;
    const [reading] = accepted;
    return accept(
      isBatch || reading === undefined
        ? { success: true, stored: accepted.length, refused }
        : createReceipt(reading),
    );
  };

  function sort(
    { readings, isBatch }: SealedReadings,
    { key, sensors }: Authority,
    nowMs: number,
  ): Outcome {
    const accepted: IndexedReading[] = [];
    const refused: RefusedReading[] = [];
    for (const [index, parsed] of readings.entries()) {
      const maxAgeMs = isBatch ? parts.maxAgeMs : Infinity;
      const decided = parsed.ok ? decideOne(parsed.value, key, sensors, nowMs, maxAgeMs) : parsed;
      if (decided.ok) accepted.push({ ...decided.value, index });
      else refused.push({ index, ...describeRefusal(decided.refusal) });
    }
    return { accepted, refused };
  }

  function decideOne(
    { uid, timeMs, measurements }: SealedReading,
    key: string,
    sensors: Authority["sensors"],
    nowMs: number,
    maxAgeMs: number,
  ): Result<AuthenticReading> {
    const sensor = sensors.get(uid) ?? refuse({ code: "unknown-sensor", uid });
    if (!sensor.ok) return sensor;
    if (timeMs - nowMs > MAX_TIME_DIFFERENCE_MS) return refuse({ code: "from-the-future" });
    if (nowMs - timeMs > maxAgeMs) return refuse({ code: "too-old" });
    return accept({ ...sensor.value, uid, measurements, updatedAt: timeMs, key });
  }

  async function authorizeOne(
    uid: string,
    check: CheckKey,
    context: Context,
  ): Promise<Decision<Authority>> {
    const { result, isFresh } = await authorizeSensor(uid, check, context);
    if (!result.ok) return { result, isFresh };
    const { sensor, key = "" } = result.value;
    return { result: accept({ key, sensors: new Map([[uid, accept(sensor)]]) }), isFresh };
  }

  /** The key is checked first: nobody else makes this look up sensors. */
  async function authorizeFarm(
    farmId: string,
    readings: SealedReadings["readings"],
    check: CheckKey,
    context: Context,
  ): Promise<Decision<Authority>> {
    const { registrations, database, mustBeFresh, count } = context;
    const { value: key, isFresh } = await registrations.findFarmKey(farmId, mustBeFresh, database);
    if (key === undefined) return { result: refuse({ code: "unknown-farm", farmId }), isFresh };
    const refusal = check(key);
    if (refusal !== undefined) return { result: refuse(refusal), isFresh };
    const excess = count();
    if (excess !== undefined) return { result: refuse(excess), isFresh: true };
    const uids = new Set(readings.flatMap((each) => (each.ok ? [each.value.uid] : [])));
    const sensors = new Map<string, Result<Registration>>();
    let areFresh = true;
    await inParallel(uids, MAX_LOOKUPS, async (uid) => {
      const found = await findMember(uid, farmId, context);
      sensors.set(uid, found.result);
      areFresh &&= found.isFresh;
    });
    return { result: accept({ key, sensors }), isFresh: isFresh && areFresh };
  }

  /** A sensor of a farm, which has no key of its own; refused on a fresh record only. */
  async function findMember(
    uid: string,
    farmId: string,
    context: Context,
  ): Promise<Decision<Registration>> {
    const isElsewhere = parts.instanceOf(uid) !== parts.instanceOf(farmId);
    if (isElsewhere) return { result: refuse({ code: "unknown-sensor", uid }), isFresh: true };
    const { registrations, database, mustBeFresh } = context;
    const query = { needsKey: true, mustBeFresh };
    const { value: sensor, isFresh } = await registrations.findSensor(uid, query, database);
    const result = decideMember(uid, farmId, sensor);
    const isFinal = result.ok || isFresh;
    return isFinal
      ? { result, isFresh }
      : findMember(uid, farmId, { ...context, mustBeFresh: true });
  }
}

function decideMember(
  uid: string,
  farmId: string,
  sensor: Awaited<ReturnType<Registrations["findSensor"]>>["value"],
): Result<Registration> {
  if (sensor?.farmId !== farmId) return refuse({ code: "unknown-sensor", uid });
  if (sensor.greenhouse === undefined) return refuse({ code: "not-linked" });
  return sensor.ownKey === undefined ? accept(sensor) : refuse({ code: "invalid-signature" });
}
