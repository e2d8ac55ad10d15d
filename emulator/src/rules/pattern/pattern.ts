/**
 * Tests texts in time linear in their length, whatever the pattern: every text position is looked at once, and the
 * sets of machine states met on the way are kept, so that a usual position costs one look-up.
 */

import { assemble } from "./program";
import type { Anchors, Program } from "./program";
import type { PatternNode } from "./pattern-syntax";
import { hasUnit } from "./unit-set";

/** The machine states that are possible at a position. */
interface Front {
  /** Indices of steps that consume, ascending. */
  readonly steps: readonly number[];
  /** A match ends here. */
  readonly isMatch: boolean;
  /** A match ends here if the text does. */
  readonly isMatchAtEnd: boolean;
  /** By class of the next unit. */
  readonly next: (Front | undefined)[];
}

/** Fronts kept at once; when there are more, they are forgotten and found anew. */
const MAX_FRONTS = 2000;

export class Pattern {
  private readonly program: Program;
  /** First units of the classes: units of one class are alike to every step. */
  private readonly classStarts: readonly number[];
  /** The class of each ASCII unit. */
  private readonly asciiClasses: Uint16Array;
  private fronts = new Map<string, Front>();
  private first: Front | undefined;

  constructor(branches: readonly PatternNode[], anchors: Anchors) {
    this.program = assemble(branches, anchors);
    this.classStarts = classStartsOf(this.program);
    this.asciiClasses = Uint16Array.from({ length: 128 }, (_, unit) => this.searchClass(unit));
  }

  /** Whether the pattern matches somewhere in `text`. */
  test(text: string): boolean {
    let front = (this.first ??= this.frontOf(this.program.atStart));
    for (let at = 0; at < text.length; at += 1) {
      if (front.isMatch) return true;
      const unitClass = this.classOf(text.charCodeAt(at));
      front = front.next[unitClass] ?? this.advance(front, unitClass);
    }
    return front.isMatch || front.isMatchAtEnd;
  }

  private advance(front: Front, unitClass: number): Front {
    const unit = this.classStarts[unitClass] ?? 0;
    const to: number[] = [...this.program.anywhere];
    for (const index of front.steps) {
      const step = this.program.steps[index];
      if (step?.kind === "consume" && hasUnit(step.set, unit)) to.push(step.to);
    }
    const next = this.frontOf(to);
    front.next[unitClass] = next;
    return next;
  }

  /** The front of the steps that can be reached from `entries` without consuming anything. */
  private frontOf(entries: readonly number[]): Front {
    const reached = new Set<number>(entries);
    const steps: number[] = [];
    let isMatch = false;
    let isMatchAtEnd = false;
    // A set that grows while it is walked is walked to its end.
    for (const index of reached) {
      const step = this.program.steps[index];
      if (step?.kind === "consume") steps.push(index);
      else if (step?.kind === "split") for (const to of step.to) reached.add(to);
      else if (step?.atEnd === true) isMatchAtEnd = true;
      else isMatch = true;
    }
    steps.sort((a, b) => a - b);
    const key = `${steps.join(",")}${isMatch ? "!" : ""}${isMatchAtEnd ? "$" : ""}`;
    const known = this.fronts.get(key);
    if (known !== undefined) return known;
    if (this.fronts.size === MAX_FRONTS) this.forget();
    const front: Front = { steps, isMatch, isMatchAtEnd, next: [] };
    this.fronts.set(key, front);
    return front;
  }

  /** Fronts hold each other: cutting their links lets all of them go. */
  private forget(): void {
    for (const front of this.fronts.values()) front.next.length = 0;
    this.fronts.clear();
    this.first = undefined;
  }

  private classOf(unit: number): number {
    return unit < 128 ? (this.asciiClasses[unit] ?? 0) : this.searchClass(unit);
  }

  private searchClass(unit: number): number {
    let low = 0;
    let high = this.classStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.classStarts[middle] ?? 0) <= unit) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function classStartsOf(program: Program): readonly number[] {
  const starts = new Set<number>([0]);
  for (const step of program.steps) {
    if (step.kind !== "consume") continue;
    for (let at = 0; at < step.set.length; at += 2) {
      starts.add(step.set[at] ?? 0);
      starts.add((step.set[at + 1] ?? 0) + 1);
    }
  }
  return [...starts].sort((a, b) => a - b);
}
