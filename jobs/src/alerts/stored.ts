/** Reads stored data, which is not trusted: whoever administers the database may have written anything. */

/** A child of a stored object; undefined for anything else. */
export function childOf(stored: unknown, name: string): unknown {
  if (typeof stored !== "object" || stored === null) return undefined;
  return Object.hasOwn(stored, name) ? (stored as Record<string, unknown>)[name] : undefined;
}

/** The children of a stored object; none for anything else. The SDK makes lists of children whose names are numbers. */
export function entriesOf(stored: unknown): readonly (readonly [string, unknown])[] {
  if (typeof stored !== "object" || stored === null) return [];
  return Object.entries(stored).filter(([, value]) => value !== null && value !== undefined);
}

export function numberIn(stored: unknown, name: string): number | undefined {
  const value = childOf(stored, name);
  return typeof value === "number" ? value : undefined;
}

export function textIn(stored: unknown, name: string): string | undefined {
  const value = childOf(stored, name);
  return typeof value === "string" ? value : undefined;
}
