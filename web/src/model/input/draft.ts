/**
 * The unsaved input in a form whose record others may change at the same time. Fields without input follow the
 * database. If both sides change a field, the form asks which value to keep.
 */

export interface Draft {
  /** The typed text, by field. */
  readonly typed: Readonly<Record<string, string>>;
  /** The stored value at the time when the person started to type, by field. */
  readonly before: Readonly<Record<string, string>>;
}

export const NO_DRAFT: Draft = { typed: {}, before: {} };

/** Returns the meaning of a field's text: "30" and "30.0" are the same number. */
export type MeaningOf = (field: string, text: string) => unknown;

type Fields = Readonly<Record<string, string>>;

/** Returns the texts that the form shows. */
export function shownOf<T extends Fields>(stored: T, draft: Draft): T {
  const typed = Object.entries(draft.typed).filter(([field]) => field in stored);
  return { ...stored, ...Object.fromEntries(typed) };
}

export function typeInto(draft: Draft, stored: Fields, field: string, text: string): Draft {
  return {
    typed: { ...draft.typed, [field]: text },
    before: { [field]: stored[field] ?? "", ...draft.before },
  };
}

/** Returns the fields that saving would change. */
export function changedIn(
  stored: Fields,
  { typed }: Draft,
  meaningOf: MeaningOf = asTyped,
): readonly string[] {
  return Object.keys(typed).filter(
    (field) => field in stored && !isSame(field, typed, stored, meaningOf),
  );
}

/** Returns the changed fields that somebody else has changed since. */
export function conflictsIn(
  stored: Fields,
  draft: Draft,
  meaningOf: MeaningOf = asTyped,
): readonly string[] {
  return changedIn(stored, draft, meaningOf).filter(
    (field) => !isSame(field, draft.before, stored, meaningOf),
  );
}

function isSame(field: string, a: Fields, b: Fields, meaningOf: MeaningOf): boolean {
  const [left = "", right = ""] = [a[field], b[field]];
  return left === right || meaningOf(field, left) === meaningOf(field, right);
}

function asTyped(_: string, text: string): string {
  return text;
}

/** Resolves a conflict: the person accepts the stored value. */
export function takeStored(draft: Draft, field: string): Draft {
  const without = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== field));
  return { typed: without(draft.typed), before: without(draft.before) };
}

/** Resolves a conflict: the person keeps the typed value after seeing the stored value. */
export function keepTyped(draft: Draft, stored: Fields, field: string): Draft {
  return { ...draft, before: { ...draft.before, [field]: stored[field] ?? "" } };
}
