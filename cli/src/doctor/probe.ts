/**
 * One reading through the whole deployment: a farm, a greenhouse and a sensor are made for it, a forged and a true
 * reading are sent, what is stored is compared, and all of it is taken away again.
 */

import { objectOf } from "../database";
import type { Database } from "../database";
import { createKey } from "../key";
import { send, signedBody } from "../reading";
import type { Answer } from "../reading";
import type { Session } from "../session";
import { bad, errorOf, ok, quote, skip } from "./check";
import type { Finding } from "./check";

const NAME = "a reading";
const TEMPERATURE = 21.5;

interface Probe {
  readonly id: string;
  readonly key: string;
}

export async function checkReading(session: Session, database: Database): Promise<Finding> {
  const id = `farm-doctor-${session.randomBytes(9).toString("hex")}`;
  const probe = { id, key: createKey(session.randomBytes) };
  await database.update({
    [`farms/${id}`]: { name: "farm doctor", apiKey: probe.key, members: { [id]: "owner" } },
    [`greenhouses/${id}`]: { name: "farm doctor", farmId: id },
    [`registeredSensors/${id}`]: {
      ...{ sensorName: "probe", sensorType: "probe", farmId: id, greenhouse: id },
    },
  });
  try {
    return await tryReadings(session, database, probe);
  } finally {
    await database.update({
      [`farms/${id}`]: null,
      [`greenhouses/${id}`]: null,
      [`registeredSensors/${id}`]: null,
      [`sensors/${id}`]: null,
    });
  }
}

async function tryReadings(
  session: Session,
  database: Database,
  { id, key }: Probe,
): Promise<Finding> {
  const forged = await post(session, id, `not-${key}`);
  if (forged === undefined) return skip(NAME, "sensorData gave no answer.");
  if (forged.status === 403) return skip(NAME, "Signed readings are not accepted here.");
  if (forged.status !== 401) return explain(forged, "A forged reading");
  const answer = await post(session, id, key);
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

async function post(session: Session, uid: string, key: string): Promise<Answer | undefined> {
  const body = signedBody(uid, key, String(session.now()), { temperature: TEMPERATURE });
  const sending = await send(`${session.target.functionsUrl}/sensorData`, body);
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
      return errorOf(answer) === "Invalid signature."
        ? "The functions read another key than is stored: see DATABASE_INSTANCE in functions/.env."
        : "Set the clock of this machine (see above).";
    case 503:
      return "Are the rules deployed, and is the database in reach of the functions? Their log names the cause (database_denied, database_unavailable).";
    default:
      return "See what the function logs: npx firebase functions:log --only sensorData";
  }
}
