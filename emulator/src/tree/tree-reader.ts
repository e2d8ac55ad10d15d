/**
 * Reads the JSON of a large tree from pieces of its text. Neither the text nor its JSON values are ever whole in
 * memory: complete members become nodes at once, and a member that grows long is read member by member itself.
 */

import { isUtf8 } from "node:buffer";
import { type Json, jsonProblem, nodeFromJson } from "./json";
import { readJson } from "./json-text";
import { BranchBuilder, type Node, type Priority, scalarOf } from "./node";

/** A longer member is read member by member. Complete members are converted together when they have a 16th of it. */
const ENTERED_BYTES = 1024 * 1024;
/** A string of 10 MB as escape sequences. */
const MAX_SCALAR_BYTES = 64 * 1024 * 1024;
/** A key of 768 bytes as escape sequences, and white space. */
const MAX_HEAD_BYTES = 8 * 1024;

export interface TreeProblem {
  readonly kind: "encoding" | "syntax" | "data";
  readonly message: string;
}

export type TreeReading =
  | { readonly ok: true; readonly node: Node }
  | { readonly ok: false; readonly problem: TreeProblem };

/** An object or a list that is read member by member. */
interface Level {
  readonly isList: boolean;
  /** The key in the level above. "" for the root. */
  readonly key: string;
  readonly depth: number;
  readonly children: BranchBuilder;
  /** The number of children and items so far. */
  count: number;
  /** `.value`, `.priority` and `.sv`. */
  readonly control: Record<string, Json>;
  /** What comes before the next member. */
  last: "bracket" | "comma" | "level";
}

class Rejection extends Error {
  constructor(readonly problem: TreeProblem) {
    super(problem.message);
  }
}

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const BACKSLASH = 92;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

const CONTROL_KEYS: readonly string[] = [".value", ".priority", ".sv"];
const VALUE_HEAD = /^[ \t\r\n]*()([[{])/;
const MEMBER_HEAD = /^[ \t\r\n]*("(?:[^"\\]|\\.)*")[ \t\r\n]*:[ \t\r\n]*([[{])/;

export class TreeReader {
  private readonly levels: Level[] = [];
  /** The text that is not converted yet. It begins with a member of the last level. */
  private bytes: Buffer = Buffer.alloc(0);
  /** The memory of `bytes`. */
  private store: Buffer = Buffer.alloc(0);
  private convertedBytes = 0;
  private hasStarted = false;
  private root: Node | undefined;
  private problem: TreeProblem | undefined;
  /** The end of the last complete member in `bytes`, or -1. */
  private completeAt = -1;
  /** The scanner's position in `bytes`, and its open brackets inside of the member. */
  private at = 0;
  private nesting = 0;
  private isInString = false;

  /**
   * @param now for server values, in Unix milliseconds. Increments start at 0.
   * @param depth of the place where the tree is written
   * @param enteredBytes maximum length of a member that is read as a whole, for tests
   */
  constructor(
    private readonly now: number,
    private readonly depth = 0,
    private readonly enteredBytes = ENTERED_BYTES,
  ) {}

  add(piece: Buffer): void {
    this.guard(() => {
      this.append(piece);
      this.skipByteOrderMark();
      this.read();
    });
  }

  end(): TreeReading {
    this.guard(() => {
      // A long text may hold nothing but null, so `??=` would not do.
      if (this.root !== undefined) return;
      this.root = this.levels.length === 0 ? this.whole() : reject("syntax", "its end is missing");
    });
    return this.problem === undefined
      ? { ok: true, node: this.root ?? null }
      : { ok: false, problem: this.problem };
  }

  /** Copies a piece into memory that is used again, because buffers are freed late. */
  private append(piece: Buffer): void {
    const rest = this.bytes;
    const length = rest.length + piece.length;
    if (length > this.store.length) this.store = Buffer.allocUnsafe(2 * length);
    rest.copy(this.store);
    piece.copy(this.store, rest.length);
    this.bytes = this.store.subarray(0, length);
  }

  /** Remembers the first problem. Later pieces are ignored. */
  private guard(act: () => void): void {
    if (this.problem !== undefined) return;
    try {
      act();
    } catch (error) {
      if (!(error instanceof Rejection)) throw error;
      this.problem = error.problem;
      this.bytes = Buffer.alloc(0);
    }
  }

  private skipByteOrderMark(): void {
    if (this.hasStarted || this.bytes.length < 3) return;
    this.hasStarted = true;
    if (this.bytes.readUIntBE(0, 3) === 0xef_bb_bf) this.drop(3);
  }

  /** Converts a text that is too short to be entered. */
  private whole(): Node {
    const json = this.parse(this.bytes.length, "", "");
    assertData(json, this.depth);
    return nodeFromJson(json, this.now);
  }

  private read(): void {
    for (;;) {
      const level = this.levels.at(-1);
      const end = level === undefined ? undefined : this.nextBoundary();
      if (level === undefined || end === undefined) {
        if (!this.enter(level)) return;
      } else if (this.bytes[end] === COMMA) {
        this.completeAt = end;
        if (end >= this.enteredBytes / 16 || level.last === "level") this.convertComplete(level);
      } else {
        this.close(level, end);
      }
    }
  }

  /** Returns the position of the next comma or bracket after a member, or undefined if that is not received yet. */
  private nextBoundary(): number | undefined {
    const { bytes } = this;
    let { at, nesting, isInString } = this;
    let found: number | undefined;
    for (; at < bytes.length && found === undefined; at += 1) {
      const unit = bytes[at];
      if (isInString) {
        if (unit === BACKSLASH) at += 1;
        else if (unit === QUOTE) isInString = false;
      } else if (unit === QUOTE) {
        isInString = true;
      } else if (unit === OPEN_OBJECT || unit === OPEN_LIST) {
        nesting += 1;
      } else if (unit === CLOSE_OBJECT || unit === CLOSE_LIST) {
        if (nesting === 0) found = at;
        else nesting -= 1;
      } else if (unit === COMMA && nesting === 0) {
        found = at;
      }
    }
    this.at = at;
    this.nesting = nesting;
    this.isInString = isInString;
    return found;
  }

  /** Enters the last member if it is long. @returns whether it did */
  private enter(above: Level | undefined): boolean {
    if (this.root !== undefined) {
      // The tree is complete.
      if (!isBlank(this.bytes)) reject("syntax", this.place("there is more text"));
      this.drop(this.bytes.length);
      return false;
    }
    if (this.bytes.length - this.completeAt <= this.enteredBytes) return false;
    if (above !== undefined && this.completeAt >= 0) this.convertComplete(above);
    const isMember = above !== undefined && !above.isList;
    const head = (isMember ? MEMBER_HEAD : VALUE_HEAD).exec(
      this.bytes.toString("utf8", 0, MAX_HEAD_BYTES),
    );
    if (head === null || above?.last === "level") {
      if (this.bytes.length > MAX_SCALAR_BYTES) reject("data", "a string is longer than 10 MB");
      return false;
    }
    const [text, quoted = "", bracket] = head;
    const headBytes = Buffer.byteLength(text);
    const key = isMember ? (this.parse(headBytes, "", "", quoted) as string) : keyOfItem(above);
    if (above !== undefined) assertData({ [key]: {} }, above.depth);
    this.levels.push({
      isList: bracket === "[",
      key,
      depth: above === undefined ? this.depth : above.depth + 1,
      children: new BranchBuilder(),
      count: 0,
      control: {},
      last: "bracket",
    });
    this.drop(headBytes);
    return true;
  }

  private convertComplete(level: Level): void {
    const end = this.completeAt;
    this.convert(level, end, false);
    level.last = "comma";
    this.drop(end + 1);
  }

  /** Ends a level at its bracket, which is at `end`. */
  private close(level: Level, end: number): void {
    const isList = this.bytes[end] === CLOSE_LIST;
    if (isList !== level.isList) reject("syntax", this.place("a bracket does not match"));
    this.convert(level, end, true);
    this.levels.pop();
    const node = this.nodeOf(level);
    const above = this.levels.at(-1);
    if (above === undefined) {
      this.root = node;
    } else {
      above.children.set(level.key, node);
      above.count += 1;
      above.last = "level";
    }
    this.drop(end + 1);
  }

  /** Converts the members before `end`. */
  private convert(level: Level, end: number, isLast: boolean): void {
    const isNothing = isBlank(this.bytes.subarray(0, end));
    if (isNothing && (level.last === "level" || (isLast && level.last === "bracket"))) return;
    if (isNothing || level.last === "level") {
      reject("syntax", this.place("a comma or a value is missing"));
    }
    if (level.isList) {
      const items = this.parse(end, "[", "]") as readonly Json[];
      assertData(items, level.depth);
      for (const item of items) this.setChild(level, keyOfItem(level), item);
    } else {
      const members = this.parse(end, "{", "}") as Readonly<Record<string, Json>>;
      assertData(members, level.depth);
      for (const key of Object.keys(members)) {
        const member = members[key] ?? null;
        if (CONTROL_KEYS.includes(key)) level.control[key] = member;
        else this.setChild(level, key, member);
      }
    }
  }

  private setChild(level: Level, key: string, json: Json): void {
    level.children.set(key, nodeFromJson(json, this.now));
    level.count += 1;
  }

  private nodeOf({ children, control, count, depth }: Level): Node {
    assertData(count === 0 ? control : { ...control, child: null }, depth);
    if (Object.hasOwn(control, ".value") || Object.hasOwn(control, ".sv")) {
      return nodeFromJson(control, this.now);
    }
    const priority = nodeFromJson(control[".priority"] ?? null, this.now);
    return children.build(scalarOf(priority) as Priority | null);
  }

  /** Parses the bytes before `end` between two brackets, or a `part` of them. */
  private parse(end: number, open: string, close: string, part?: string): Json {
    const bytes = this.bytes.subarray(0, end);
    if (!isUtf8(bytes)) reject("encoding", "not UTF-8 text");
    try {
      return readJson(part ?? `${open}${bytes.toString()}${close}`);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      return reject("syntax", open === "" ? error.message : this.place("a value is malformed"));
    }
  }

  private place(problem: string): string {
    return `${problem} after byte ${this.convertedBytes}`;
  }

  /** Goes on after the first `count` bytes. */
  private drop(count: number): void {
    this.bytes = this.bytes.subarray(count);
    this.convertedBytes += count;
    this.completeAt = -1;
    this.at = 0;
    this.nesting = 0;
    this.isInString = false;
  }
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((unit) => unit === 32 || unit === 9 || unit === 10 || unit === 13);
}

function assertData(json: Json, depth: number): void {
  const problem = jsonProblem(json, depth);
  if (problem !== undefined) reject("data", problem);
}

function keyOfItem(list: Level | undefined): string {
  return list === undefined ? "" : String(list.count);
}

function reject(kind: TreeProblem["kind"], message: string): never {
  throw new Rejection({ kind, message });
}
