/**
 * Sends the database what the functions send it, over HTTPS as they do, so that a deployment shows whether its answers
 * are the ones that they expect. Everything that is written belongs to the doctor's own farm.
 */

import { restQuery, UNREADABLE_PATH } from "@greenhouse/database/client/answers";
import { FUNCTIONS_UID } from "@greenhouse/domain/identity/keys";
import type { Session } from "../core/session";
import { checkAnswers } from "./answers";
import type { Expected, Row } from "./answers";
import { resultOf } from "./answers-text";
import type { DoctorResult } from "./check";
import { createClient, measureIdle } from "./exchange";
import type { Outgoing } from "./exchange";
import { NOWHERE } from "./probe-id";
import { TEMPERATURE } from "./probe";
import type { Probe } from "./probe";

export const HTTPS = "https";
/** How long `--wait` leaves a connection idle, in milliseconds. */
const WAIT_MS = 90_000;

export interface HttpsOptions {
  /** Without the doctor's own farm nothing is written. */
  readonly probe: Probe | undefined;
  /** How the functions answered a reading. */
  readonly reading: Row | undefined;
  readonly wait: boolean;
  readonly signal: AbortSignal;
}

export async function checkHttps(
  { target, connections, out }: Pick<Session, "target" | "connections" | "out">,
  { probe, reading, wait, signal }: HttpsOptions,
): Promise<DoctorResult> {
  const database = new URL(target.databaseUrl);
  const query = restQuery(database, target.kind === "emulators", FUNCTIONS_UID);
  const token = await connections.accessToken();
  const client = createClient();
  const rows: Row[] = reading === undefined ? [] : [reading];
  const get = (path: string, withToken = token): Outgoing => ({
    method: "GET",
    url: `${database.origin}/${path}.json?${query}`,
    headers: { Authorization: `Bearer ${withToken}` },
  });
  const patch = ({ id }: Probe, key: string): Outgoing => ({
    method: "PATCH",
    url: `${database.origin}/.json?print=silent&${query}`,
    headers: { Authorization: `Bearer ${token}` },
    // Of the reading. The rules compare the key.
    body: JSON.stringify({
      [`sensors/${id}/bySensor/${id}/temperature`]: TEMPERATURE,
      [`ingest/${id}`]: key,
    }),
  });
  const ask = async (request: string, expected: Expected, outgoing: Outgoing): Promise<void> => {
    rows.push({ request, expected, seen: await client.exchange(outgoing, signal) });
  };
  try {
    await ask("GET a sensor", "read", get(`registeredSensors/${NOWHERE}`));
    await ask("GET forbidden", "denied", get(UNREADABLE_PATH));
    if (probe !== undefined) {
      await ask("PATCH forbidden", "denied", patch(probe, `not-${probe.key}`));
      await ask("PATCH a reading", "stored", patch(probe, probe.key));
    }
    await ask("GET wrong token", "wrong token", get(`registeredSensors/${NOWHERE}`, "wrong"));
  } finally {
    client.close();
  }
  if (!wait) return resultOf(HTTPS, checkAnswers(rows, undefined));
  out.note(`A connection is left idle for up to ${WAIT_MS / 1000} s.`);
  const outgoing = get(`registeredSensors/${NOWHERE}`);
  return resultOf(HTTPS, checkAnswers(rows, await measureIdle(outgoing, WAIT_MS, signal)));
}
