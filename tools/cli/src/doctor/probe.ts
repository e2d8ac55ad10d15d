/**
 * Creates the doctor's own farm, with a greenhouse and a sensor, and removes it again. Sends a
 * forged and a valid reading through the whole deployment, and compares what is stored.
 */

import { FARM_KEY_BYTES, farmKeyOf } from "@greenhouse/domain/identity/farm-key";
import { numberOf } from "@greenhouse/domain/stored";
import type { Database } from "../core/database";
import { CommandError, EXIT } from "../core/failure";
import { parse, readingRequest } from "../readings/reading";
import type { Answer, Variant } from "../readings/reading";
import type { Session } from "../core/session";
import { count } from "../core/text";
import { isLeftover, newProbeId, PROBE_RANGE } from "./probe-id";
import type { Row } from "./answers";
import { createClient } from "./exchange";
import type { Outgoing, Answered, Unanswered } from "./exchange";
import { bad, mayBe, ok, quote, sentence, skip, UNAVAILABLE_REMEDY } from "./check";
import type { DoctorResult } from "./check";

export const READING = "a reading";
export const TEMPERATURE = 21.5;
const MAX_LEFTOVERS = 100;

export interface Probe {
  /** Id of the farm, the greenhouse and the sensor. */
  readonly id: string;
  /** The farm's key. */
  readonly key: string;
  readonly stopping: AbortSignal;
}

/**
 * Runs work with a farm that is removed afterwards.
 * @throws CommandError (interrupted) after a signal, when everything is removed
 */
export async function withProbe<T>(
  session: Session,
  database: Database,
  work: (probe: Probe) => Promise<T>,
): Promise<T> {
  const stopping = session.takeOverInterrupt();
  await removeLeftovers(session, database);
  const id = newProbeId(session.now(), session.randomBytes);
  const probe = { id, key: farmKeyOf(session.randomBytes(FARM_KEY_BYTES)), stopping };
  await database.update({
    [`farms/${id}`]: { name: "farm doctor", apiKey: probe.key, members: { [id]: "owner" } },
    [`greenhouses/${id}`]: { name: "farm doctor", farmId: id },
    [`registeredSensors/${id}`]: {
      sensorName: "probe",
      sensorType: "probe",
      farmId: id,
      greenhouse: id,
    },
  });
  try {
    const result = await work(probe);
    if (!stopping.aborted) return result;
  } catch (error) {
    if (!stopping.aborted) throw error;
  } finally {
    await database.update(removalOf([id]));
  }
  throw new CommandError(
    EXIT.interrupted,
    "Interrupted. Everything that the doctor created is removed.",
  );
}

/** Removes the farms that interrupted examinations left behind. Keeps the farm of an examination that may still run. */
async function removeLeftovers({ now, out }: Session, database: Database): Promise<void> {
  const farms = await database.readPage("farms", PROBE_RANGE, MAX_LEFTOVERS);
  const left = farms.map(([id]) => id).filter((id) => isLeftover(id, now()));
  if (left.length === 0) return;
  await database.update(removalOf(left));
  out.note(`Removed the farms of ${count(left.length, "interrupted examination")}.`);
}

function removalOf(ids: readonly string[]): Readonly<Record<string, null>> {
  const parents = ["farms", "greenhouses", "registeredSensors", "sensors", "ingest", "lastSeen"];
  return Object.fromEntries(
    ids.flatMap((id) => parents.map((parent) => [`${parent}/${id}`, null] as const)),
  );
}

export interface TriedReading {
  readonly result: DoctorResult;
  /** The functions' answer, unless the forged reading failed first. */
  readonly row?: Row;
}

/** Sends a forged reading and a valid one. */
export async function tryReading(
  session: Session,
  database: Database,
  { id, key, stopping }: Probe,
): Promise<TriedReading> {
  const client = createClient();
  const postAs = (variant: Variant, withKey: string): Promise<Answered | Unanswered> =>
    client.exchange(postOf(session, { variant, uid: id, key: withKey }), stopping);
  try {
    const forged = answerOf(await postAs("signed", `not-${key}`));
    if (forged === undefined) return { result: skip(READING, "sensorData did not answer.") };
    if (forged.status === 403)
      return { result: skip(READING, "Signed readings are not accepted here.") };
    if (forged.status !== 401) return { result: explain(forged, "A forged reading") };
    const signed = await postAs("signed", key);
    const answer = answerOf(signed);
    // If only signatures over the whole body are accepted (SENSOR_DATA_VARIANT), the functions
    // ignore a signature in the body.
    const isInvalid = answer !== undefined && mayBe(answer, "invalid-signature");
    const seen = isInvalid ? await postAs("hmac", key) : signed;
    const result = await compare(database, id, seen);
    return { result, row: { request: "POST sensorData", expected: "reading", seen } };
  } finally {
    client.close();
  }
}

async function compare(
  database: Database,
  id: string,
  seen: Answered | Unanswered,
): Promise<DoctorResult> {
  const answer = answerOf(seen);
  if (answer === undefined || "problem" in seen)
    return bad(READING, "It was not answered.", "See the function's log.");
  if (answer.status !== 200) return explain(answer, "It");
  const stored = await database.read(`sensors/${id}/bySensor/${id}`);
  return numberOf(stored, "temperature") === TEMPERATURE
    ? ok(
        READING,
        `It was accepted and stored in ${Math.round(seen.timeMs)} ms, and a forged reading was refused.`,
      )
    : bad(
        READING,
        "It was accepted, but is not in this database.",
        "Do the functions write to another instance? See DATABASE_INSTANCE in functions/.env.",
      );
}

interface ProbeReading {
  readonly variant: Variant;
  readonly uid: string;
  readonly key: string;
}

function postOf(session: Session, { variant, uid, key }: ProbeReading): Outgoing {
  const reading = {
    uid,
    timestamp: String(session.now()),
    measurements: { temperature: TEMPERATURE },
  };
  const { body, headers } = readingRequest(variant, key, reading);
  return {
    method: "POST",
    url: `${session.target.functionsUrl}/sensorData`,
    headers: { "Content-Type": "application/json", ...headers },
    body,
  };
}

function answerOf(seen: Answered | Unanswered): Answer | undefined {
  return "problem" in seen
    ? undefined
    : { status: seen.status, code: seen.code, body: parse(seen.text), dateMs: undefined };
}

function explain(answer: Answer, subject: string): DoctorResult {
  return bad(READING, sentence(`${subject} was answered ${quote(answer)}`), remedyOf(answer));
}

function remedyOf(answer: Answer): string {
  switch (answer.status) {
    case 404:
      return "The functions use another database: see DATABASE_INSTANCE in functions/.env, and --database-url.";
    case 401:
      return [
        mayBe(answer, "timestamp-out-of-range") && "Set the clock of this machine (see above).",
        mayBe(answer, "invalid-signature") &&
          "The functions read a key that differs from the stored one: see DATABASE_INSTANCE in functions/.env.",
      ]
        .filter((remedy) => remedy !== false)
        .join(" Or: ");
    case 503:
      return UNAVAILABLE_REMEDY;
    default:
      return "See the function's log: npx firebase functions:log --only sensorData";
  }
}
