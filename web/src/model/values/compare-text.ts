/** Sorts names as is usual in a language: numbers by value, upper case next to lower case. */

/** Cached, because creating a collator takes longer than comparing a thousand names. */
const collators = new Map<string | undefined, Intl.Collator>();

/** @param locale undefined means the device's */
export function compareText(a: string, b: string, locale: string | undefined): number {
  const cached = collators.get(locale);
  const collator = cached ?? new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  if (cached === undefined) collators.set(locale, collator);
  return collator.compare(a, b);
}
