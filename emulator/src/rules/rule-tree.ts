/**
 * Turns a read rules file into the tree of its places, every expression compiled, or into all that is wrong with it.
 * Source: https://firebase.google.com/docs/database/security/core-syntax
 */

import { keyProblem } from "../tree/path";
import { checkExpression, type RuleKind } from "./check";
import { LineTable, type RulesProblem } from "./error";
import { type CompiledExpression, compileExpression } from "./evaluate";
import { parseExpression } from "./parser";
import { type SourceMember, type SourceNode, sourceOffset, type SourceText } from "./source";

/** A compiled `.read`, `.write` or `.validate`. */
export interface Rule extends CompiledExpression {
  /** Such as "/rules/a/$b/.read". */
  readonly path: string;
  readonly line: number;
  /** The expression, whose offsets the counted parts carry. */
  readonly text: SourceText;
}

/** The rules of one place of the data. */
export interface RuleNode {
  readonly read: Rule | undefined;
  readonly write: Rule | undefined;
  readonly validate: Rule | undefined;
  readonly indexes: readonly string[];
  readonly children: ReadonlyMap<string, RuleNode>;
  /** The rules of every child that has none of its own. */
  readonly capture: RuleNode | undefined;
  /** Whether there is a `.validate` here or below. */
  readonly isValidating: boolean;
}

export interface RuleTree {
  readonly root: RuleNode;
  /** In the order of the file. */
  readonly rules: readonly Rule[];
}

export type TreeReading =
  | { readonly ok: true; readonly tree: RuleTree }
  | { readonly ok: false; readonly problems: readonly RulesProblem[] };

export function buildRuleTree(file: SourceNode, text: string): TreeReading {
  const builder = new TreeBuilder(text);
  const root = builder.file(file);
  return builder.problems.length === 0
    ? { ok: true, tree: { root, rules: builder.rules } }
    : { ok: false, problems: builder.problems };
}

/** Which rules hold for the child with this key. */
export function ruleNodeOf(node: RuleNode, key: string): RuleNode | undefined {
  return node.children.get(key) ?? node.capture;
}

type Building = { -readonly [K in keyof RuleNode]: RuleNode[K] };

/** Where the builder is: the path as messages show it, and the captures with their levels. */
interface Place {
  readonly path: string;
  readonly level: number;
  readonly captures: ReadonlyMap<string, number>;
}

// One order of members for all: what walks through the rules then finds them all at the same place.
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
  private readonly lines: LineTable;

  constructor(text: string) {
    this.lines = new LineTable(text);
  }

  /** file = { "rules": place } */
  file(file: SourceNode): RuleNode {
    if (file.kind !== "object") {
      return this.reject(file.start, "/", `Expected an object such as {"rules": {…}}.`);
    }
    for (const { key } of file.members) {
      if (key.value === "rules") continue;
      this.reject(key.start, "/", `Only "rules" can stand here, not ${JSON.stringify(key.value)}.`);
    }
    const rules = file.members.find(({ key }) => key.value === "rules");
    if (rules === undefined) return this.reject(file.start, "/", "Expected 'rules' property.");
    return this.place(rules.value, { path: "/rules", level: 0, captures: new Map() });
  }

  /** place = { [ kind ": " rule ] … [ key ": " place ] … [ capture ": " place ] } */
  private place(node: SourceNode, place: Place): RuleNode {
    if (node.kind !== "object") {
      const message = "Expected an object with rules; a rule itself stands behind .read or .write.";
      return this.reject(node.start, place.path, message);
    }
    const built: Building = { ...EMPTY };
    const children = new Map<string, RuleNode>();
    for (const member of node.members) {
      const key = member.key.value;
      if (key.startsWith(".")) this.addRule(built, member, place);
      else if (key.startsWith("$")) this.addCapture(built, member, place);
      else this.addChild(children, member, place);
    }
    built.children = children;
    built.isValidating =
      built.validate !== undefined ||
      built.capture?.isValidating === true ||
      [...children.values()].some(({ isValidating }) => isValidating);
    return built;
  }

  private addRule(built: Building, { key, value }: SourceMember, place: Place): void {
    switch (key.value) {
      case ".read":
        return void (built.read = this.rule(".read", value, place));
      case ".write":
        return void (built.write = this.rule(".write", value, place));
      case ".validate":
        return void (built.validate = this.rule(".validate", value, place));
      case ".indexOn":
        return void (built.indexes = this.indexes(value, place));
      default:
        this.reject(
          key.start,
          place.path,
          `Unknown rule ${JSON.stringify(key.value)}; there are ${KINDS}.`,
        );
    }
  }

  private addChild(
    children: Map<string, RuleNode>,
    { key, value }: SourceMember,
    { path, level, captures }: Place,
  ): void {
    const problem = keyProblem(key.value);
    const place = { path: `${path}/${key.value}`, level: level + 1, captures };
    if (problem === undefined) children.set(key.value, this.place(value, place));
    else this.reject(key.start, path, `This can be no key of the data: ${problem}.`);
  }

  private addCapture(
    built: Building,
    { key, value }: SourceMember,
    { path, level, captures }: Place,
  ): void {
    const name = key.value;
    if (keyProblem(name.slice(1)) !== undefined) {
      this.reject(
        key.start,
        path,
        `A capture needs a name, such as $uid, not ${JSON.stringify(name)}.`,
      );
    } else if (built.capture !== undefined) {
      this.reject(key.start, path, `Only one capture can stand here; ${name} is another.`);
    } else if (captures.has(name)) {
      this.reject(key.start, path, `${name} is already the name of a capture further up.`);
    } else {
      built.capture = this.place(value, {
        path: `${path}/${name}`,
        level: level + 1,
        captures: new Map([...captures, [name, level + 1]]),
      });
    }
  }

  private rule(kind: RuleKind, value: SourceNode, place: Place): Rule | undefined {
    const path = `${place.path}/${kind}`;
    if (value.kind === "text") return this.expression(kind, value.text, place);
    if (value.kind === "scalar" && typeof value.value === "boolean") {
      const text = { value: String(value.value), start: value.start, shifts: [] };
      return this.expression(kind, text, place);
    }
    this.reject(value.start, path, `${kind} takes a string or a boolean.`);
    return undefined;
  }

  private expression(
    kind: RuleKind,
    text: SourceText,
    { path: placePath, level, captures }: Place,
  ): Rule | undefined {
    const path = `${placePath}/${kind}`;
    const parsing = parseExpression(text.value);
    const faults = parsing.ok
      ? checkExpression(parsing.expression, { rule: kind, captures: [...captures.keys()] })
      : [parsing.fault];
    for (const { start, message } of faults) this.reject(sourceOffset(text, start), path, message);
    if (!parsing.ok || faults.length > 0) return undefined;
    const levelsAbove = new Map([...captures].map(([name, at]) => [name, level - at]));
    const compiled = compileExpression(parsing.expression, levelsAbove);
    const { line } = this.lines.positionAt(sourceOffset(text, parsing.expression.start));
    const rule = { ...compiled, path, line, text };
    this.rules.push(rule);
    return rule;
  }

  private indexes(value: SourceNode, place: Place): readonly string[] {
    const items = value.kind === "list" ? value.items : [value];
    return items.flatMap((item) => {
      const name = item.kind === "text" ? item.text.value.replace(/^\//, "") : undefined;
      if (name !== undefined && isIndexName(name)) return [name];
      const message = `.indexOn takes a path such as "height" or "size/width", ".value", or a list of them.`;
      this.reject(item.start, `${place.path}/.indexOn`, message);
      return [];
    });
  }

  private reject(offset: number, path: string, message: string): RuleNode {
    this.problems.push({ message, path, ...this.lines.positionAt(offset) });
    return EMPTY;
  }
}

/** Orders that need no index may be named too; naming them changes nothing. */
function isIndexName(name: string): boolean {
  if ([".value", ".priority", ".key"].includes(name)) return true;
  return name.split("/").every((key) => keyProblem(key) === undefined);
}
