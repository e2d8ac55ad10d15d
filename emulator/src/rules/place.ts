/**
 * The places that one update concerns: all that is written and what stands above it, each once however many paths
 * lead through it, and only as far down as there are rules.
 */

import { childCount, childrenOf } from "../tree/node";
import type { Path } from "../tree/path";
import { type RuleNode, ruleNodeOf } from "./rule-tree";
import type { Snapshot } from "./snapshot";

export class Place {
  /** By key; most places have nothing below them. */
  private reached: Map<string, Place> | undefined;
  /** Whether the update writes all of it, and not only something below. */
  private isWhole = false;

  private constructor(
    readonly rules: RuleNode,
    readonly data: Snapshot,
    readonly newData: Snapshot,
    readonly above: Place | null,
  ) {}

  static ofRoot(rules: RuleNode, data: Snapshot, newData: Snapshot): Place {
    return new Place(rules, data, newData, null);
  }

  /** Notes that `path`, from here down, is written. @returns its place, or the last one above it that has rules */
  write(path: Path, level = 0): Place {
    const key = path[level];
    if (key === undefined) {
      this.isWhole = true;
      return this;
    }
    const next = this.reached?.get(key) ?? this.reach(key);
    return next === undefined ? this : next.write(path, level + 1);
  }

  /** The places right below that the update may have changed and that have rules; it may have left nothing there. */
  changed(): Iterable<Place> {
    if (childCount(this.newData.node) === 0) return [];
    return this.isWhole ? this.all() : (this.reached?.values() ?? []);
  }

  private reach(key: string): Place | undefined {
    const rules = ruleNodeOf(this.rules, key);
    if (rules === undefined) return undefined;
    const place = this.step(key, rules);
    this.reached ??= new Map();
    this.reached.set(key, place);
    return place;
  }

  /** What was written whole: the places with rules of their own first, in the order of the file. */
  private *all(): Generator<Place> {
    const { children, capture } = this.rules;
    const { node } = this.newData;
    let unnamed = childCount(node);
    for (const [key, rules] of children) {
      const place = this.step(key, rules, true);
      if (place.newData.node === null) continue;
      unnamed -= 1;
      yield place;
    }
    if (unnamed === 0 || capture?.isValidating !== true) return;
    for (const [key] of childrenOf(node)) {
      if (!children.has(key)) yield this.step(key, capture, true);
    }
  }

  private step(key: string, rules: RuleNode, isWhole = false): Place {
    const place = new Place(rules, this.data.child(key), this.newData.child(key), this);
    place.isWhole = isWhole;
    return place;
  }
}
