/** The database of a deployment. */

import type { Database } from "@greenhouse/database/client/database";
import {
  openRest,
  tokensFor,
  type DatabaseAddress,
  type Environment,
} from "@greenhouse/database/client/environment";
import { FUNCTIONS_UID } from "@greenhouse/domain/identity/keys";
import type { Log } from "../log";
import { RegistrationCache } from "./registrations";

export interface Settings extends DatabaseAddress {
  /** How long a request may wait for the database, in milliseconds. */
  readonly timeoutMs: number;
  /** How many sensors are remembered, and how many farms' keys. */
  readonly maxRegistrations: number;
}

export interface Connection {
  readonly cache: RegistrationCache;
  /** Opens the database for one request. Its deadline begins now. `timeoutMs` can only shorten the settings' time limit. */
  readonly open: (timeoutMs?: number) => Database;
}

export function connect(
  { maxRegistrations, timeoutMs, ...address }: Settings,
  environment: Environment,
  log: Pick<Log, "overrideIgnored">,
): Connection {
  const tokens = tokensFor(address, environment);
  const rest = openRest(address, environment, { uid: FUNCTIONS_UID, tokens, timeoutMs });
  return { cache: new RegistrationCache(maxRegistrations, log), open: rest.open.bind(rest) };
}
