/**
 * Sends the database the functions' requests, over HTTPS as they do, to check whether a deployment
 * answers as they expect. All writes belong to the doctor's own farm.
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
/** How long `--wait` leaves a connection idle. */
const WAIT_MS = 90_000;

export interface HttpsOptions {
  /** If this is undefined, nothing is written. */
  readonly probe: Probe | undefined;
  /** The functions' answer to a reading. */
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
    // The reading's part of the update. The rules compare the key.
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
  out.note(`Leaving a connection idle for up to ${WAIT_MS / 1000} s.`);
  const outgoing = get(`registeredSensors/${NOWHERE}`);
  return resultOf(HTTPS, checkAnswers(rows, await measureIdle(outgoing, WAIT_MS, signal)));
}
