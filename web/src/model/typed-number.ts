/**
 * Parses numbers that people type in their language: "30,000" is 30000 in English and 30 in German. A text that may
 * mean two numbers is doubtful: nothing is stored until the person has answered which one is meant.
 */

export type TypedNumber =
  | { readonly kind: "empty" }
  | {
      readonly kind: "number";
      readonly value: number;
      /** Its meaning in another language, if that is a different number. */
      readonly other?: number;
    }
  /** The possible meanings, the more likely one first. */
  | { readonly kind: "doubtful"; readonly readings: readonly number[] }
  | { readonly kind: "notANumber" };

/** The meaning of a text in a field that accepts only some numbers. */
export type FieldNumber = TypedNumber | { readonly kind: "outOfRange" };

const NOT_A_NUMBER: TypedNumber = { kind: "notANumber" };
/** Longer texts are not accepted as numbers. */
const MAX_CHARACTERS = 40;
/** Thousands separators, including the Indian style: 1,234,567 and 12,34,567. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:,\d{2})+,\d{3})$/;

/**
 * @param unit of the field, which may be typed after the number
 * @returns a number only if the text has one meaning in this language
 */
export function parseNumber(text: string, locale: string, unit = ""): TypedNumber {
  const plain = withoutUnit(normalize(text), normalize(unit));
  if (plain === "") return { kind: "empty" };
  const [, sign, body] = /^([+-]?) ?([\d., ']+)$/.exec(plain) ?? [];
  if (body === undefined || plain.length > MAX_CHARACTERS || !/\d/.test(body)) return NOT_A_NUMBER;
  return signed(parseDigits(body, decimalOf(locale)), sign === "-" ? -1 : 1);
}

/**
 * Like `parseNumber`, for a field that accepts only some numbers; others are out of range. If only the text's meaning
 * in another language is accepted, the result is doubtful.
 */
export function parseFor(
  takes: (value: number) => boolean,
  text: string,
  locale: string,
  unit?: string,
): FieldNumber {
  const typed = parseNumber(text, locale, unit);
  if (typed.kind === "empty" || typed.kind === "notANumber") return typed;
  if (typed.kind === "number" && takes(typed.value)) return typed;
  const all =
    typed.kind === "number" ? [typed.other ?? typed.value] : likely(typed.readings, takes);
  const readings = all.filter(takes);
  return readings.length === 0 ? { kind: "outOfRange" } : { kind: "doubtful", readings };
}

/** If the more likely meaning is not accepted, the other one counts only if it is exactly 1,000 times as large. */
function likely(readings: readonly number[], takes: (value: number) => boolean): readonly number[] {
  const [first = NaN, other = NaN] = readings;
  return takes(first) || Math.round(first * 1000) === other ? readings : [first];
}

/** Equal for texts with the same meaning, such as "30" and "30.0". */
export function meaningOf(typed: FieldNumber, text: string): number | string {
  return typed.kind === "number" ? typed.value : text.trim();
}

/** A text without thousands separators that is parsed to the same number. */
export function numberText(value: number | undefined, locale: string): string {
  if (value === undefined) return "";
  const digits = { useGrouping: false, maximumFractionDigits: 20 };
  const text = value.toLocaleString(locale, { ...digits, signDisplay: "negative" });
  // With a fourth digit, the fraction cannot be mistaken for thousands.
  return parseNumber(text, locale).kind === "doubtful" ? `${text}0` : text;
}

/** Replaces the variants of digits, blanks, apostrophes and minus signs by one of each. */
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
  const found = units.find((one) => one !== "" && lower.endsWith(one.toLowerCase()));
  return found === undefined ? text : lower.slice(0, -found.length).trimEnd();
}

/** @param body digits, points, commas, blanks and apostrophes */
function parseDigits(body: string, decimal: "." | ","): TypedNumber {
  const separators = [...new Set(body.replaceAll(/\d/g, ""))];
  const last = separators.at(-1);
  if (last === undefined) return numeric(body);
  const isOnce = body.indexOf(last) === body.lastIndexOf(last);
  if (last === " " || last === "'" || !isOnce) return isOneKind(separators, body, last);
  const [whole = "", fraction = ""] = body.split(last);
  if (separators.length > 1) {
    // In every language, the second kind of separator begins the fraction.
    const [group = "", ...others] = separators;
    if (others.length > 1 || !isGrouped(whole, group)) return NOT_A_NUMBER;
    return numeric(`${digitsOf(whole)}.${fraction}`);
  }
  const asFraction = `${whole}.${fraction}`;
  const couldBeThousands = isGrouped(body, last);
  if (last === decimal) {
    if (!couldBeThousands) return numeric(asFraction);
    // In German, a comma never separates thousands; in English, many readers would take a point as a separator.
    return last === "."
      ? doubtful(asFraction, digitsOf(body))
      : numeric(asFraction, digitsOf(body));
  }
  return couldBeThousands && last === groupBeside(decimal)
    ? numeric(digitsOf(body), asFraction)
    : doubtful(asFraction, digitsOf(body));
}

/** With thousands separators but no fraction: "1 234 567". */
function isOneKind(separators: readonly string[], body: string, separator: string): TypedNumber {
  return separators.length === 1 && isGrouped(body, separator)
    ? numeric(digitsOf(body))
    : NOT_A_NUMBER;
}

function isGrouped(text: string, separator: string): boolean {
  return GROUPED.test(
    text.replaceAll(",", "x").replaceAll(separator === "," ? "x" : separator, ","),
  );
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, "");
}

/** A language with a decimal comma accepts points between thousands, even if it usually has blanks there. */
function groupBeside(decimal: "." | ","): string {
  return decimal === "." ? "," : ".";
}

function numeric(text: string, other?: string): TypedNumber {
  const value = /\d/.test(text) ? Number(text) : NaN;
  if (!Number.isFinite(value)) return NOT_A_NUMBER;
  return { kind: "number", value, ...(other !== undefined && { other: Number(other) }) };
}

function doubtful(fraction: string, thousands: string): TypedNumber {
  const readings = [Number(fraction), Number(thousands)] as const;
  return readings[0] === readings[1]
    ? { kind: "number", value: readings[0] }
    : { kind: "doubtful", readings };
}

function signed(typed: TypedNumber, sign: 1 | -1): TypedNumber {
  const withSign = (value: number): number => sign * value || 0;
  if (typed.kind === "doubtful") return { ...typed, readings: typed.readings.map(withSign) };
  if (typed.kind !== "number") return typed;
  const { value, other } = typed;
  return {
    ...{ kind: "number", value: withSign(value) },
    ...(other !== undefined && { other: withSign(other) }),
  };
}

function decimalOf(locale: string): "." | "," {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "," : ".";
}
