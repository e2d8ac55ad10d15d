/** Reads stored data, which is not trusted: whoever administers the database may have written anything. */

/**
 * Stored in place of this is the database's own time, in Unix milliseconds.
 * Source: https://firebase.google.com/docs/database/web/offline-capabilities#server-timestamps
 */
export const SERVER_TIME = { ".sv": "timestamp" };

/** A field of stored data; undefined if there is none. */
export function fieldOf(stored: unknown, name: string): unknown {
  return typeof stored === "object" && stored !== null && Object.hasOwn(stored, name)
    ? (stored as Readonly<Record<string, unknown>>)[name]
    : undefined;
}

/** The text of a stored field; undefined for anything else. */
export function textOf(stored: unknown, name: string): string | undefined {
  return asText(fieldOf(stored, name));
}

/** The number of a stored field; undefined for anything else. */
export function numberOf(stored: unknown, name: string): number | undefined {
  return asNumber(fieldOf(stored, name));
}

/** Returns the text of a stored field if it is one of these choices; undefined for anything else. */
export function choiceOf<T extends string>(
  stored: unknown,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = fieldOf(stored, name);
  return choices.find((choice) => choice === text);
}

export function asText(stored: unknown): string | undefined {
  return typeof stored === "string" ? stored : undefined;
}

export function asNumber(stored: unknown): number | undefined {
  return typeof stored === "number" && Number.isFinite(stored) ? stored : undefined;
}

/** The children of a stored object; none for anything else. */
export function entriesOf(stored: unknown): readonly (readonly [string, unknown])[] {
  if (typeof stored !== "object" || stored === null) return [];
  // The database answers with a list that has holes where the names of children are numbers.
  return Object.entries(stored).filter(([, value]) => value !== null && value !== undefined);
}
