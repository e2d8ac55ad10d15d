/** The paths that one update writes and those above them, each once, and only as far down as there are rules. */

import { childCount, childrenOf } from "../tree/node";
import type { Path } from "../tree/path";
import { type Rule, type RuleNode, ruleNodeOf } from "./rule-tree";
import type { Snapshot } from "./snapshot";
import type { Value } from "./types";

/** A rule that did not hold at a path, and what it came to. */
export interface Denial {
  readonly rule: Rule;
  readonly at: WrittenPath;
  readonly value: Value;
}

export class WrittenPath {
  /** Whether a `.write` here or above grants, once that was decided. */
  isWritable: boolean | undefined;
  /** The `.write` here, where it was tried and did not grant. */
  denial: Denial | undefined;
  /** By key; most paths have nothing below them. */
  private reached: Map<string, WrittenPath> | undefined;
  /** Whether the update writes all of it, and not only something below. */
  private isWhole = false;

  private constructor(
    readonly rules: RuleNode,
    readonly data: Snapshot,
    readonly newData: Snapshot,
    readonly above: WrittenPath | null,
  ) {}

  static ofRoot(rules: RuleNode, data: Snapshot, newData: Snapshot): WrittenPath {
    return new WrittenPath(rules, data, newData, null);
  }

  /** Records that `path`, from here down, is written. @returns it, or the last path above it that has rules */
  write(path: Path, level = 0): WrittenPath {
    const key = path[level];
    if (key === undefined) {
      this.isWhole = true;
      return this;
    }
    const next = this.reached?.get(key) ?? this.reach(key);
    return next === undefined ? this : next.write(path, level + 1);
  }

  /** The children with rules that the update may have changed; their new data may be nothing. */
  changed(): Iterable<WrittenPath> {
    if (childCount(this.newData.node) === 0) return [];
    return this.isWhole ? this.all() : (this.reached?.values() ?? []);
  }

  private reach(key: string): WrittenPath | undefined {
    const rules = ruleNodeOf(this.rules, key);
    if (rules === undefined) return undefined;
    const child = new WrittenPath(rules, this.data.child(key), this.newData.child(key), this);
    this.reached ??= new Map();
    this.reached.set(key, child);
    return child;
  }

  /** What was written whole: the children with rules of their own first, in the order of the file. */
  private *all(): Generator<WrittenPath> {
    const { children, capture } = this.rules;
    const { node } = this.newData;
    let unnamed = childCount(node);
    for (const [key, rules] of children) {
      const child = this.step(key, rules);
      if (child.newData.node === null) continue;
      unnamed -= 1;
      yield child;
    }
    if (unnamed === 0 || capture?.isValidating !== true) return;
    for (const [key] of childrenOf(node)) {
      if (!children.has(key)) yield this.step(key, capture);
    }
  }

  /** A child of what was written whole. There may be a million: nothing keeps it. */
  private step(key: string, rules: RuleNode): WrittenPath {
    const child = new WrittenPath(
      rules,
      this.data.unkeptChild(key),
      this.newData.unkeptChild(key),
      this,
    );
    child.isWhole = true;
    return child;
  }
}
