/** Checks texts that people see: one visible line. `database/rules/` has the same conditions. */

/**
 * Ranges of forbidden characters: control characters, line breaks, and marks that change the direction of the surrounding
 * text, with the deprecated marks after them.
 */
export const FORBIDDEN_RANGES = [
  ["\u0000", "\u001f"],
  ["\u007f", "\u009f"],
  ["\u2028", "\u202e"],
  ["\u2066", "\u206f"],
] as const;

/**
 * Ranges of invisible characters. A text that has only these is blank. Up to U+FFFF they are Unicode's white space, its
 * Default_Ignorable_Code_Point, and the empty pattern of Braille.
 */
export const BLANK_RANGES = [
  [" ", " "],
  ["\u00a0", "\u00a0"],
  ["\u00ad", "\u00ad"],
  ["\u034f", "\u034f"],
  ["\u061c", "\u061c"],
  ["\u115f", "\u1160"],
  ["\u1680", "\u1680"],
  ["\u17b4", "\u17b5"],
  ["\u180b", "\u180f"],
  ["\u2000", "\u200f"],
  ["\u202f", "\u202f"],
  ["\u205f", "\u2065"],
  ["\u2800", "\u2800"],
  ["\u3000", "\u3000"],
  ["\u3164", "\u3164"],
  ["\ufe00", "\ufe0f"],
  ["\ufeff", "\ufeff"],
  ["\uffa0", "\uffa0"],
  ["\ufff0", "\ufff8"],
] as const;

/** Matches a forbidden character. */
export const FORBIDDEN = new RegExp(`[${classOf(FORBIDDEN_RANGES)}]`);
const FORBIDDEN_ANYWHERE = new RegExp(FORBIDDEN, "g");
const LINE_BREAK = /[\n\r\u2028\u2029]/;
const VISIBLE = new RegExp(`[^${classOf(FORBIDDEN_RANGES)}${classOf(BLANK_RANGES)}]`);

/** Returns the inside of a character class, with the characters themselves. */
export function classOf(ranges: readonly (readonly [from: string, to: string])[]): string {
  return ranges.map(([from, to]) => (from === to ? from : `${from}-${to}`)).join("");
}

/** Shortens a text for a line of a log or a table. A longer text ends with a whole word and an ellipsis. */
export function shorten(text: string, maxCharacters: number): string {
  if (text.length <= maxCharacters) return text;
  const start = text.slice(0, maxCharacters - 1);
  const end = start.lastIndexOf(" ");
  const cut = end > maxCharacters / 2 ? start.slice(0, end) : start;
  return `${cut.toWellFormed().replace(/[ ,;:]$/, "")}…`;
}

export type TextProblem = "empty" | "tooLong" | "lineBreak" | "hiddenCharacters";

/** Returns the problem of a text that people see; undefined if it can be stored. */
export function checkText(text: string, maxCharacters: number): TextProblem | undefined {
  if (LINE_BREAK.test(text)) return "lineBreak";
  if (FORBIDDEN.test(text)) return "hiddenCharacters";
  if (!VISIBLE.test(text)) return "empty";
  return text.length > maxCharacters ? "tooLong" : undefined;
}

/** Returns the nearest text that can be stored; undefined if no character is visible. */
export function toText(text: string, maxCharacters: number): string | undefined {
  const line = text.replaceAll(FORBIDDEN_ANYWHERE, " ").slice(0, maxCharacters).toWellFormed();
  return checkText(line, maxCharacters) === undefined ? line : undefined;
}
