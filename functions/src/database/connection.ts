/** The database of a deployment. */

import { GoogleAuth } from "google-auth-library";

import type { Database } from "@greenhouse/database/client/database";
import { Rest, type RestSettings } from "@greenhouse/database/client/rest";
import { createTokens, EMULATOR_TOKENS, SCOPES } from "@greenhouse/database/client/tokens";
import { FUNCTIONS_UID } from "@greenhouse/domain/identity/keys";
import type { Log } from "../log";
import { RegistrationCache } from "./registrations";

export interface Settings extends Pick<RestSettings, "url" | "emulator" | "timeoutMs"> {
  /** How many sensors are remembered, and how many farms' keys. */
  readonly maxRegistrations: number;
}

export interface Connection {
  readonly cache: RegistrationCache;
  /** Opens the database for one request. Its deadline begins now. `timeoutMs` can only shorten the settings' time limit. */
  readonly open: (timeoutMs?: number) => Database;
}

export function connect(
  { maxRegistrations, ...settings }: Settings,
  log: Pick<Log, "overrideIgnored">,
): Connection {
  const tokens =
    settings.emulator === undefined
      ? createTokens(() => new GoogleAuth({ scopes: SCOPES }))
      : EMULATOR_TOKENS;
  const rest = new Rest({ ...settings, uid: FUNCTIONS_UID, tokens, random: Math.random });
  return { cache: new RegistrationCache(maxRegistrations, log), open: rest.open.bind(rest) };
}
