/**
 * Reads the documented subset of regular expressions and says where a pattern leaves it. What the documents do not
 * mention is refused, so that a rule never means something else here than where it is deployed.
 * Source: https://firebase.google.com/docs/reference/security/database/regex
 */

import type { Fault } from "../error";
import { Pattern } from "./pattern";
import type { PatternNode } from "./pattern-syntax";
import { ANY, CLASSES, complement, ignoringCase, unionOf } from "./unit-set";
import type { UnitSet } from "./unit-set";

export type PatternParsing =
  { readonly ok: true; readonly pattern: Pattern } | { readonly ok: false; readonly fault: Fault };

/** Largest count in braces. */
export const MAX_REPEAT = 1000;
/** Most units a pattern may stand for, its repetitions written out. */
export const MAX_PATTERN_SIZE = 2000;
/** Deepest nesting of groups. */
export const MAX_GROUPS = 50;

/** Least and most. */
type Counts = readonly [number, number];

const COUNT = /\{(\d+)(?:(,)(\d*))?\}/y;
const FLAGS_PROBLEM = "Only the flag i (ignore case) is supported.";
const ANCHOR_PROBLEM =
  "^ and $ are anchors only as the first and the last character of a pattern; write \\^ or \\$ for the character.";

/** Offsets of the fault are those of `source`. */
export function parsePattern(source: string, flags: string): PatternParsing {
  if (flags !== "" && flags !== "i") {
    const start = source.length + 1;
    return { ok: false, fault: { message: FLAGS_PROBLEM, start, end: start + flags.length } };
  }
  const parser = new PatternParser(source, flags === "i");
  const branches = parser.whole();
  return parser.fault === undefined
    ? { ok: true, pattern: new Pattern(branches, parser.isAnchored) }
    : { ok: false, fault: parser.fault };
}

class PatternParser {
  fault: Fault | undefined;
  readonly isAnchored: { readonly start: boolean; readonly end: boolean };
  private at: number;
  private readonly end: number;
  private depth = 0;

  constructor(
    private readonly source: string,
    private readonly isCaseIgnored: boolean,
  ) {
    const isEscaped = /(?:^|[^\\])(?:\\\\)*\\\$$/.test(source);
    this.isAnchored = { start: source.startsWith("^"), end: source.endsWith("$") && !isEscaped };
    this.at = this.isAnchored.start ? 1 : 0;
    this.end = source.length - (this.isAnchored.end ? 1 : 0);
  }

  /** whole = [ "^" ] [ branch { "|" branch } ] [ "$" ]. The anchors belong to the first and the last branch. */
  whole(): readonly PatternNode[] {
    if (this.at >= this.end) return [{ kind: "sequence", items: [] }];
    const branches = this.branches();
    if (this.at < this.end) this.fail(`Unmatched "${this.next}".`);
    const size = branches.reduce((sum, branch) => sum + sizeOf(branch), 0);
    if (size > MAX_PATTERN_SIZE) {
      this.failAt(`The pattern stands for more than ${MAX_PATTERN_SIZE} characters.`, 0, this.end);
    }
    return branches;
  }

  private branches(): PatternNode[] {
    const branches = [this.branch()];
    while (this.accept("|")) branches.push(this.branch());
    return branches;
  }

  /** branch = piece { piece } */
  private branch(): PatternNode {
    const items: PatternNode[] = [];
    while (this.at < this.end && this.next !== "|" && this.next !== ")") items.push(this.piece());
    const [first] = items;
    if (first === undefined) return this.fail("An alternative is empty.");
    return items.length === 1 ? first : { kind: "sequence", items };
  }

  /** piece = atom [ "*" | "+" | "?" | "{" n [ "," [ m ] ] "}" ] */
  private piece(): PatternNode {
    const item = this.atom();
    const counts = this.counts();
    if (counts === undefined) return item;
    const start = this.at;
    if (this.next !== "" && "*+?{".includes(this.next)) {
      const hint = this.next === "?" ? " There are no lazy ones: a match has no extent." : "";
      return this.failAt(`A quantifier behind a quantifier.${hint}`, start, start + 1);
    }
    return { kind: "repeat", item, least: counts[0], most: counts[1] };
  }

  private counts(): Counts | undefined {
    if (this.accept("*")) return [0, Infinity];
    if (this.accept("+")) return [1, Infinity];
    if (this.accept("?")) return [0, 1];
    if (this.next !== "{") return undefined;
    COUNT.lastIndex = this.at;
    const found = COUNT.exec(this.source);
    if (found === null) return this.noCounts("Expected a count such as {2}, {2,} or {2,5}.");
    const [written, least = "", comma, most = ""] = found;
    const low = Number(least);
    const high = comma === undefined ? low : most === "" ? Infinity : Number(most);
    if (low > high) return this.noCounts("The counts are out of order.");
    if (low > MAX_REPEAT || (high > MAX_REPEAT && high !== Infinity)) {
      return this.noCounts(`A count is greater than ${MAX_REPEAT}.`);
    }
    this.at += written.length;
    return [low, high];
  }

  private noCounts(message: string): Counts {
    this.fail(message);
    return [0, 0];
  }

  /** atom = "." | "\" unit | "[" … "]" | "(" branch { "|" branch } ")" | unit */
  private atom(): PatternNode {
    const unit = this.next;
    switch (unit) {
      case "(":
        return this.group();
      case "[":
        return this.setOf(this.set());
      case "\\":
        return this.setOf(this.escaped());
      case ".":
        this.at += 1;
        return { kind: "set", set: ANY };
      case "^":
      case "$":
        return this.fail(ANCHOR_PROBLEM);
      case "*":
      case "+":
      case "?":
      case "{":
        return this.fail(`Nothing to repeat; write \\${unit} for the character.`);
      default:
        this.at += 1;
        return this.setOf(unitSet(unit));
    }
  }

  private group(): PatternNode {
    const start = this.at;
    this.at += 1;
    if (this.next === "?") {
      return this.fail("Groups that begin with (? are not supported; a plain ( groups.");
    }
    if (this.depth === MAX_GROUPS) return this.fail(`More than ${MAX_GROUPS} groups in another.`);
    this.depth += 1;
    const branches = this.branches();
    this.depth -= 1;
    if (!this.accept(")")) return this.failAt("This group is not closed.", start, start + 1);
    return { kind: "choice", branches };
  }

  /** Only the sets of the documents have a letter; any other letter or digit would mean something else in JavaScript. */
  private escaped(): UnitSet {
    const letter = this.source[this.at + 1] ?? "";
    const named = CLASSES.get(letter);
    if (named === undefined && (letter === "" || /[A-Za-z0-9]/.test(letter))) {
      this.fail(
        `\\${letter} is not supported: only \\s \\w \\d \\S \\W \\D and escaped signs are.`,
      );
      return [];
    }
    this.at += 2;
    return named ?? unitSet(letter);
  }

  /** set = "[" [ "^" ] member { member } "]"; member = unit [ "-" unit ] | "\" unit */
  private set(): UnitSet {
    const start = this.at;
    this.at += 1;
    const isNegated = this.accept("^");
    const members: UnitSet[] = [];
    while (this.at < this.end && this.next !== "]") members.push(this.member());
    if (!this.accept("]")) this.failAt("This set is not closed.", start, start + 1);
    else if (members.length === 0) this.failAt("A set is empty.", start, this.at);
    const set = unionOf(members);
    return isNegated ? complement(this.folded(set)) : set;
  }

  private member(): UnitSet {
    const start = this.at;
    const low = this.setUnit();
    const isRange = this.next === "-" && this.at + 1 < this.end && this.source[this.at + 1] !== "]";
    if (!isRange || low.length !== 2 || low[0] !== low[1]) return low;
    const dash = this.at;
    this.at += 1;
    const high = this.setUnit();
    if (high.length !== 2 || high[0] !== high[1]) {
      // [a-\d] has no end: the dash stands for itself.
      this.at = dash;
      return low;
    }
    if ((low[0] ?? 0) > (high[0] ?? 0)) this.failAt("This range is out of order.", start, this.at);
    return [low[0] ?? 0, high[0] ?? 0];
  }

  private setUnit(): UnitSet {
    if (this.next === "\\") return this.escaped();
    const unit = this.next;
    this.at += 1;
    return unitSet(unit);
  }

  private setOf(set: UnitSet): PatternNode {
    return { kind: "set", set: this.folded(set) };
  }

  private folded(set: UnitSet): UnitSet {
    return this.isCaseIgnored ? ignoringCase(set) : set;
  }

  private get next(): string {
    return this.at < this.end ? (this.source[this.at] ?? "") : "";
  }

  private accept(unit: string): boolean {
    if (this.next !== unit) return false;
    this.at += 1;
    return true;
  }

  private fail(message: string): PatternNode {
    return this.failAt(message, this.at, this.at + 1);
  }

  /** Keeps the first fault and moves to the end, where nothing more is found. */
  private failAt(message: string, start: number, end: number): PatternNode {
    this.fault ??= { message, start, end };
    this.at = this.end;
    return { kind: "sequence", items: [] };
  }
}

function unitSet(unit: string): UnitSet {
  const code = unit.charCodeAt(0);
  return [code, code];
}

/** How many units the node stands for with its repetitions written out. */
function sizeOf(node: PatternNode): number {
  switch (node.kind) {
    case "set":
      return 1;
    case "sequence":
      return node.items.reduce((sum, item) => sum + sizeOf(item), 0);
    case "choice":
      return node.branches.reduce((sum, branch) => sum + sizeOf(branch), 0);
    case "repeat":
      return sizeOf(node.item) * Math.max(1, node.most === Infinity ? node.least + 1 : node.most);
  }
}
