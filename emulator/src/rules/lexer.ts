/**
 * Cuts an expression into tokens. Google's server reads expressions with Rhino, an engine for JavaScript. So comments,
 * white space, numbers and escapes are those of JavaScript, as Rhino reads them.
 * Source: the parser's stack trace in https://github.com/firebase/firebase-tools/issues/2734, and `TokenStream` of
 * https://github.com/mozilla/rhino
 */

import { canonicalNumber, type Numeric } from "../tree/numbers";
import { Fault } from "./error";

export interface Token {
  readonly kind: "number" | "text" | "name" | "pattern" | "symbol" | "end";
  /** The token as written. A text's value is its content, a pattern's value is the part between the slashes. */
  readonly value: string;
  readonly start: number;
  readonly end: number;
  readonly flags?: string;
}

const MAX_EXPRESSION_LENGTH = 65_536;

/**
 * Rhino drops format characters, also inside strings, and ends a literal at these line breaks. Such a rule means
 * something else than it shows, so it is rejected. A byte order mark is white space.
 */
const UNREADABLE = /(?!\ufeff)[\p{Cf}\p{Zl}\p{Zp}]/u;
/** White space, line breaks and comments. */
const BLANK = /(?:\s+|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*/y;
/** The start of a comment that BLANK does not match, because it has no end. */
const OPEN_COMMENT = "/*";
/** A number in base 16, 8 or 10. */
const NUMBER = /0[xX][\da-fA-F]+|0[0-7]+(?!\d)|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /(?:[A-Za-z_$]|[^\0-\x7f\s])(?:[\w$]|[^\0-\x7f\s])*/y;
const SYMBOL = /===|!==|==|!=|<=|>=|&&|\|\||[<>+\-*/%!?:.,()[\]]/y;
/** A string. A backslash continues the string on the next line. */
const TEXT = /(['"])(?:(?!\1)[^\\\n\r]|\\(?:\r\n|[^]))*\1/y;
const PATTERN = /\/((?:[^/\\[\n\r]|\\.|\[(?:[^\]\\\n\r]|\\.)*\])+)\/([A-Za-z]*)/y;
const TEXT_ESCAPE =
  /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([0-3][0-7]{0,2}|[4-7][0-7]?)|(\r\n|[^]))/g;
const CONTROLS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  // A continued line.
  "\n": "",
  "\r": "",
  "\r\n": "",
};

/** Hints for symbols that are written by mistake. */
const HINTS: Readonly<Record<string, string>> = {
  "=": "A rule cannot assign; write == to compare.",
  "&": "Rules have no bitwise operators; write && for «and».",
  "|": "Rules have no bitwise operators; write || for «or».",
  ";": "A rule is a single expression.",
  "{": "Rules have no blocks or object literals.",
  "`": "Write strings in single or double quotes.",
  "'": "This string has no closing quote.",
  '"': "This string has no closing quote.",
  "/": "This regular expression has no closing slash.",
};

/** @throws Fault */
export function tokenize(text: string): readonly Token[] {
  if (text.length > MAX_EXPRESSION_LENGTH) {
    throw new Fault(`The expression is longer than ${MAX_EXPRESSION_LENGTH} characters.`, 0);
  }
  const mayBeUnreadable = UNREADABLE.test(text);
  const tokens: Token[] = [];
  let start = lengthOf(BLANK, text, 0);
  while (start < text.length) {
    const token = readToken(text, start, tokens.at(-1));
    if (token === undefined) throw faultAt(text, start);
    if (mayBeUnreadable) assertReadable(text.slice(token.start, token.end), start);
    tokens.push(token);
    start = token.end + lengthOf(BLANK, text, token.end);
  }
  tokens.push({ kind: "end", value: "", start: text.length, end: text.length });
  return tokens;
}

function assertReadable(written: string, start: number): void {
  const unreadable = UNREADABLE.exec(written);
  if (unreadable === null) return;
  const code = unreadable[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0") ?? "";
  throw new Fault(
    `Google's server cannot read the character U+${code} in a rule.`,
    start + unreadable.index,
  );
}

function readToken(text: string, start: number, before: Token | undefined): Token | undefined {
  const first = text[start] ?? "";
  if (text.startsWith(OPEN_COMMENT, start)) return undefined;
  if (first === "/" && !endsValue(before)) return patternAt(text, start);
  const end = (expression: RegExp): number => start + lengthOf(expression, text, start);
  const token = (kind: Token["kind"], to: number): Token | undefined =>
    to === start ? undefined : { kind, value: text.slice(start, to), start, end: to };
  if (first === "'" || first === '"') {
    const written = token("text", end(TEXT));
    return written && { ...written, value: decodeText(written.value.slice(1, -1)) };
  }
  return token("number", end(NUMBER)) ?? token("name", end(NAME)) ?? token("symbol", end(SYMBOL));
}

/** Returns whether a slash after this token is a division. */
function endsValue(token: Token | undefined): boolean {
  if (token === undefined) return false;
  return token.kind === "symbol" ? token.value === ")" || token.value === "]" : true;
}

function patternAt(text: string, start: number): Token | undefined {
  PATTERN.lastIndex = start;
  const found = PATTERN.exec(text);
  if (found === null) return undefined;
  const [whole, value = "", flags = ""] = found;
  return { kind: "pattern", value, flags, start, end: start + whole.length };
}

function lengthOf(expression: RegExp, text: string, start: number): number {
  expression.lastIndex = start;
  return expression.exec(text)?.[0].length ?? 0;
}

/** Decodes escapes as in JavaScript: an escaped character without a special meaning stays as it is. */
function decodeText(written: string): string {
  type Part = string | undefined;
  return written.replace(TEXT_ESCAPE, (_, unicode: Part, latin: Part, octal: Part, rest: Part) => {
    const code = unicode ?? latin;
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8));
    return CONTROLS[rest ?? ""] ?? rest ?? "";
  });
}

/** Returns the value of a number token. A number that begins with 0 may be octal. */
export function decodeNumber(written: string): Numeric {
  const digits = /^0[0-7]+$/.test(written) ? `0o${written}` : written;
  const isInteger = /^(?:\d+|0[xXo].+)$/.test(digits);
  return canonicalNumber(isInteger ? BigInt(digits) : Number(digits));
}

function faultAt(text: string, start: number): Fault {
  if (text.startsWith(OPEN_COMMENT, start)) return new Fault("This comment has no end.", start);
  const unit = text[start] ?? "";
  return new Fault(HINTS[unit] ?? `Unexpected character ${JSON.stringify(unit)}.`, start);
}
