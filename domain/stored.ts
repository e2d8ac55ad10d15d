/** Reads stored data. It is not trusted, because an administrator may have written anything. */

import { DAY_MS } from "./time.ts";

/**
 * The database stores its own time in place of this value, in Unix milliseconds.
 * Source: https://firebase.google.com/docs/database/web/offline-capabilities#server-timestamps
 */
export const SERVER_TIME = { ".sv": "timestamp" };

/** Returns a field of stored data; undefined if it is absent. */
export function fieldOf(stored: unknown, name: string): unknown {
  return typeof stored === "object" && stored !== null && Object.hasOwn(stored, name)
    ? (stored as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** Returns the text of a stored field; undefined for other types. */
export function textOf(stored: unknown, name: string): string | undefined {
  return asText(fieldOf(stored, name));
}

/** Returns the time of a stored field in Unix milliseconds; undefined for other values. */
export function timeOf(stored: unknown, name: string): number | undefined {
  return asTime(fieldOf(stored, name));
}

/** Returns the number of a stored field; undefined for other types. */
export function numberOf(stored: unknown, name: string): number | undefined {
  return asNumber(fieldOf(stored, name));
}

/** Reads a stored value. Returns undefined if the value is invalid. */
export type Reader<T> = (stored: unknown) => T | undefined;

export function asText(stored: unknown): string | undefined {
  return typeof stored === "string" ? stored : undefined;
}

export function asNumber(stored: unknown): number | undefined {
  return typeof stored === "number" && Number.isFinite(stored) ? stored : undefined;
}

/** The last time of a `Date`, less a day: a local time may be later than UTC. */
const MAX_TIME_MS = 8.64e15 - DAY_MS;

/** Reads Unix milliseconds. A time that no `Date` can hold counts as absent, because formatting it would throw. */
export const asTime: Reader<number> = (stored) => {
  const number = asNumber(stored) ?? NaN;
  return Math.abs(number) <= MAX_TIME_MS ? number : undefined;
};

/** Returns the children of a stored object; an empty list for other types. */
export function entriesOf(stored: unknown): readonly (readonly [string, unknown])[] {
  if (typeof stored !== "object" || stored === null) return [];
  // If the names of children are numbers, the database answers with a list that may have holes.
  return Object.entries(stored).filter(([, value]) => value !== null && value !== undefined);
}

/** Returns the fields that have a value. The database cannot store undefined. */
export function definedFields(record: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));
}

/** Makes a reader that accepts only these choices. */
export function oneOf<const T extends string | number | boolean>(choices: readonly T[]): Reader<T> {
  return (stored) => choices.find((choice) => choice === stored);
}

/** Makes a reader that accepts integers from 0 to `max`. */
export function integerUpTo(max: number): Reader<number> {
  return (stored) => {
    const number = asNumber(stored) ?? NaN;
    return Number.isInteger(number) && number >= 0 && number <= max ? number : undefined;
  };
}

type Readers = Readonly<Record<string, Reader<unknown>>>;
type Fields<R extends Readers> = {
  readonly [Name in keyof R]: Exclude<ReturnType<R[Name]>, undefined>;
};

/** Gives these fields the same reader. */
export function fields<Name extends string, T>(
  read: Reader<T>,
  ...names: readonly Name[]
): Readonly<Record<Name, Reader<T>>> {
  return Object.fromEntries(names.map((name) => [name, read])) as Record<Name, Reader<T>>;
}

/** Reads the valid fields of a stored record. */
export function parseFields<R extends Readers>(stored: unknown, readers: R): Partial<Fields<R>> {
  const found: Partial<Record<keyof R, unknown>> = {};
  for (const name in readers) {
    const value = readers[name]?.(fieldOf(stored, name));
    if (value !== undefined) found[name] = value;
  }
  return found as Partial<Fields<R>>;
}

const NO_READERS = {} satisfies Readers;

/** Reads a stored record. Returns undefined if a required field is invalid, and leaves out invalid optional fields. */
export function parseRecord<R extends Readers, O extends Readers = typeof NO_READERS>(
  stored: unknown,
  required: R,
  optional = NO_READERS as Readers as O,
): (Fields<R> & Partial<Fields<O>>) | undefined {
  const found = parseFields(stored, required);
  for (const name in required) if (found[name] === undefined) return undefined;
  return Object.assign(found as Fields<R>, parseFields(stored, optional));
}

/** Reads the valid children of a stored object. */
export function parseChildren<T>(
  stored: unknown,
  read: (child: unknown, key: string) => T | undefined,
): T[] {
  const children = entriesOf(stored).map(([key, child]) => read(child, key));
  return children.filter((child) => child !== undefined);
}
