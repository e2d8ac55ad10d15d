/** Honest changes of sensors. Each adds an entry to the log of its sensor, and the changed record names the entry. */

import type { Json } from "./case.ts";
import { NOW_MS, OWNER } from "./farms.ts";

export type Fields = Readonly<Record<string, Json>>;

/** A new entry. */
export const NEW_LOG_KEY = "-OaNewLogEntry000001";
export const NOW: Json = { ".sv": "timestamp" };

export interface Logging {
  /** The uid of the person. */
  readonly by?: string;
  readonly key?: string;
  readonly farm?: string;
  /** More fields of the entry. */
  readonly log?: Fields;
}

/** Adds an entry. */
export function logging(
  uid: string,
  what: string,
  { by = OWNER, key = NEW_LOG_KEY, farm = "oak", log = {} }: Logging = {},
): Fields {
  return { [`sensorLog/${farm}/${uid}/${key}`]: { at: NOW, by, what, ...log } };
}

/** Changes fields of a registration. */
export function changing(
  uid: string,
  what: string,
  fields: Fields,
  { key = NEW_LOG_KEY, ...more }: Logging = {},
): Fields {
  const paths = Object.entries({ ...fields, entry: key }).map(
    ([field, value]) => [`registeredSensors/${uid}/${field}`, value] as const,
  );
  return { ...Object.fromEntries(paths), ...logging(uid, what, { key, ...more }) };
}

export const REGISTRATION = { sensorName: "New", sensorType: "SHT31", farmId: "oak" };

/** Registers a sensor. */
export function registering(uid: string, fields: Fields = {}, more: Logging = {}): Fields {
  const { key = NEW_LOG_KEY } = more;
  return {
    [`registeredSensors/${uid}`]: { ...REGISTRATION, entry: key, ...fields },
    ...logging(uid, "registered", more),
  };
}

/** Sets, replaces or removes a sensor's own key. */
export function changingKey(uid: string, record: Json, more: Logging = {}): Fields {
  return { [`sensorKeys/${uid}`]: record, ...changing(uid, "key", {}, more) };
}

interface Replacing {
  readonly by?: string;
  /** The uid of the replaced sensor. */
  readonly replaced?: string;
  /** The uid of the registered sensor that replaces it. */
  readonly successor?: string;
  readonly from?: Json;
}

/** Replaces a sensor by one that is registered already. */
export function replacing({
  by = OWNER,
  replaced = "twin",
  successor = "dht-1",
  from = NOW_MS,
}: Replacing = {}): Fields {
  return {
    ...continuing(replaced, { by, successor, from }),
    ...marking(successor, { by, replaced }),
  };
}

/** The part of the successor. */
export function continuing(
  replaced: string,
  { by = OWNER, successor = "dht-1", from = NOW_MS }: Replacing = {},
): Fields {
  const fields = { continues: replaced, continuesFrom: from };
  return changing(successor, "continued", fields, { by, log: { other: replaced } });
}

/** The part of the replaced sensor. */
export function marking(
  successor: string,
  { by = OWNER, replaced = "twin" }: Replacing = {},
): Fields {
  const fields = { replacedBy: successor, greenhouse: null };
  return changing(replaced, "replaced", fields, { by, log: { other: successor } });
}
