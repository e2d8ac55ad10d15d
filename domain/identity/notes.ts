/** Notes of members about a greenhouse at a time: `notes/<greenhouseId>/<pushKey>`, with the note's time in the key. */

import { fields, parseChildren, asTime, parseRecord, asText } from "../stored.ts";
import { checkText } from "../words/text.ts";
import type { TextProblem } from "../words/text.ts";

export const MAX_NOTE_CHARACTERS = 200;

export interface Note {
  /** A push key of the time `at` (push-key.ts): a range of time is a range of keys. */
  readonly key: string;
  /** The time that the note is about, in Unix milliseconds. */
  readonly at: number;
  /** A single line. */
  readonly text: string;
  /** The uid of its author. */
  readonly by: string;
}

const NOTE = { at: asTime, ...fields(asText, "text", "by") };

/** Returns the complete notes in the order of time. @param stored `notes/<greenhouseId>`, or a part of it */
export function parseNotes(stored: unknown): readonly Note[] {
  return parseChildren(stored, (child, key) => {
    const note = parseRecord(child, NOTE);
    return note && { key, ...note };
  }).sort((a, b) => a.at - b.at);
}

/** Returns the problem of a note's text; undefined if it can be stored. */
export function checkNote(text: string): TextProblem | undefined {
  return checkText(text, MAX_NOTE_CHARACTERS);
}
