/**
 * A pattern as a machine without memory: states that consume one unit, and where each leads.
 * Reference: K. Thompson, "Regular Expression Search Algorithm", 1968.
 */

import type { PatternNode } from "./pattern-syntax";
import type { UnitSet } from "./unit-set";

export type Step =
  | { readonly kind: "consume"; readonly set: UnitSet; readonly to: number }
  | { readonly kind: "split"; to: readonly number[] }
  /** A match; `atEnd`, only where the text ends. */
  | { readonly kind: "accept"; readonly atEnd: boolean };

export interface Program {
  readonly steps: readonly Step[];
  /** Where a match may start at the text's beginning. */
  readonly atStart: readonly number[];
  /** Where a match may start anywhere. */
  readonly anywhere: readonly number[];
}

export interface Anchors {
  readonly start: boolean;
  readonly end: boolean;
}

/** The anchors hold for the first and the last of the branches. */
export function assemble(branches: readonly PatternNode[], anchors: Anchors): Program {
  const steps: Step[] = [];
  const atStart: number[] = [];
  const anywhere: number[] = [];
  branches.forEach((branch, index) => {
    const atEnd = anchors.end && index === branches.length - 1;
    const entry = append(steps, branch, add(steps, { kind: "accept", atEnd }));
    atStart.push(entry);
    if (!(anchors.start && index === 0)) anywhere.push(entry);
  });
  return { steps, atStart, anywhere };
}

function add(steps: Step[], step: Step): number {
  return steps.push(step) - 1;
}

/** Appends what `node` does before going on at `next`; tells where it begins. */
function append(steps: Step[], node: PatternNode, next: number): number {
  switch (node.kind) {
    case "set":
      return add(steps, { kind: "consume", set: node.set, to: next });
    case "sequence":
      return node.items.reduceRight((after, item) => append(steps, item, after), next);
    case "choice": {
      const to = node.branches.map((branch) => append(steps, branch, next));
      return add(steps, { kind: "split", to });
    }
    case "repeat":
      return appendRepeat(steps, node.item, node.least, node.most, next);
  }
}

function appendRepeat(
  steps: Step[],
  item: PatternNode,
  least: number,
  most: number,
  next: number,
): number {
  let entry = next;
  if (most === Infinity) {
    const loop: Step = { kind: "split", to: [] };
    entry = add(steps, loop);
    loop.to = [append(steps, item, entry), next];
  } else {
    for (let count = least; count < most; count += 1) {
      entry = add(steps, { kind: "split", to: [append(steps, item, entry), next] });
    }
  }
  for (let count = 0; count < least; count += 1) entry = append(steps, item, entry);
  return entry;
}
