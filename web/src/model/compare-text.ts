/** The order of names, as people of a language expect it: numbers by their value, capitals beside small letters. */

/** To make one takes longer than to compare a thousand names. */
const collators = new Map<string | undefined, Intl.Collator>();

/** @param locale undefined: the device's */
export function compareText(a: string, b: string, locale: string | undefined): number {
  const known = collators.get(locale);
  const collator = known ?? new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  if (known === undefined) collators.set(locale, collator);
  return collator.compare(a, b);
}
