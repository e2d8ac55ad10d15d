/** Reads a rules file: JSON with comments, and line breaks inside strings. Keeps the position of every node. */

import { Fault } from "./error";

/** A decoded string with the position in the file of each character. */
export interface SourceText {
  readonly value: string;
  /** Offset in the file of the first character. */
  readonly start: number;
  /** For each escape sequence: the index in `value` after it, and by how much file offsets are larger from there on. */
  readonly shifts: readonly { readonly index: number; readonly by: number }[];
}

export interface SourceMember {
  readonly key: SourceText;
  readonly value: SourceNode;
}

export type SourceNode =
  | { readonly kind: "object"; readonly start: number; readonly members: readonly SourceMember[] }
  | { readonly kind: "list"; readonly start: number; readonly items: readonly SourceNode[] }
  | { readonly kind: "text"; readonly start: number; readonly text: SourceText }
  | { readonly kind: "scalar"; readonly start: number; readonly value: number | boolean | null };

/** Maximum nesting of objects and lists. Data is at most 32 levels deep. */
const MAX_NESTING = 64;

/** @throws Fault */
export function readSource(text: string): SourceNode {
  return new SourceReader(text).document();
}

/** Returns the offset in the file of the character at `index` of a decoded string. */
export function sourceOffset(text: SourceText, index: number): number {
  let by = 0;
  for (const shift of text.shifts) {
    if (shift.index > index) break;
    by = shift.by;
  }
  return text.start + index + by;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const BLANK = /(?:[ \t\r\n\ufeff]+|\/\/[^\n]*|\/\*[^]*?\*\/)*/y;
/** The part of a string that needs no decoding. */
const PLAIN = /[^"\\]*/y;
const WORD = /[A-Za-z_$][\w$]*/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};

class SourceReader {
  private at = 0;
  private nesting = 0;

  constructor(private readonly text: string) {}

  document(): SourceNode {
    this.skipBlank();
    const node = this.value();
    this.skipBlank();
    if (this.at < this.text.length) this.fail("Expected the end of the file.");
    return node;
  }

  /** value = object | list | string | number | "true" | "false" | "null" */
  private value(): SourceNode {
    const start = this.at;
    switch (this.text[start]) {
      case "{":
        return this.nested(() => ({ kind: "object", start, members: this.members() }));
      case "[":
        return this.nested(() => ({ kind: "list", start, items: this.items() }));
      case '"':
        return { kind: "text", start, text: this.string() };
      default:
        return { kind: "scalar", start, value: this.scalar() };
    }
  }

  private nested(read: () => SourceNode): SourceNode {
    if (this.nesting === MAX_NESTING) {
      this.fail(`Rules are nested deeper than ${MAX_NESTING} levels.`);
    }
    this.nesting += 1;
    const node = read();
    this.nesting -= 1;
    return node;
  }

  /** object = "{" [ string ":" value { "," string ":" value } ] "}" */
  private members(): SourceMember[] {
    const members: SourceMember[] = [];
    const keys = new Set<string>();
    this.separated("}", () => {
      const start = this.at;
      if (this.text[start] !== '"') this.fail("Expected a key in double quotes.");
      const key = this.string();
      if (keys.has(key.value)) {
        this.fail(`The key ${JSON.stringify(key.value)} is a duplicate.`, start);
      }
      keys.add(key.value);
      this.skipBlank();
      this.expect(":");
      this.skipBlank();
      members.push({ key, value: this.value() });
    });
    return members;
  }

  /** list = "[" [ value { "," value } ] "]" */
  private items(): SourceNode[] {
    const items: SourceNode[] = [];
    this.separated("]", () => void items.push(this.value()));
    return items;
  }

  private separated(close: string, readOne: () => void): void {
    this.at += 1;
    this.skipBlank();
    if (this.accept(close)) return;
    for (;;) {
      readOne();
      this.skipBlank();
      if (this.accept(close)) return;
      if (!this.accept(",")) this.fail(`Expected "," or "${close}".`);
      this.skipBlank();
      if (this.text[this.at] === close) this.fail(`"," before "${close}" is not JSON.`);
    }
  }

  private string(): SourceText {
    const quote = this.at;
    const shifts: { index: number; by: number }[] = [];
    let value = "";
    let from = (this.at += 1);
    for (;;) {
      this.match(PLAIN);
      value += this.text.slice(from, this.at);
      if (this.text[this.at] !== "\\") break;
      const [decoded, length] = this.escape(this.at);
      value += decoded;
      from = this.at += length;
      shifts.push({ index: value.length, by: from - (quote + 1) - value.length });
    }
    if (this.accept('"')) return { value, start: quote + 1, shifts };
    this.fail("This string has no closing quote.", quote);
  }

  /** Returns the character of the escape sequence at `at`, and the sequence's length. */
  private escape(at: number): readonly [string, number] {
    const letter = this.text[at + 1] ?? "";
    const digits = this.text.slice(at + 2, at + 6);
    if (letter === "u" && /^[\da-fA-F]{4}$/.test(digits)) {
      return [String.fromCharCode(Number.parseInt(digits, 16)), 6];
    }
    const decoded = ESCAPES[letter];
    if (decoded !== undefined) return [decoded, 2];
    const hint = letter === "" || letter === "u" ? "" : ` Write \\\\${letter} for a backslash.`;
    this.fail(`"\\${letter}" is not an escape sequence of JSON.${hint}`, at);
  }

  private scalar(): number | boolean | null {
    const number = this.match(NUMBER);
    if (number !== "") return Number(number);
    const start = this.at;
    const word = this.match(WORD);
    if (word === "true") return true;
    if (word === "false") return false;
    if (word !== "null") this.fail("Parse error: expected a JSON value.", start);
    return null;
  }

  private skipBlank(): void {
    this.match(BLANK);
    if (this.text.startsWith("/*", this.at)) this.fail("This comment has no end.");
  }

  private match(expression: RegExp): string {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text)?.[0] ?? "";
    this.at += found.length;
    return found;
  }

  private accept(symbol: string): boolean {
    if (this.text[this.at] !== symbol) return false;
    this.at += 1;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.accept(symbol)) this.fail(`Expected "${symbol}".`);
  }

  private fail(message: string, start = this.at): never {
    throw new Fault(message, start);
  }
}
