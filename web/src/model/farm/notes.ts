/** Selects the charts' notes close to the cursor or in a part of a range, and checks a typed note. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { checkNote, parseNotes } from "@greenhouse/domain/identity/notes";
import type { Note } from "@greenhouse/domain/identity/notes";
import type { TextProblem } from "@greenhouse/domain/words/text";
import type { Window } from "../plot/time-range";

/**
 * Returns the notes as they will be after all pending changes.
 * @param path of the greenhouse's notes
 * @param pending changes by path, oldest first
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
  return parseNotes(Object.fromEntries(notes));
}

/** A note in a chart, or a run of a plan. Its key is unique in the chart. */
export interface ChartNote extends Pick<Note, "key" | "at" | "text"> {
  readonly isRun?: boolean;
}

/** The runs of plans in the charts. Their words come with their code. */
export interface PlanMarks {
  /** Names the marks in the legend. */
  readonly label: string;
  /** In chronological order. */
  readonly runs: readonly ChartNote[];
}

export const NO_MARKS: PlanMarks = { label: "", runs: [] };

/** Notes this close to the cursor are shown with it, as a share of the range. */
const REACH = 1 / 80;

/** Returns the notes close to a time of a chart, in chronological order. */
export function notesNear(
  notes: readonly ChartNote[],
  time: number,
  shown: Window,
): readonly ChartNote[] {
  const reach = (shown.to - shown.from) * REACH;
  return notes.filter(({ at }) => Math.abs(at - time) <= reach);
}

/** Returns the notes from one time on, up to but not including another. */
export function notesWithin(
  notes: readonly ChartNote[],
  from: number,
  to: number,
): readonly ChartNote[] {
  return notes.filter(({ at }) => at >= from && at < to);
}

/** Accepts times of a clock that is slightly ahead of the database's, in milliseconds. */
const MAX_AHEAD_MS = MINUTE_MS;

export type NoteFault = TextProblem | "badTime" | "stillToCome";

/**
 * Returns the first invalid field and the reason; undefined if both are valid.
 * @param at NaN if the typed text is not a time
 */
export function faultOfNote(
  text: string,
  at: number,
  now: number,
): { readonly field: "text" | "at"; readonly fault: NoteFault } | undefined {
  const fault = checkNote(text.trim());
  if (fault !== undefined) return { field: "text", fault };
  if (!(at > 0)) return { field: "at", fault: "badTime" };
  return at > now + MAX_AHEAD_MS ? { field: "at", fault: "stillToCome" } : undefined;
}
