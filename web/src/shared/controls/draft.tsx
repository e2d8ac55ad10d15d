/** A form of several fields. It keeps input while others save, and asks about fields that both sides changed. */

import type { VNode } from "preact";
import { useState } from "preact/hooks";
import {
  changedIn,
  conflictsIn,
  keepTyped,
  NO_DRAFT,
  shownOf,
  takeStored,
  typeInto,
} from "../../model/input/draft";
import type { MeaningOf } from "../../model/input/draft";
import { Button } from "./controls";
import { useFormTexts } from "../../text/forms";

export interface FormDraft<T> {
  readonly stored: T;
  readonly shown: T;
  readonly changed: readonly string[];
  readonly conflicts: readonly string[];
  readonly type: (field: string, text: string) => void;
  readonly take: (field: string) => void;
  readonly keep: (field: string) => void;
  readonly reset: () => void;
}

/**
 * @param stored the currently stored values as texts, by field
 * @param meaningOf texts with the same meaning are equal; by default, the form compares texts
 */
export function useDraft<T extends Readonly<Record<string, string>>>(
  stored: T,
  meaningOf?: MeaningOf,
): FormDraft<T> {
  const [draft, setDraft] = useState(NO_DRAFT);
  return {
    stored,
    shown: shownOf(stored, draft),
    changed: changedIn(stored, draft, meaningOf),
    conflicts: conflictsIn(stored, draft, meaningOf),
    type: (field, text) => setDraft((before) => typeInto(before, stored, field, text)),
    take: (field) => setDraft((before) => takeStored(before, field)),
    keep: (field) => setDraft((before) => keepTyped(before, stored, field)),
    reset: () => setDraft(NO_DRAFT),
  };
}

export interface ConflictsProps {
  readonly draft: FormDraft<Readonly<Record<string, string>>>;
  /** Returns the label of a field. */
  readonly nameOf: (field: string) => string;
  /** Returns the text of a field's value, if it differs from the typed text. */
  readonly textOf?: (field: string, value: string) => string;
  /** Whether only this person may change the record. The other change then came from another of their windows. */
  readonly isOwn?: boolean;
}

/** The questions that the person must answer before saving. */
export function Conflicts({
  draft,
  nameOf,
  textOf = (_, text) => text,
  isOwn = false,
}: ConflictsProps): VNode {
  const texts = useFormTexts();
  const { conflicts, stored, shown, take, keep } = draft;
  const conflict = isOwn ? texts.ownConflict : texts.conflict;
  return (
    <>
      {conflicts.map((field) => (
        <div key={field} class="question" role="alert">
          <p>{conflict(nameOf(field), textOf(field, stored[field] ?? ""))}</p>
          <Button onClick={() => take(field)}>{isOwn ? texts.takeOwn : texts.takeStored}</Button>
          <Button onClick={() => keep(field)}>
            {texts.keepTyped(textOf(field, shown[field] ?? ""))}
          </Button>
        </div>
      ))}
    </>
  );
}
