/** The names under which members see each other. */

/** Enough characters to distinguish the members of a farm. */
const ID_START = 4;

/**
 * Returns a member's name.
 * @param unnamed returns the words for a person without a name, from the start of their uid
 */
export function memberName(
  names: ReadonlyMap<string, string>,
  uid: string,
  unnamed: (idStart: string) => string,
): string {
  return names.get(uid) ?? unnamed(uid.slice(0, ID_START));
}

/** Suggests a first name: the account's, or the part of its e-mail address before the @. */
export function suggestedName(person: {
  readonly uid: string;
  readonly name: string;
  readonly email: string | undefined;
}): string {
  const { uid, name, email } = person;
  if (name !== email && name !== uid) return name.slice(0, MAX_NAME_CHARACTERS);
  return (email?.split("@")[0] ?? "").slice(0, MAX_NAME_CHARACTERS);
}

const MAX_NAME_CHARACTERS = 100;

/** Isolates a name in a sentence, because a right-to-left name must not change the direction of the words around it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Whether a sensor's name or type says in English or German that it measures the soil. */
export function saysSoil(text: string): boolean {
  return /soil|substrate?|root|boden|\berde\b|wurzel/i.test(text);
}
