/** The database of a deployment. */

import type { Log } from "../log";
import type { Database } from "./database";
import { RegistrationCache } from "./registrations";
import { Rest, type RestSettings } from "./rest";
import { createTokens, EMULATOR_TOKENS } from "./tokens";

export interface Settings extends Pick<RestSettings, "url" | "emulator" | "timeoutMs"> {
  /** How many sensors are remembered, and how many farms' keys. */
  readonly maxRegistrations: number;
}

export interface Connection {
  readonly cache: RegistrationCache;
  /** Gives a request the database, with a deadline that begins now; no later one than the settings say. */
  readonly open: (timeoutMs?: number) => Database;
}

export function connect(
  { maxRegistrations, ...settings }: Settings,
  log: Pick<Log, "overrideIgnored">,
): Connection {
  const tokens = settings.emulator === undefined ? createTokens() : EMULATOR_TOKENS;
  const rest = new Rest({ ...settings, tokens, random: Math.random });
  return { cache: new RegistrationCache(maxRegistrations, log), open: rest.open.bind(rest) };
}
