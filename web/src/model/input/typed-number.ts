/**
 * Parses typed numbers. A comma or a point starts the fraction in every language. A text such as "30,000" or "30.000"
 * is refused, because it means 30 to some people and 30000 to others.
 */

export type TypedNumber =
  | { readonly kind: "empty" }
  | { readonly kind: "number"; readonly value: number }
  /** The text may contain a thousands separator. */
  | { readonly kind: "grouped" }
  | { readonly kind: "notANumber" };

/** The meaning of a text in a field that accepts only some numbers. */
export type FieldNumber = TypedNumber | { readonly kind: "outOfRange" };

/** Longer texts are not accepted as numbers. */
const MAX_CHARACTERS = 40;
const NUMBER = /^([+-]?) ?(\d+(?:[.,]\d*)?|[.,]\d+)$/;
/** Also matches several separators. Numbers from 0 to 1 have none. */
const GROUPED = /^[+-]? ?[1-9]\d{0,2}(?:[., ']\d{2,3})*[., ']\d{3}(?:[.,]\d*)?$/;

/** @param unit of the field, which may follow the number */
export function parseNumber(text: string, unit = ""): TypedNumber {
  const plain = withoutUnit(normalize(text), normalize(unit));
  if (plain === "") return { kind: "empty" };
  if (plain.length > MAX_CHARACTERS) return { kind: "notANumber" };
  return GROUPED.test(plain) ? { kind: "grouped" } : parseUngrouped(plain);
}

/** Parses numbers that nobody writes with thousands separators, such as degrees of latitude. */
export function parseUngrouped(text: string, unit = ""): TypedNumber {
  const [, sign, digits] = NUMBER.exec(withoutUnit(normalize(text), unit)) ?? [];
  if (digits === undefined) return { kind: "notANumber" };
  // Avoids -0.
  return { kind: "number", value: (sign === "-" ? -1 : 1) * Number(digits.replace(",", ".")) || 0 };
}

/** Parses a number for a field that accepts only some numbers. */
export function parseFor(
  takes: (value: number) => boolean,
  text: string,
  unit?: string,
): FieldNumber {
  const typed = parseNumber(text, unit);
  return typed.kind === "number" && !takes(typed.value) ? { kind: "outOfRange" } : typed;
}

/** Returns equal values for texts with the same meaning, such as "30" and "30.0". */
export function meaningOf(typed: FieldNumber, text: string): number | string {
  return typed.kind === "number" ? typed.value : text.trim();
}

/** Writes a number without thousands separators. */
export function numberText(
  value: number | undefined,
  locale: string,
  maximumFractionDigits = 20,
): string {
  const format = { useGrouping: false, maximumFractionDigits, signDisplay: "negative" } as const;
  return value === undefined ? "" : value.toLocaleString(locale, format);
}

/** Replaces the variants of digits, blanks, apostrophes and minus signs by one variant each. */
function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u2010-\u2013\u2212]/gu, "-")
    .replaceAll(/[\u2018\u2019\u02bc\u00b4`]/gu, "'")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

function withoutUnit(text: string, unit: string): string {
  // A degree sign without a scale means the field's unit.
  const units = unit.startsWith("°") ? [unit, "°"] : [unit, unit === "lx" ? "lux" : unit];
  const lower = text.toLowerCase().replaceAll("° ", "°");
  const found = units.find((suffix) => suffix !== "" && lower.endsWith(suffix.toLowerCase()));
  return found === undefined ? text : lower.slice(0, -found.length).trimEnd();
}
