/**
 * The regular expressions of the rules. RE2 runs them: its time grows with the length of the text alone. Before that,
 * the pattern is checked and translated, because the rules language has fewer constructs than RE2, and a few mean
 * something else. What the documents do not mention is refused.
 * Source: https://firebase.google.com/docs/reference/security/database/regex
 */

import type * as Re2 from "re2js";
import type { Fault } from "./error";

/** Compiled at its first use: RE2 takes 50 ms to load and compile a few patterns, which a start does not wait for. */
export class Pattern {
  private compiled: Re2.RE2JS | undefined;

  constructor(
    private readonly re2Source: string,
    private readonly isCaseIgnored: boolean,
  ) {}

  /** Whether the pattern matches somewhere in `text`. */
  test(text: string): boolean {
    this.compiled ??= this.compile();
    return this.compiled.test(text);
  }

  /** @throws Error where the pattern is too large for RE2 */
  compile(): Re2.RE2JS {
    // eslint-disable-next-line @typescript-eslint/no-require-imports -- an import would load it at the start
    const { RE2JS } = require("re2js") as typeof Re2;
    const flags = RE2JS.DOTALL | (this.isCaseIgnored ? RE2JS.CASE_INSENSITIVE : 0);
    return RE2JS.compile(this.re2Source, flags);
  }
}

export type PatternParsing =
  { readonly ok: true; readonly pattern: Pattern } | { readonly ok: false; readonly fault: Fault };

/** Offsets of the fault are those of `source`. */
export function parsePattern(source: string, flags: string): PatternParsing {
  try {
    if (flags !== "" && flags !== "i") {
      const start = source.length + 1;
      throw new PatternFault(
        "Only the flag i (ignore case) is supported.",
        start,
        start + flags.length,
      );
    }
    const translation = new Translation(source);
    const pattern = new Pattern(translation.whole(), flags === "i");
    if (translation.largestSize > SURELY_ACCEPTED_SIZE) compileNow(pattern, source.length);
    return { ok: true, pattern };
  } catch (error) {
    if (!(error instanceof PatternFault)) throw error;
    const { message, start, end } = error;
    return { ok: false, fault: { message, start, end } };
  }
}

/** Only RE2 knows whether it accepts a large pattern, and the author of the rules is to know when they are loaded. */
function compileNow(pattern: Pattern, length: number): void {
  try {
    pattern.compile();
  } catch (error) {
    throw new PatternFault(`The pattern is too large: ${(error as Error).message}`, 0, length);
  }
}

class PatternFault extends Error {
  constructor(
    message: string,
    readonly start: number,
    readonly end = start + 1,
  ) {
    super(message);
  }
}

/** Largest count in braces, also of counts inside each other; RE2 has the same limit. */
const MAX_REPEAT = 1000;
/** In characters with the repetitions written out. Counts inside each other that come to more than MAX_REPEAT pass it. */
const SURELY_ACCEPTED_SIZE = 10_000;

const COUNT = /\{(\d+)(?:(,)(\d*))?\}/y;
const ANCHOR_PROBLEM =
  "^ and $ are anchors only as the first and the last character of a pattern; write \\^ or \\$ for the character.";

/** What stands between the brackets of a set for \d, \s and \w. RE2's own \s lacks the vertical tab. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["d", "\\d"],
  ["D", "\\D"],
  ["w", "\\w"],
  ["W", "\\W"],
  ["s", "\\t-\\r\\x20"],
  ["S", "\\x00-\\x08\\x0e-\\x1f\\x21-\\x{10ffff}"],
]);

class Translation {
  private at = 0;
  private output = "";
  /** The product of all counts, as if each stood inside the one before. */
  private counts = 1;
  /** Where the open groups begin. */
  private readonly groups: number[] = [];
  /** What a quantifier would repeat. */
  private previous: "nothing" | "atom" | "quantifier" = "nothing";

  constructor(private readonly source: string) {}

  /** whole = [ "^" ] [ branch { "|" branch } ] [ "$" ]. The anchors belong to the first and the last branch. */
  whole(): string {
    const isEscaped = /(?:^|[^\\])(?:\\\\)*\\\$$/.test(this.source);
    const end = this.source.length - (this.source.endsWith("$") && !isEscaped ? 1 : 0);
    if (this.source.startsWith("^")) this.copy(1);
    this.previous = "nothing";
    if (this.at < end) {
      while (this.at < end) this.step();
      this.endBranch();
      const open = this.groups.at(-1);
      if (open !== undefined) throw new PatternFault("This group is not closed.", open);
    }
    return this.output + this.source.slice(Math.max(end, this.at));
  }

  /** At least the size of the pattern, in characters with the repetitions written out. */
  get largestSize(): number {
    return this.counts * this.source.length;
  }

  private step(): void {
    const { at } = this;
    const character = this.source[at] ?? "";
    switch (character) {
      case "(":
        if (this.source[at + 1] === "?") {
          const message = "Groups that begin with (? are not supported; a plain ( groups.";
          throw new PatternFault(message, at + 1);
        }
        this.groups.push(at);
        this.previous = "nothing";
        this.at += 1;
        this.output += "(?:";
        return;
      case ")":
        this.endBranch();
        if (this.groups.pop() === undefined) throw new PatternFault(`Unmatched ")".`, at);
        this.copy(1);
        return;
      case "|":
        this.endBranch();
        this.copy(1);
        this.previous = "nothing";
        return;
      case "*":
      case "+":
      case "?":
      case "{":
        this.quantifier(character);
        return;
      case "^":
      case "$":
        throw new PatternFault(ANCHOR_PROBLEM, at);
      case ".":
        this.copy(1);
        return;
      case "[":
        this.append(this.set());
        return;
      case "\\":
        this.append(`[${this.escaped()}]`);
        return;
      default:
        this.append(literal(this.character()));
    }
  }

  private endBranch(): void {
    if (this.previous === "nothing") throw new PatternFault("An alternative is empty.", this.at);
  }

  /** quantifier = "*" | "+" | "?" | "{" n [ "," [ m ] ] "}" */
  private quantifier(character: string): void {
    if (this.previous === "nothing") {
      const message = `Nothing to repeat; write \\${character} for the character.`;
      throw new PatternFault(message, this.at);
    }
    if (this.previous === "quantifier") {
      const hint = character === "?" ? " There are no lazy ones: a match has no extent." : "";
      throw new PatternFault(`A quantifier behind a quantifier.${hint}`, this.at);
    }
    this.copy(character === "{" ? this.countLength() : 1);
    this.previous = "quantifier";
  }

  private countLength(): number {
    COUNT.lastIndex = this.at;
    const found = COUNT.exec(this.source);
    if (found === null) {
      throw new PatternFault("Expected a count such as {2}, {2,} or {2,5}.", this.at);
    }
    const [written, least = "", , most = ""] = found;
    if (most !== "" && Number(least) > Number(most)) {
      throw new PatternFault("The counts are out of order.", this.at);
    }
    const count = Math.max(1, Number(least), Number(most));
    if (count > MAX_REPEAT) {
      throw new PatternFault(`A count is greater than ${MAX_REPEAT}.`, this.at);
    }
    this.counts *= count;
    return written.length;
  }

  /** Of the letters, only those of the documented sets may be escaped. */
  private escaped(): string {
    const start = this.at;
    this.at += 1;
    const character = this.character();
    const named = CLASSES.get(character);
    if (named !== undefined) return named;
    if (character === "" || /[A-Za-z0-9]/.test(character)) {
      const message = `\\${character} is not supported: only \\s \\w \\d \\S \\W \\D and escaped signs are.`;
      throw new PatternFault(message, start);
    }
    return literal(character);
  }

  /** set = "[" [ "^" ] member { member } "]"; member = unit [ "-" unit ] */
  private set(): string {
    const start = this.at;
    this.at += 1;
    const isNegated = this.source[this.at] === "^";
    if (isNegated) this.at += 1;
    let members = "";
    while (this.source[this.at] !== "]") {
      if (this.at >= this.source.length) throw new PatternFault("This set is not closed.", start);
      members += this.member();
    }
    this.at += 1;
    if (members === "") throw new PatternFault("A set is empty.", start, this.at);
    return `[${isNegated ? "^" : ""}${members}]`;
  }

  private member(): string {
    const start = this.at;
    const low = this.unit();
    const dash = this.at;
    if (this.source[dash] !== "-" || (this.source[dash + 1] ?? "]") === "]" || low.code === null) {
      return low.text;
    }
    this.at += 1;
    const high = this.unit();
    if (high.code === null) {
      // [a-\d] has no end: the dash stands for itself.
      this.at = dash;
      return low.text;
    }
    if (low.code > high.code) {
      throw new PatternFault("This range is out of order.", start, this.at);
    }
    return `${low.text}-${high.text}`;
  }

  /** A character of a set, or a class without a code. */
  private unit(): { readonly text: string; readonly code: number | null } {
    const isEscaped = this.source[this.at] === "\\";
    const name = this.source[this.at + 1] ?? "";
    const code = this.source.codePointAt(this.at + (isEscaped ? 1 : 0)) ?? 0;
    const text = isEscaped ? this.escaped() : literal(this.character());
    return { text, code: isEscaped && CLASSES.has(name) ? null : code };
  }

  /** The next character, or "" at the end. */
  private character(): string {
    const code = this.source.codePointAt(this.at);
    const character = code === undefined ? "" : String.fromCodePoint(code);
    this.at += character.length;
    return character;
  }

  private copy(length: number): void {
    const end = this.at + length;
    this.output += this.source.slice(this.at, end);
    this.at = end;
    this.previous = "atom";
  }

  private append(atom: string): void {
    this.output += atom;
    this.previous = "atom";
  }
}

/** A character that stands for itself, in and outside of a set. */
function literal(character: string): string {
  return /[A-Za-z0-9\u0080-\u{10ffff}]/u.test(character)
    ? character
    : `\\x{${character.charCodeAt(0).toString(16)}}`;
}
