/** Collects the events of web SDK listeners as plain values, in order. */

import {
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onValue,
} from "firebase/database";
import type { DataSnapshot, Query } from "firebase/database";
import { Received } from "../../testing/received";

/** Collects the values of a query. */
export function values(source: Query): Received<unknown> {
  const received = new Received<unknown>();
  onValue(source, (snapshot) => received.add(snapshot.val()), received.add);
  return received;
}

/** Collects the child events of a query as [event, key, previous key]. */
export function childEvents(
  source: Query,
): Received<readonly [string, string | null, string | null]> {
  const received = new Received<readonly [string, string | null, string | null]>();
  const addEvent =
    (event: string) =>
    ({ key }: DataSnapshot, previous?: string | null): void =>
      received.add([event, key, previous ?? null]);
  onChildAdded(source, addEvent("added"));
  onChildChanged(source, addEvent("changed"));
  onChildMoved(source, addEvent("moved"));
  onChildRemoved(source, addEvent("removed"));
  return received;
}

export function keysOf(snapshot: DataSnapshot): string[] {
  const keys: string[] = [];
  snapshot.forEach(({ key }) => void keys.push(key));
  return keys;
}
