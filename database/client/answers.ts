/**
 * The answers of the database's REST interface that the client relies on. The command line's doctor checks them. Pure.
 * Sources: https://firebase.google.com/docs/reference/rest/database and, for `auth_variable_override`, the Admin SDKs
 * for Go and Python.
 */

import { MINUTE_MS } from "@greenhouse/domain/time";

/** An empty path that nobody may read: if a read succeeds, the client has administrator rights. */
export const UNREADABLE_PATH = "forbiddenToSensorIngest";

/** Time without a request after which the client closes a connection. */
export const IDLE_MS = MINUTE_MS;

/** An answer of the database. */
export interface RestAnswer {
  readonly status: number;
  readonly text: string;
}

/** Returns whether an update with `print=silent` is stored. */
export function isStored({ status }: RestAnswer): boolean {
  return status === 204;
}

/** Returns whether the rules denied the request. Any other 401 is about the token. */
export function isDenial({ status, text }: RestAnswer): boolean {
  return status === 401 && /permission.denied/i.test(text);
}

/** Returns the query parameters that make the rules treat the request as this account's. */
export function restQuery(instance: URL, isEmulator: boolean, uid: string): string {
  const query = { auth_variable_override: JSON.stringify({ uid }) };
  const [name = ""] = instance.hostname.split(".");
  const namespace = instance.searchParams.get("ns") ?? (isEmulator ? name : undefined);
  return new URLSearchParams({ ...query, ...(namespace && { ns: namespace }) }).toString();
}
