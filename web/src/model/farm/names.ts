/** The names under which members see each other. */

/** Enough to distinguish the members of a farm. */
const ID_START = 4;

/** @param unnamed the words for somebody without a name, with the beginning of their uid */
export function memberName(
  names: ReadonlyMap<string, string>,
  uid: string,
  unnamed: (idStart: string) => string,
): string {
  return names.get(uid) ?? unnamed(uid.slice(0, ID_START));
}

/** An initial name: the account's, or the part of its e-mail address before the @. */
export function suggestedName(person: {
  readonly uid: string;
  readonly name: string;
  readonly email: string | undefined;
}): string {
  const { uid, name, email } = person;
  if (name !== email && name !== uid) return name.slice(0, LONGEST);
  return (email?.split("@")[0] ?? "").slice(0, LONGEST);
}

const LONGEST = 100;

/** For a name within a sentence: a right-to-left name must not change the direction of the surrounding words. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether a sensor's name or type says that it measures in the soil, in English or German. */
export function saysSoil(text: string): boolean {
  return /soil|substrate?|root|boden|\berde\b|wurzel/i.test(text);
}
