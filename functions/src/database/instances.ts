/** The databases. Each has its own connections and cache, made when the first id that belongs there comes. */

import { routeOf, type DatabaseRoute } from "@greenhouse/domain/quantities/instances";
import type { Log } from "../log";
import type { Database } from "./database";
import { RegistrationCache } from "./registrations";
import { Rest, type RestSettings } from "./rest";
import { createTokens, EMULATOR_TOKENS } from "./tokens";

export interface Settings extends Pick<RestSettings, "emulator" | "timeoutMs"> {
  readonly defaultUrl: string;
  /** The instances of ids with a prefix. */
  readonly others: readonly DatabaseRoute[];
  /** How many sensors of each instance are remembered, and how many farms' keys. */
  readonly maxRegistrations: number;
}

export interface DatabaseInstance {
  readonly cache: RegistrationCache;
  /** Gives a request the database, with a deadline that begins now; no later one than the settings say. */
  readonly open: (timeoutMs?: number) => Database;
}

/** The instance that holds a sensor or a farm, by its id. */
export type FindInstance = (id: string) => DatabaseInstance;

export function createInstances(
  settings: Settings,
  log: Pick<Log, "overrideIgnored">,
): FindInstance {
  const tokens = settings.emulator === undefined ? createTokens() : EMULATOR_TOKENS;
  const instances = new Map<string, DatabaseInstance>();
  const urlOf = (id: string): string => routeOf(settings.others, id)?.url ?? settings.defaultUrl;
  return (id) => {
    const url = urlOf(id);
    const known = instances.get(url);
    if (known !== undefined) return known;
    const rest = new Rest({ ...settings, url, tokens, random: Math.random });
    const isStoredHere = (uid: string): boolean => urlOf(uid) === url;
    const cache = new RegistrationCache(settings.maxRegistrations, isStoredHere, log);
    const instance = { cache, open: rest.open.bind(rest) };
    instances.set(url, instance);
    return instance;
  };
}
