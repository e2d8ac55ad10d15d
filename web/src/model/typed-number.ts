/**
 * Numbers as people type them, read in their language: "30,000" is 30000 in English and 30 in German. What another
 * reader would take for another number is doubtful: the form asks, and nothing is stored.
 */

export type TypedNumber =
  | { readonly kind: "empty" }
  | { readonly kind: "number"; readonly value: number }
  /** What it may be, the likelier first. */
  | { readonly kind: "doubtful"; readonly readings: readonly [number, number] }
  | { readonly kind: "notANumber" };

const NOT_A_NUMBER: TypedNumber = { kind: "notANumber" };
/** Longer ones are no number that anybody means. */
const MAX_CHARACTERS = 40;
/** Thousands, also as in India: 1,234,567 and 12,34,567. */
const GROUPED = /^[1-9]\d{0,2}(?:(?:,\d{3})+|(?:,\d{2})+,\d{3})$/;

/**
 * @param unit of the field, which may be typed behind the number
 * @returns a number only where no other is meant
 */
export function parseNumber(text: string, locale: string, unit = ""): TypedNumber {
  const plain = withoutUnit(normalize(text), normalize(unit));
  if (plain === "") return { kind: "empty" };
  const [, sign, body] = /^([+-]?) ?([\d., ']+)$/.exec(plain) ?? [];
  if (body === undefined || plain.length > MAX_CHARACTERS || !/\d/.test(body)) return NOT_A_NUMBER;
  return signed(parseDigits(body, decimalOf(locale)), sign === "-" ? -1 : 1);
}

/** A text that means this number again, without separators of thousands. */
export function numberText(value: number | undefined, locale: string): string {
  if (value === undefined) return "";
  const digits = { useGrouping: false, maximumFractionDigits: 20 };
  const text = value.toLocaleString(locale, { ...digits, signDisplay: "negative" });
  // One more digit, and nobody takes the fraction for thousands.
  return parseNumber(text, locale).kind === "doubtful" ? `${text}0` : text;
}

/** Alike digits, blanks, apostrophes and minus signs become one. */
function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .replaceAll(/[\u2010-\u2013\u2212]/gu, "-")
    .replaceAll(/[\u2018\u2019\u02bc\u00b4`]/gu, "'")
    .replaceAll(/\s+/gu, " ")
    .trim();
}

function withoutUnit(text: string, unit: string): string {
  // A degree without a scale is one of the field's.
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
    // After a separator of thousands, another kind begins the fraction, in every language.
    const [group = "", ...others] = separators;
    if (others.length > 1 || !isGrouped(whole, group)) return NOT_A_NUMBER;
    return numeric(`${digitsOf(whole)}.${fraction}`);
  }
  const couldBeThousands = isGrouped(body, last);
  if (last === decimal) {
    // In German a comma is never one of thousands; in English, a point is one for many who read it.
    if (couldBeThousands && last === ".") return doubtful(`${whole}.${fraction}`, digitsOf(body));
    return numeric(`${whole}.${fraction}`);
  }
  if (couldBeThousands && last === groupBeside(decimal)) return numeric(digitsOf(body));
  return doubtful(`${whole}.${fraction}`, digitsOf(body));
}

/** Thousands alone: "1 234 567". */
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

/** Languages with a decimal comma that put blanks between thousands read points there too. */
function groupBeside(decimal: "." | ","): string {
  return decimal === "." ? "," : ".";
}

function numeric(text: string): TypedNumber {
  const value = /\d/.test(text) ? Number(text) : NaN;
  return Number.isFinite(value) ? { kind: "number", value } : NOT_A_NUMBER;
}

function doubtful(fraction: string, thousands: string): TypedNumber {
  const readings = [Number(fraction), Number(thousands)] as const;
  return readings[0] === readings[1]
    ? { kind: "number", value: readings[0] }
    : { kind: "doubtful", readings };
}

function signed(typed: TypedNumber, sign: 1 | -1): TypedNumber {
  if (typed.kind === "number") return { ...typed, value: sign * typed.value || 0 };
  if (typed.kind !== "doubtful") return typed;
  const [first, second] = typed.readings;
  return { kind: "doubtful", readings: [sign * first || 0, sign * second || 0] };
}

function decimalOf(locale: string): "." | "," {
  const parts = new Intl.NumberFormat(locale).formatToParts(0.5);
  return parts.some(({ type, value }) => type === "decimal" && value === ",") ? "," : ".";
}
