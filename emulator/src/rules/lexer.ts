/** Cuts an expression into tokens. Source: https://firebase.google.com/docs/reference/security/database */

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
 * Google's server reads expressions with Rhino, which drops format characters and ends a literal at these line breaks.
 * Source: the parser's stack trace in https://github.com/firebase/firebase-tools/issues/2734
 */
const UNREADABLE = /[\p{Cf}\p{Zl}\p{Zp}]/u;
const BLANK = /\s*/y;
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const NAME = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*/y;
const SYMBOL = /===|!==|==|!=|<=|>=|&&|\|\||[<>+\-*/%!?:.,()[\]]/y;
const TEXT = /'(?:[^'\\\n]|\\[^\n])*'|"(?:[^"\\\n]|\\[^\n])*"/y;
const PATTERN = /\/((?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+)\/([A-Za-z]*)/y;
const TEXT_ESCAPE = /\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|([^]))/g;
const CONTROLS: Readonly<Record<string, string>> = {
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
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
  const unreadable = UNREADABLE.exec(text);
  if (unreadable !== null) {
    const code = unreadable[0].codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0") ?? "";
    throw new Fault(
      `Google's server cannot read the character U+${code} in a rule.`,
      unreadable.index,
    );
  }
  const tokens: Token[] = [];
  let start = lengthOf(BLANK, text, 0);
  while (start < text.length) {
    const token = readToken(text, start, tokens.at(-1));
    if (token === undefined) throw faultAt(text, start);
    tokens.push(token);
    start = token.end + lengthOf(BLANK, text, token.end);
  }
  tokens.push({ kind: "end", value: "", start: text.length, end: text.length });
  return tokens;
}

function readToken(text: string, start: number, before: Token | undefined): Token | undefined {
  const first = text[start] ?? "";
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
  return written.replace(
    TEXT_ESCAPE,
    (_, unicode: string | undefined, latin: string | undefined, letter: string | undefined) => {
      const code = unicode ?? latin;
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return CONTROLS[letter ?? ""] ?? letter ?? "";
    },
  );
}

function faultAt(text: string, start: number): Fault {
  const unit = text[start] ?? "";
  return new Fault(HINTS[unit] ?? `Unexpected character ${JSON.stringify(unit)}.`, start);
}
