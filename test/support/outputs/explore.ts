/** Explores all states of the model, and returns the shortest way to a broken rule. */

import { StateKeys } from "./state-keys";
import type { Model, State } from "./model";

export interface Exploration {
  readonly states: number;
  readonly transitions: number;
  /** The broken rule, and the shortest way there; undefined if all rules hold. */
  readonly fault: { readonly rule: string; readonly events: readonly string[] } | undefined;
}

/** The events up to a state. Holds no states, because there are too many. */
interface Way {
  readonly description: string;
  readonly from: Way | undefined;
}

interface Reached {
  readonly state: State;
  readonly way: Way;
}

/** Explores all possible events, the nearest first. */
export function explore(model: Model): Exploration {
  const initial = model.initial();
  const keys = new StateKeys(model.bounds);
  const seen = new Set([keys.of(initial)]);
  let layer: Reached[] = [{ state: initial, way: { description: "start", from: undefined } }];
  let transitions = 0;
  while (layer.length > 0) {
    const next: Reached[] = [];
    for (const from of layer) {
      for (const { description, next: state, fault: wrong } of model.events(from.state)) {
        transitions += 1;
        const { size } = seen;
        const isSeen = seen.add(keys.of(state)).size === size;
        if (isSeen && wrong === undefined) continue;
        const way = { description, from: from.way };
        const rule = wrong ?? model.fault(state) ?? model.faultOf(from.state, state);
        if (rule !== undefined) {
          return { states: seen.size, transitions, fault: { rule, events: eventsOf(way) } };
        }
        next.push({ state, way });
      }
    }
    layer = next;
  }
  return { states: seen.size, transitions, fault: undefined };
}

function eventsOf({ description, from }: Way): string[] {
  return from === undefined ? [description] : [...eventsOf(from), description];
}
