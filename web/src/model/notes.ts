/** Notes beside the charts: those near the cursor, those of a part of a range, and one as it is typed. */

import { checkNote, readNotes } from "../../../domain/src/notes";
import type { Note, NoteProblem } from "../../../domain/src/notes";
import type { Window } from "./time-range";

/**
 * The notes as they are when all changes are stored.
 * @param path of the greenhouse's notes @param pending changes by path, in their order
 */
export function withPending(
  stored: readonly Note[],
  path: string,
  pending: readonly Readonly<Record<string, unknown>>[],
): readonly Note[] {
  const notes = new Map(stored.map(({ key, ...note }): [string, unknown] => [key, note]));
  for (const [changed, note] of pending.flatMap((values) => Object.entries(values))) {
    if (changed.startsWith(`${path}/`)) notes.set(changed.slice(path.length + 1), note);
  }
  return readNotes(Object.fromEntries(notes));
}

/** How near the cursor a note is read out, as a share of the range. */
const REACH = 1 / 80;

/** The notes near a time of a chart, in the order of time. */
export function notesNear(notes: readonly Note[], time: number, shown: Window): readonly Note[] {
  const reach = (shown.to - shown.from) * REACH;
  return notes.filter(({ at }) => Math.abs(at - time) <= reach);
}

/** Those from one time to before another. */
export function notesWithin(notes: readonly Note[], from: number, to: number): readonly Note[] {
  return notes.filter(({ at }) => at >= from && at < to);
}

/** The database compares with its own clock, and this device's may be a little ahead; in milliseconds. */
const AHEAD = 60_000;

export type NoteFault = NoteProblem | "badTime" | "stillToCome";

/** The field that is wrong, and why; undefined where both can be stored. @param at NaN where it is no time */
export function faultOfNote(
  text: string,
  at: number,
  now: number,
): { readonly field: "text" | "at"; readonly fault: NoteFault } | undefined {
  const fault = checkNote(text.trim());
  if (fault !== undefined) return { field: "text", fault };
  if (!(at > 0)) return { field: "at", fault: "badTime" };
  return at > now + AHEAD ? { field: "at", fault: "stillToCome" } : undefined;
}
