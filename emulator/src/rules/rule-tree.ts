/**
 * Compiles the rules, or reports all problems.
 * Source: https://firebase.google.com/docs/database/security/core-syntax
 */

import { keyProblem } from "../tree/path";
import { checkExpression, type RuleKind } from "./check";
import { Fault, LineTable, type RulesProblem } from "./error";
import { type CompiledExpression, compileExpression } from "./evaluate";
import { parseExpression } from "./parser";
import { type SourceMember, type SourceNode, sourceOffset, type SourceText } from "./source";

export interface Rule extends CompiledExpression {
  /** Such as "/rules/a/$b/.read". */
  readonly path: string;
  readonly line: number;
  /** The expression. The offsets of the counted parts refer to this text. */
  readonly text: SourceText;
}

export interface RuleNode {
  readonly read: Rule | undefined;
  readonly write: Rule | undefined;
  readonly validate: Rule | undefined;
  readonly indexes: readonly string[];
  readonly children: ReadonlyMap<string, RuleNode>;
  /** The rules of every child that `children` does not name. */
  readonly capture: RuleNode | undefined;
  /** Whether this node or a node below has a `.validate`. */
  readonly isValidating: boolean;
}

export interface RuleTree {
  readonly root: RuleNode;
  readonly rules: readonly Rule[];
  readonly expressions: Expressions;
}

/** The compiled expressions of a file by their text, kind and captures. */
export type Expressions = ReadonlyMap<string, PlacedExpression>;

interface PlacedExpression extends CompiledExpression {
  /** Where the expression begins in its text, after spaces and comments. */
  readonly start: number;
}

const NO_EXPRESSIONS: Expressions = new Map();

export type TreeReading =
  | { readonly ok: true; readonly tree: RuleTree }
  | { readonly ok: false; readonly problems: readonly RulesProblem[] };

/** @param known takes these instead of compiling them again */
export function buildRuleTree(
  file: SourceNode,
  text: string,
  known: Expressions = NO_EXPRESSIONS,
): TreeReading {
  const builder = new TreeBuilder(text, known);
  const root = builder.file(file);
  const { rules, expressions } = builder;
  return builder.problems.length === 0
    ? { ok: true, tree: { root, rules, expressions } }
    : { ok: false, problems: builder.problems };
}

export function ruleNodeOf(node: RuleNode, key: string): RuleNode | undefined {
  return node.children.get(key) ?? node.capture;
}

type Building = { -readonly [K in keyof RuleNode]: RuleNode[K] };

/** The builder's position: the path as messages show it, and the captures with their levels. */
interface Location {
  readonly path: string;
  readonly level: number;
  readonly captures: ReadonlyMap<string, number>;
}

// All nodes have their members in the same order, so V8 gives them one hidden class.
const EMPTY: RuleNode = {
  read: undefined,
  write: undefined,
  validate: undefined,
  indexes: [],
  children: new Map(),
  capture: undefined,
  isValidating: false,
};
const KINDS = ".read, .write, .validate and .indexOn";

class TreeBuilder {
  readonly problems: RulesProblem[] = [];
  readonly rules: Rule[] = [];
  readonly expressions = new Map<string, PlacedExpression>();
  private readonly lines: LineTable;

  constructor(
    text: string,
    private readonly known: Expressions,
  ) {
    this.lines = new LineTable(text);
  }

  /** file = { "rules": location } */
  file(file: SourceNode): RuleNode {
    if (file.kind !== "object") {
      return this.reject(file.start, "/", `Expected an object such as {"rules": {…}}.`);
    }
    for (const { key } of file.members) {
      if (key.value === "rules") continue;
      this.reject(
        key.start,
        "/",
        `Only "rules" is allowed here, not ${JSON.stringify(key.value)}.`,
      );
    }
    const rules = file.members.find(({ key }) => key.value === "rules");
    if (rules === undefined) return this.reject(file.start, "/", "Expected 'rules' property.");
    return this.location(rules.value, { path: "/rules", level: 0, captures: new Map() });
  }

  /** location = { [ kind ": " rule ] … [ key ": " location ] … [ capture ": " location ] } */
  private location(node: SourceNode, location: Location): RuleNode {
    if (node.kind !== "object") {
      const message = "Expected an object with rules; write the rule after .read or .write.";
      return this.reject(node.start, location.path, message);
    }
    const built: Building = { ...EMPTY };
    const children = new Map<string, RuleNode>();
    for (const member of node.members) {
      const key = member.key.value;
      if (key.startsWith(".")) this.addRule(built, member, location);
      else if (key.startsWith("$")) this.addCapture(built, member, location);
      else this.addChild(children, member, location);
    }
    built.children = children;
    built.isValidating =
      built.validate !== undefined ||
      built.capture?.isValidating === true ||
      [...children.values()].some(({ isValidating }) => isValidating);
    return built;
  }

  private addRule(built: Building, { key, value }: SourceMember, location: Location): void {
    switch (key.value) {
      case ".read":
        return void (built.read = this.rule(".read", value, location));
      case ".write":
        return void (built.write = this.rule(".write", value, location));
      case ".validate":
        return void (built.validate = this.rule(".validate", value, location));
      case ".indexOn":
        return void (built.indexes = this.indexes(value, location));
      default:
        this.reject(
          key.start,
          location.path,
          `Unknown rule ${JSON.stringify(key.value)}; there are ${KINDS}.`,
        );
    }
  }

  private addChild(
    children: Map<string, RuleNode>,
    { key, value }: SourceMember,
    { path, level, captures }: Location,
  ): void {
    const problem = keyProblem(key.value);
    const location = { path: `${path}/${key.value}`, level: level + 1, captures };
    if (problem === undefined) children.set(key.value, this.location(value, location));
    else this.reject(key.start, path, `This cannot be a key of the data: ${problem}.`);
  }

  private addCapture(
    built: Building,
    { key, value }: SourceMember,
    { path, level, captures }: Location,
  ): void {
    const name = key.value;
    if (keyProblem(name.slice(1)) !== undefined) {
      this.reject(
        key.start,
        path,
        `A capture needs a name, such as $uid, not ${JSON.stringify(name)}.`,
      );
    } else if (built.capture !== undefined) {
      this.reject(key.start, path, `Only one capture is allowed here; ${name} is another.`);
    } else if (captures.has(name)) {
      this.reject(key.start, path, `${name} is already the name of a capture further up.`);
    } else {
      built.capture = this.location(value, {
        path: `${path}/${name}`,
        level: level + 1,
        captures: new Map([...captures, [name, level + 1]]),
      });
    }
  }

  private rule(kind: RuleKind, value: SourceNode, location: Location): Rule | undefined {
    const path = `${location.path}/${kind}`;
    if (value.kind === "text") return this.expression(kind, value.text, location);
    if (value.kind === "scalar" && typeof value.value === "boolean") {
      const text = { value: String(value.value), start: value.start, shifts: [] };
      return this.expression(kind, text, location);
    }
    this.reject(value.start, path, `${kind} takes a string or a boolean.`);
    return undefined;
  }

  private expression(
    kind: RuleKind,
    text: SourceText,
    { path: locationPath, level, captures }: Location,
  ): Rule | undefined {
    const path = `${locationPath}/${kind}`;
    const levelsAbove = new Map([...captures].map(([name, at]) => [name, level - at]));
    const compiled = this.compiled(kind, text.value, levelsAbove);
    if (!Array.isArray(compiled)) {
      const { line } = this.lines.positionAt(sourceOffset(text, compiled.start));
      const rule = { ...compiled, path, line, text };
      this.rules.push(rule);
      return rule;
    }
    for (const { start, message } of compiled) {
      this.reject(sourceOffset(text, start), path, message);
    }
    return undefined;
  }

  /** Compiles an expression, unless an equal one was compiled before. */
  private compiled(
    kind: RuleKind,
    text: string,
    levelsAbove: ReadonlyMap<string, number>,
  ): PlacedExpression | Fault[] {
    const key = `${kind} ${[...levelsAbove].join(" ")}\n${text}`;
    const known = this.known.get(key) ?? compileText(kind, text, levelsAbove);
    if (!Array.isArray(known)) this.expressions.set(key, known);
    return known;
  }

  private indexes(value: SourceNode, location: Location): readonly string[] {
    const items = value.kind === "list" ? value.items : [value];
    return items.flatMap((item) => {
      const name = item.kind === "text" ? item.text.value.replace(/^\//, "") : undefined;
      if (name !== undefined && isIndexName(name)) return [name];
      const message = `.indexOn takes a path such as "height" or "size/width", ".value", or a list of them.`;
      this.reject(item.start, `${location.path}/.indexOn`, message);
      return [];
    });
  }

  private reject(offset: number, path: string, message: string): RuleNode {
    this.problems.push({ message, path, ...this.lines.positionAt(offset) });
    return EMPTY;
  }
}

/** Returns whether `.indexOn` may name this. `.priority` and `.key` need no index, but are allowed. */
function isIndexName(name: string): boolean {
  if ([".value", ".priority", ".key"].includes(name)) return true;
  return name.split("/").every((key) => keyProblem(key) === undefined);
}

function compileText(
  kind: RuleKind,
  text: string,
  levelsAbove: ReadonlyMap<string, number>,
): PlacedExpression | Fault[] {
  try {
    const expression = parseExpression(text);
    const faults = checkExpression(expression, { rule: kind, captures: [...levelsAbove.keys()] });
    if (faults.length > 0) return [...faults];
    return { ...compileExpression(expression, levelsAbove), start: expression.start };
  } catch (error) {
    if (error instanceof Fault) return [error];
    throw error;
  }
}
