/**
 * The regular expressions of the rules. RE2 runs them, because its time grows only with the length of the text. First
 * the pattern is checked and translated: the rules language has fewer constructs than RE2, and some mean something
 * else. Constructs that the documentation does not mention are rejected.
 * Source: https://firebase.google.com/docs/reference/security/database/regex
 */

import type * as Re2 from "re2js";
import { Fault } from "./error";

/** A pattern remembers the result for this many texts of at most this length. */
const MAX_REMEMBERED = 100;
const MAX_REMEMBERED_LENGTH = 40;

/**
 * A pattern that is compiled at its first use. RE2 takes 50 ms to load and compile a few patterns, and the emulator's
 * start must not wait for that.
 */
export class Pattern {
  private compiled: Re2.RE2JS | undefined;
  /** Results by text: rules mostly test the same few names. */
  private readonly remembered = new Map<string, boolean>();

  constructor(
    private readonly re2Source: string,
    private readonly isCaseIgnored: boolean,
  ) {}

  test(text: string): boolean {
    const remembered = this.remembered.get(text);
    if (remembered !== undefined) return remembered;
    this.compiled ??= this.compile();
    const isMatch = this.compiled.test(text);
    if (this.remembered.size === MAX_REMEMBERED) this.remembered.clear();
    if (text.length <= MAX_REMEMBERED_LENGTH) this.remembered.set(text, isMatch);
    return isMatch;
  }

  /** @throws Error if the pattern is too large for RE2 */
  compile(): Re2.RE2JS {
    // oxlint-disable-next-line typescript/no-require-imports -- an import would load it at the start
    const { RE2JS } = require("re2js") as typeof Re2;
    const flags = RE2JS.DOTALL | (this.isCaseIgnored ? RE2JS.CASE_INSENSITIVE : 0);
    return RE2JS.compile(this.re2Source, flags);
  }
}

/** Rules that are loaded again mostly have the same patterns. Compiling patterns is the slowest part of loading. */
const cache = new Map<string, Pattern>();
const MAX_CACHED = 200;

/** @throws Fault whose start counts from `offset`, the position of the pattern in its expression */
export function parsePattern(source: string, flags: string, offset = 0): Pattern {
  const key = `${flags}/${source}`;
  const pattern = cache.get(key) ?? parse(source, flags, offset);
  if (cache.size >= MAX_CACHED) cache.clear();
  cache.set(key, pattern);
  return pattern;
}

function parse(source: string, flags: string, offset: number): Pattern {
  if (flags !== "" && flags !== "i") {
    throw new Fault("Only the flag i (ignore case) is supported.", offset + source.length + 1);
  }
  const translation = new Translation(source, offset);
  const pattern = new Pattern(translation.whole(), flags === "i");
  const isLong = source.length > SURELY_ACCEPTED_LENGTH;
  if (!isLong && translation.largestSize <= SURELY_ACCEPTED_SIZE) return pattern;
  // Only RE2 knows whether it accepts a large pattern. Report that when the rules are loaded.
  try {
    pattern.compile();
  } catch (error) {
    throw new Fault(`The pattern is too large: ${(error as Error).message}`, offset);
  }
  return pattern;
}

/** Maximum count in braces, also for nested counts multiplied. RE2 has the same limit. */
const MAX_REPEAT = 1000;
/**
 * RE2 accepts every pattern within these two limits: its characters as written (groups nest), and its characters with
 * the repetitions written out.
 */
const SURELY_ACCEPTED_LENGTH = 900;
const SURELY_ACCEPTED_SIZE = 10_000;

const COUNT = /^\{(\d+)(?:(,)(\d*))?\}$/;
/**
 * A set, a count, an escaped character, or any other character. Also the first character of an unclosed set or count.
 */
const TOKEN = /\[\^?(?:\\.|[^\]\\])*\]|\{[^{}]*\}|\\.|./suy;
/** A character of a set, or a range of two characters. */
const MEMBER = /(\\.|.)(?:-(\\.|.))?/suy;

/** Translations of \d, \s and \w inside the brackets of a set. RE2's own \s lacks the vertical tab. */
const CLASSES: ReadonlyMap<string, string> = new Map([
  ["\\d", "\\d"],
  ["\\D", "\\D"],
  ["\\w", "\\w"],
  ["\\W", "\\W"],
  ["\\s", "\\t-\\r\\x20"],
  ["\\S", "\\x00-\\x08\\x0e-\\x1f\\x21-\\x{10ffff}"],
]);

class Translation {
  private at = 0;
  /** The greatest count at each depth of groups. */
  private readonly counts: number[] = [];
  private readonly groups: number[] = [];
  private previous: "nothing" | "atom" | "quantifier" = "nothing";

  constructor(
    private readonly source: string,
    private readonly offset: number,
  ) {}

  /** An upper bound for the pattern's size, in characters with the repetitions written out. */
  get largestSize(): number {
    return this.counts.reduce((product, count) => product * count, this.source.length);
  }

  /** whole = [ "^" ] [ branch { "|" branch } ] [ "$" ]. The anchors belong to the first and the last branch. */
  whole(): string {
    const [start = ""] = /^\^/.exec(this.source) ?? [];
    const isEscaped = /(?:^|[^\\])(?:\\\\)*\\\$$/.test(this.source);
    const end = this.source.endsWith("$") && !isEscaped ? "$" : "";
    const body = this.source.slice(0, this.source.length - end.length);
    this.at = start.length;
    if (this.at >= body.length) return start + end;
    let output = start;
    while (this.at < body.length) {
      TOKEN.lastIndex = this.at;
      const [token = ""] = TOKEN.exec(body) ?? [];
      output += this.translated(token);
      this.at += token.length;
    }
    this.endBranch();
    const open = this.groups.at(-1);
    if (open !== undefined) this.fail("This group is not closed.", open);
    return output + end;
  }

  private translated(token: string): string {
    switch (token[0]) {
      case "(":
        if (this.source[this.at + 1] === "?") {
          this.fail("Groups that begin with (? are not supported; a plain ( groups.", this.at + 1);
        }
        this.groups.push(this.at);
        this.previous = "nothing";
        return "(?:";
      case ")":
        this.endBranch();
        if (this.groups.pop() === undefined) this.fail(`Unmatched ")".`);
        this.previous = "atom";
        return token;
      case "|":
        this.endBranch();
        this.previous = "nothing";
        return token;
      case "*":
      case "+":
      case "?":
      case "{":
        return this.quantifier(token);
      case "^":
      case "$":
        return this.fail(ANCHOR_PROBLEM);
      default:
        this.previous = "atom";
        if (token === ".") return token;
        if (token.startsWith("[")) return this.set(token);
        return CLASSES.has(token) ? `[${this.unit(token)}]` : this.unit(token);
    }
  }

  private endBranch(): void {
    if (this.previous === "nothing") this.fail("An alternative is empty.");
  }

  /** quantifier = "*" | "+" | "?" | "{" n [ "," [ m ] ] "}" */
  private quantifier(token: string): string {
    const sign = token[0] ?? "";
    if (this.previous === "nothing") {
      this.fail(`Nothing to repeat; write \\${sign} for the character.`);
    }
    if (this.previous === "quantifier") {
      const hint = sign === "?" ? " A lazy quantifier cannot change whether a text matches." : "";
      this.fail(`A quantifier after a quantifier.${hint}`);
    }
    this.previous = "quantifier";
    if (sign !== "{") return token;
    const [whole, min = "", , max = ""] = COUNT.exec(token) ?? [];
    if (whole === undefined) this.fail("Expected a count such as {2}, {2,} or {2,5}.");
    if (max !== "" && Number(min) > Number(max)) this.fail("The counts are out of order.");
    const count = Math.max(1, Number(min), Number(max));
    if (count > MAX_REPEAT) this.fail(`A count is greater than ${MAX_REPEAT}.`);
    const depth = this.groups.length;
    this.counts[depth] = Math.max(count, this.counts[depth] ?? 1);
    return token;
  }

  /** set = "[" [ "^" ] member { member } "]" */
  private set(token: string): string {
    if (token === "[") this.fail("This set is not closed.");
    const opening = token.startsWith("[^") ? "[^" : "[";
    const members = token.slice(opening.length, -1);
    if (members === "") this.fail("A set is empty.");
    const start = this.at + opening.length;
    let output = opening;
    for (let at = 0; at < members.length;) {
      MEMBER.lastIndex = at;
      const [found = "", low = "", high] = MEMBER.exec(members) ?? [];
      // [a-\d] is not a range: the dash is a character.
      const isRange = high !== undefined && !CLASSES.has(low) && !CLASSES.has(high);
      output += this.unit(low, start + at);
      if (isRange) {
        output += `-${this.unit(high, start + at + found.length - high.length)}`;
        if (codeOf(low) > codeOf(high)) this.fail("This range is out of order.", start + at);
      }
      at += isRange ? found.length : low.length;
    }
    return `${output}]`;
  }

  /** Translates a character or a class. The only letters that may be escaped are those of the documented classes. */
  private unit(token: string, at = this.at): string {
    const named = CLASSES.get(token);
    if (named !== undefined) return named;
    if (token === "\\" || /^\\[A-Za-z0-9]/.test(token)) {
      const problem = `${token} is not supported: only \\s \\w \\d \\S \\W \\D and escaped signs are.`;
      this.fail(problem, at);
    }
    const character = String.fromCodePoint(codeOf(token));
    return /[A-Za-z0-9\u0080-\u{10ffff}]/u.test(character)
      ? character
      : `\\x{${codeOf(token).toString(16)}}`;
  }

  private fail(message: string, at = this.at): never {
    throw new Fault(message, this.offset + at);
  }
}

function codeOf(unit: string): number {
  return unit.codePointAt(unit.length > 1 && unit.startsWith("\\") ? 1 : 0) ?? 0;
}

const ANCHOR_PROBLEM =
  "^ and $ are anchors only as the first and the last character of a pattern; write \\^ or \\$ for the character.";
