/** What the listeners of the web SDK are told, as plain values in the order of their coming. */

import {
  onChildAdded,
  onChildChanged,
  onChildMoved,
  onChildRemoved,
  onValue,
} from "firebase/database";
import type { DataSnapshot, Query } from "firebase/database";
import { Told } from "./told";

/** Values that a query shows, as they come. */
export function values(of: Query): Told<unknown> {
  const told = new Told<unknown>();
  onValue(of, (snapshot) => told.add(snapshot.val()), told.add);
  return told;
}

/** The events of a query's children as [event, key, previous key]. */
export function childEvents(of: Query): Told<readonly [string, string | null, string | null]> {
  const told = new Told<readonly [string, string | null, string | null]>();
  const tell =
    (event: string) =>
    ({ key }: DataSnapshot, previous?: string | null): void =>
      told.add([event, key, previous ?? null]);
  onChildAdded(of, tell("added"));
  onChildChanged(of, tell("changed"));
  onChildMoved(of, tell("moved"));
  onChildRemoved(of, tell("removed"));
  return told;
}

export function keysOf(snapshot: DataSnapshot): string[] {
  const keys: string[] = [];
  snapshot.forEach(({ key }) => void keys.push(key));
  return keys;
}
