/** Collects the events of child listeners. */

import {
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  type Query,
} from "firebase/database";

export const CHILD_LISTENERS = {
  added: onChildAdded,
  changed: onChildChanged,
  removed: onChildRemoved,
  moved: onChildMoved,
};

export type ChildEvent = keyof typeof CHILD_LISTENERS;
/** The child's key, and the key before it. */
type Event = readonly [key: string | null, previous: string | null];

/** Collects events in the list that it returns. */
export function collect(
  kind: ChildEvent,
  source: Query,
  options: { onlyOnce?: boolean } = {},
): Event[] {
  const events: Event[] = [];
  const add = ({ key }: { key: string | null }, previous?: string | null): void =>
    void events.push([key, previous ?? null]);
  CHILD_LISTENERS[kind](source, add, options);
  return events;
}
