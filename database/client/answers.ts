/**
 * The answers of the database's REST interface that the client relies on, and that the doctor of the command line tries.
 * Pure.
 * Sources: https://firebase.google.com/docs/reference/rest/database and, for `auth_variable_override`, the Admin SDKs
 * for Go and Python.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";

/** Nobody may read this path, and nothing is there: a read that succeeds was made as an administrator. */
export const UNREADABLE_PATH = "forbiddenToSensorIngest";

/** Time without a request after which the client closes a connection. */
export const IDLE_MS = MINUTE_MS;

/** An answer of the database. */
export interface RestAnswer {
  readonly status: number;
  readonly text: string;
}

/** Of an update with `print=silent`. */
export function isStored({ status }: RestAnswer): boolean {
  return status === 204;
}

/** By the rules. Any other 401 is about the token. */
export function isDenial({ status, text }: RestAnswer): boolean {
  return status === 401 && /permission.denied/i.test(text);
}

/** Returns the query parameters that make the rules authorize a request as this account's. */
export function restQuery(instance: URL, isEmulator: boolean, uid: string): string {
  const query = { auth_variable_override: JSON.stringify({ uid }) };
  const [name = ""] = instance.hostname.split(".");
  const namespace = instance.searchParams.get("ns") ?? (isEmulator ? name : undefined);
  return new URLSearchParams({ ...query, ...(namespace && { ns: namespace }) }).toString();
}
