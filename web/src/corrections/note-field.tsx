/** The note of a calibration or an exclusion. It may be empty. */

import { MAX_CHANGE_NOTE_CHARACTERS } from "@greenhouse/domain/quantities/corrections-model";
import { checkText } from "@greenhouse/domain/words/text";
import type { TextProblem } from "@greenhouse/domain/words/text";
import type { VNode } from "preact";
import { Field } from "../shared/controls/controls";
import { usePage } from "../shared/hooks/page";

export function faultOfNote(note: string): TextProblem | undefined {
  return note.trim() === "" ? undefined : checkText(note.trim(), MAX_CHANGE_NOTE_CHARACTERS);
}

/** Returns the note as it is stored; undefined if it is empty. */
export function storedNote(note: string): string | undefined {
  return note.trim() || undefined;
}

export interface NoteFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly note: string;
  readonly onNote: (note: string) => void;
  /** Whether the person has pressed the button, so that a fault is shown. */
  readonly isTried: boolean;
}

export function NoteField({ label, placeholder, note, onNote, isTried }: NoteFieldProps): VNode {
  const { texts } = usePage();
  const fault = isTried ? faultOfNote(note) : undefined;
  const error = fault && texts.validation[fault];
  return <Field {...{ label, placeholder, error }} value={note} onValue={onNote} />;
}
