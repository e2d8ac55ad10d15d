/**
 * Sends one reading through the whole deployment: creates a farm, a greenhouse and a sensor, sends a forged and a valid
 * reading, compares what is stored, and removes everything again.
 */

import { FARM_KEY_BYTES, farmKeyOf } from "../../../domain/src/farm-key";
import { objectOf } from "../database";
import type { Database } from "../database";
import { CommandError, EXIT } from "../failure";
import { readingRequest, send } from "../reading";
import type { Answer, Variant } from "../reading";
import type { Session } from "../session";
import { count } from "../text";
import { isLeftover, newProbeId, probeRange } from "./probe-id";
import { bad, errorOf, ok, quote, skip, UNAVAILABLE_REMEDY } from "./check";
import type { Finding } from "./check";

const NAME = "a reading";
const TEMPERATURE = 21.5;
const MAX_LEFTOVERS = 100;
const INVALID_SIGNATURE = "Invalid signature.";

interface Probe {
  readonly id: string;
  readonly key: string;
  readonly stopping: AbortSignal;
}

/**
 * @param prefix what ids of this database begin with; nothing in the default one
 * @throws CommandError (interrupted) after a signal, when everything is removed
 */
export async function checkReading(
  session: Session,
  database: Database,
  prefix: string,
): Promise<Finding> {
  const stopping = session.takeOverInterrupt();
  await removeLeftovers(session, database, prefix);
  const id = newProbeId(prefix, session.now(), session.randomBytes);
  const probe = { id, key: farmKeyOf(session.randomBytes(FARM_KEY_BYTES)), stopping };
  await database.update({
    [`farms/${id}`]: { name: "farm doctor", apiKey: probe.key, members: { [id]: "owner" } },
    [`greenhouses/${id}`]: { name: "farm doctor", farmId: id },
    [`registeredSensors/${id}`]: {
      ...{ sensorName: "probe", sensorType: "probe", farmId: id, greenhouse: id },
    },
  });
  try {
    const finding = await tryReadings(session, database, probe);
    if (!stopping.aborted) return finding;
  } finally {
    await database.update(removalOf([id]));
  }
  throw new CommandError(EXIT.interrupted, "Interrupted. What it created is removed.");
}

/** Removes what a killed doctor has left. A doctor that may still be running is left alone. */
async function removeLeftovers(
  { now, out }: Session,
  database: Database,
  prefix: string,
): Promise<void> {
  const farms = await database.readPage("farms", probeRange(prefix), MAX_LEFTOVERS);
  const left = farms.map(([id]) => id).filter((id) => isLeftover(id, prefix, now()));
  if (left.length === 0) return;
  await database.update(removalOf(left));
  out.note(`Removed what ${count(left.length, "interrupted examination")} had left.`);
}

function removalOf(ids: readonly string[]): Readonly<Record<string, null>> {
  const parents = ["farms", "greenhouses", "registeredSensors", "sensors", "ingest", "lastSeen"];
  return Object.fromEntries(
    ids.flatMap((id) => parents.map((parent) => [`${parent}/${id}`, null] as const)),
  );
}

async function tryReadings(
  session: Session,
  database: Database,
  { id, key, stopping }: Probe,
): Promise<Finding> {
  const postAs = (variant: Variant, withKey: string): Promise<Answer | undefined> =>
    post(session, { variant, uid: id, key: withKey }, stopping);
  const forged = await postAs("signed", `not-${key}`);
  if (forged === undefined) return skip(NAME, "sensorData gave no answer.");
  if (forged.status === 403) return skip(NAME, "Signed readings are not accepted here.");
  if (forged.status !== 401) return explain(forged, "A forged reading");
  const signed = await postAs("signed", key);
  // Where only signatures over the whole body are accepted (SENSOR_DATA_VARIANT), a signature in the body is ignored.
  const isInvalid = signed?.status === 401 && errorOf(signed) === INVALID_SIGNATURE;
  const answer = isInvalid ? await postAs("hmac", key) : signed;
  if (answer === undefined) return bad(NAME, "It was not answered.", "See what the function logs.");
  if (answer.status !== 200) return explain(answer, "It");
  const stored = objectOf(await database.read(`sensors/${id}/bySensor/${id}`));
  return stored?.["temperature"] === TEMPERATURE
    ? ok(NAME, "It was accepted and stored, and a forged one refused.")
    : bad(
        NAME,
        "It was accepted, but is not in this database.",
        "Do the functions write to another instance? See DATABASE_INSTANCE in functions/.env.",
      );
}

interface ProbeReading {
  readonly variant: Variant;
  readonly uid: string;
  readonly key: string;
}

async function post(
  session: Session,
  { variant, uid, key }: ProbeReading,
  signal: AbortSignal,
): Promise<Answer | undefined> {
  const reading = {
    ...{ uid, timestamp: String(session.now()) },
    measurements: { temperature: TEMPERATURE },
  };
  const { body, headers } = readingRequest(variant, key, reading);
  const url = `${session.target.functionsUrl}/sensorData`;
  const sending = await send(url, body, { headers, signal });
  return sending.outcome === "answered" ? sending.answer : undefined;
}

function explain(answer: Answer, what: string): Finding {
  return bad(NAME, `${what} was answered ${quote(answer)}.`, remedyOf(answer));
}

function remedyOf(answer: Answer): string {
  switch (answer.status) {
    case 404:
      return "The functions look into another database: see DATABASE_INSTANCE in functions/.env, and --database-url.";
    case 401:
      return errorOf(answer) === INVALID_SIGNATURE
        ? "The functions read another key than is stored: see DATABASE_INSTANCE in functions/.env."
        : "Set the clock of this machine (see above).";
    case 503:
      return UNAVAILABLE_REMEDY;
    default:
      return "See what the function logs: npx firebase functions:log --only sensorData";
  }
}
