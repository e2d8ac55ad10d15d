/** `POST /sensorData`: parse, look up, authorize, decide, plan, commit, answer. */

import { HOUR_MS } from "@greenhouse/domain/time";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { matchesAny } from "@greenhouse/domain/identity/signing";
import { Unavailable, type Database } from "../database/database";
import type { Connection } from "../database/connection";
import { Lookup } from "../database/registrations";
import { BoundedMap } from "../bounded-map";
import type { Endpoint } from "../http/dispatch";
import type { RateLimit } from "../http/rate-limit";
import type { JsonObject } from "../request/json-object";
import { accept, refuse } from "../result";
import type { Log } from "../log";
import { authorize, findSensors, type Authority } from "./authorize";
import {
  decide,
  refuseSensors,
  responseBodyOf,
  type AcceptedReading,
  type Decision,
} from "./decide";
import { NewestReadings } from "./newest";
import { ignoredFields, MEASUREMENTS_OF, parseSubmission } from "./parse";
import type { AcceptedVariants, Sender, Submission, Variant } from "./parse";
import { exchangeOutputs, type OutputAnswers } from "./outputs";
import { nameEntry, plan, type PlannedReading } from "./plan";

/** A sender waits no longer for newer values to be written again: its own are stored. */
const RESTORE_TIMEOUT_MS = 1_000;
/** After three seconds without an answer the database is asked again (database/rest.ts). */
const OUTPUTS_TIMEOUT_MS = 5_000;
/** A sender's ignored fields are logged once in this time, by each instance. */
const IGNORED_LOG_MS = HOUR_MS;
const MAX_NOTED_SENDERS = 1_000;
/** Updates of one request at once. */
const MAX_COMMITS = 20;

export interface SensorDataParts {
  readonly acceptedVariants: AcceptedVariants;
  /** The keys that the key-in-body variant accepts. */
  readonly sensorKeys: readonly string[];
  /** How old a reading of a batch may be, in milliseconds. */
  readonly maxAgeMs: number;
  readonly connection: Connection;
  /** By the uid or the farm that sends. Only what is authorized counts, so nobody uses up another's limit. */
  readonly limit: RateLimit;
  readonly log: Pick<Log, "registrationDenied" | "fieldsIgnored" | "outputsFailed">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** From Unix milliseconds to a new push key. */
  readonly createPushKey: (nowMs: number) => string;
}

export function createSensorData(parts: SensorDataParts): Endpoint {
  const newestSigned = new NewestReadings("hmac");
  const newestKeyed = new NewestReadings("key-in-body");
  const logIgnored = createIgnoredLog(parts);

  return async (request) => {
    const nowMs = parts.now();
    const parsed = parseSubmission(request, parts.acceptedVariants, nowMs);
    if (!parsed.ok) return parsed;
    const submission = parsed.value;
    const { sender, proof } = submission;
    if (proof.variant === "key-in-body" && !matchesAny(proof.apiKey, parts.sensorKeys)) {
      return refuse({ code: "wrong-key" });
    }
    const { cache, open } = parts.connection;
    const database = open();
    // No board waits for its answer as long as the database may take, only because its orders cannot be read.
    const databaseOfOutputs =
      submission.outputs === undefined ? database : open(OUTPUTS_TIMEOUT_MS);
    const newKey = parts.createPushKey(nowMs);
    // Node joins a header that is sent twice. Only a digest of it is kept, so HTTP's own limit on headers suffices.
    const idempotencyKey = request.headers["idempotency-key"] as string | undefined;

    const commit = async (readings: readonly AcceptedReading[]): Promise<"stored" | "denied"> => {
      const { variant } = proof;
      // With the key in the body, a sensor has newest values of its own.
      const newest = variant === "key-in-body" ? newestKeyed : newestSigned;
      const planned = readings.map((each) => ({
        ...each,
        entryKey: nameEntry(variant, each, newKey, idempotencyKey),
        replacesNewest: newest.isNewest(each),
        isSignOfLife: isSignOfLife(submission, each),
      }));
      const update = plan(variant, planned);
      const write = newest.begin(planned);
      let outcome: "stored" | "denied" | "unknown" = "unknown";
      try {
        return (outcome = await database.commit(update));
      } finally {
        // Also where it was not confirmed: it may be stored.
        await restoreNewer(newest, newest.end(write, outcome), variant, open);
      }
    };

    let retryAfterSeconds: number | undefined;
    let denials = 0;
    for (let mayUseCache = true; ; mayUseCache = false) {
      const lookup = new Lookup(cache, database, mayUseCache);
      const authority = await authorize(submission, lookup, nowMs);
      // Nothing is refused because of a cached record.
      if (!authority.ok && lookup.usedCache) continue;
      if (!authority.ok) return authority;
      retryAfterSeconds ??= parts.limit(rateLimitKey(sender));
      if (retryAfterSeconds > 0) return refuse({ code: "too-many-requests", retryAfterSeconds });
      const { key } = authority.value;
      const sensors = await findSensors(submission, authority.value, lookup);
      const decision = decide(submission, { sensors, key, nowMs, maxAgeMs: parts.maxAgeMs });
      const isEmpty = decision.accepted.length === 0;
      // If nothing is stored, no write confirms the key.
      if (isEmpty && lookup.usedCache) continue;
      const exchanged = exchange(submission, authority.value, nowMs, databaseOfOutputs, parts.log);
      if (isEmpty || (await commit(decision.accepted)) === "stored") {
        logIgnored(submission, request.body, nowMs);
        return accept({ ...responseBodyOf(submission, decision), ...(await exchanged) });
      }
      if (lookup.usedCache) continue;
      denials += 1;
      // A sensor may have been unlinked after it was read.
      if (denials === 1) continue;
      const others = await storeOthers(decision, commit, parts.log);
      return accept({ ...responseBodyOf(submission, others), ...(await exchanged) });
    }
  };
}

function isSignOfLife(
  { isBatch, outputs }: Submission,
  { measurements }: AcceptedReading,
): boolean {
  return outputs !== undefined && !isBatch && Object.keys(measurements).length === 0;
}

/** What the answer says of outputs: nothing to who says nothing of them. Begins at once, beside the reading's update. */
async function exchange(
  { sender, proof, outputs }: Submission,
  { sensors, key }: Authority,
  nowMs: number,
  database: Database,
  log: SensorDataParts["log"],
): Promise<{ readonly outputs?: OutputAnswers }> {
  if (outputs === undefined || proof.variant !== "hmac" || !("uid" in sender)) return {};
  const { uid } = sender;
  const sensor = sensors.get(uid);
  if (sensor?.ok !== true || key === undefined) return {};
  const said = { uid, sensor: sensor.value, reports: outputs, key, sentMs: proof.timeMs, nowMs };
  const answers = await exchangeOutputs(said, database, (error) => log.outputsFailed(uid, error));
  return answers === undefined ? {} : { outputs: answers };
}

/**
 * Stores what the rules accept of readings that they deny together: one registration that is at fault must not keep
 * those of other sensors out.
 * @throws Unavailable if they deny all of it
 */
async function storeOthers(
  decision: Decision,
  commit: (readings: readonly AcceptedReading[]) => Promise<"stored" | "denied">,
  log: SensorDataParts["log"],
): Promise<Decision> {
  const bySensor = Map.groupBy(decision.accepted, ({ uid }) => uid);
  const denied = new Set<string>();
  await inParallel(bySensor, MAX_COMMITS, async ([uid, readings]) => {
    // Those of a single sensor were just denied in the same update.
    if (bySensor.size === 1 || (await commit(readings)) === "denied") denied.add(uid);
  });
  const rest = refuseSensors(decision, denied);
  // Once more together, for the values that sensors of a greenhouse share.
  if (denied.size === bySensor.size || (await commit(rest.accepted)) === "denied") {
    throw new Unavailable("denied", "The database's rules deny a registered sensor's reading.");
  }
  for (const uid of denied) log.registrationDenied(uid);
  return rest;
}

/** Writes readings again whose values older ones may have replaced: the same values to the same paths. */
async function restoreNewer(
  newest: NewestReadings,
  replaced: readonly PlannedReading[],
  variant: Variant,
  open: Connection["open"],
): Promise<void> {
  if (replaced.length === 0) return;
  const database = open(RESTORE_TIMEOUT_MS);
  let newer = replaced;
  while (newer.length > 0) {
    const update = plan(variant, newer);
    const write = newest.begin(newer);
    let outcome: "stored" | "denied" | "unknown" = "unknown";
    try {
      // A newer reading may no longer be valid: its sensor may have been renamed.
      outcome = await database.commit(update);
    } catch (error) {
      // The answer says how the request's own write ended, and the next reading brings newer values.
      if (!(error instanceof Unavailable)) throw error;
    }
    // Meanwhile yet newer ones may have been stored.
    const next = newest.end(write, outcome);
    newer = outcome === "unknown" ? [] : next;
  }
}

/** Only senders that have proven themselves may fill the log. */
function createIgnoredLog({
  log,
}: Pick<SensorDataParts, "log">): (
  submission: Submission,
  body: JsonObject,
  nowMs: number,
) => void {
  const loggedAt = new BoundedMap<number>(MAX_NOTED_SENDERS);
  return (submission, body, nowMs) => {
    const { sender, proof } = submission;
    const names = ignoredFields(body, submission);
    if (names.length === 0) return;
    const key = rateLimitKey(sender);
    if (nowMs - (loggedAt.get(key) ?? -Infinity) < IGNORED_LOG_MS) return;
    loggedAt.set(key, nowMs);
    const id = "uid" in sender ? sender.uid : sender.farmId;
    log.fieldsIgnored(id, names, MEASUREMENTS_OF[proof.variant]);
  };
}

/** No uid has a slash, so a farm with the id of a sensor is limited apart from it. */
function rateLimitKey(sender: Sender): string {
  return "uid" in sender ? sender.uid : `farm/${sender.farmId}`;
}
