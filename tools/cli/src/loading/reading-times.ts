/** Parses the time of a reading in a file. Pure. */

import type { Json } from "../core/database";
import { parseDate } from "../core/time";

export type ReadTime = { readonly timestamp: number } | { readonly problem: string };

export const DECIMAL_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Smaller numbers are seconds, as some devices send them. */
const FIRST_MILLISECONDS = 1e11;
/**
 * Numbers in this range count the days since 1900, from 1954 to 2173: as seconds they would lie on
 * the first day of 1970.
 */
const SPREADSHEET_DAYS = { first: 20_000, last: 100_000 };

const UNREADABLE =
  "Its time must be a date (2026-03-01T06:00:00Z, or 01.03.2026 06:00 with --zone) or Unix milliseconds.";

interface TimeFormat {
  readonly decimal: "." | ",";
  /** Whether dates without an offset are in the local time of a zone. */
  readonly isZoned: boolean;
  /** Parses a date without an offset; returns undefined if the text is not such a date. */
  readonly localTime: (text: string) => ReadTime | undefined;
}

export function readTime(time: Json, { decimal, isZoned, localTime }: TimeFormat): ReadTime {
  if (typeof time !== "string" && typeof time !== "number") return { problem: UNREADABLE };
  const text = String(time).replace(decimal, ".");
  const isNumber = DECIMAL_NUMBER.test(text);
  if (!isNumber && typeof time === "string") {
    const local = isZoned ? localTime(time) : undefined;
    if (local !== undefined) return local;
    const timestamp = parseDate(time);
    if (timestamp !== undefined) return { timestamp };
    const refused = localTime(time);
    if (refused !== undefined) return refused;
  }
  // A number with a decimal point or comma is never a time.
  const number = isNumber ? text : text.replace(",", ".");
  const problem = DECIMAL_NUMBER.test(number) ? problemOfNumber(number, String(time)) : undefined;
  if (problem !== undefined) return { problem };
  const value = isNumber ? Number(text) : NaN;
  const timestamp = Math.round(value < FIRST_MILLISECONDS ? value * 1000 : value);
  return Number.isSafeInteger(timestamp) ? { timestamp } : { problem: UNREADABLE };
}

/**
 * Spreadsheets round such numbers silently, so all rows of some minutes or hours would get the same
 * time.
 */
function problemOfNumber(number: string, written: string): string | undefined {
  if (Number.isFinite(Number(number)) && isRounded(number)) {
    return `Its time ${written} is rounded: the last digits are lost. In the spreadsheet, set the column's format to "Text" or to "Number" with no decimals, and fill in or export the times again.`;
  }
  const value = Number(number);
  if (value >= SPREADSHEET_DAYS.first && value < SPREADSHEET_DAYS.last) {
    return `Its time ${written} is a spreadsheet's number of days. In the spreadsheet, set the column's format to YYYY-MM-DD hh:mm:ss, and save the file again.`;
  }
  return undefined;
}

/**
 * Whether a number with an exponent has fewer digits than a time in seconds or milliseconds needs.
 */
function isRounded(number: string): boolean {
  const [digits = "", exponent] = number.toLowerCase().split("e");
  if (exponent === undefined) return false;
  const decimals = (digits.split(".")[1] ?? "").length;
  return decimals < Number(exponent);
}
