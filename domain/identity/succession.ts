/**
 * Sensors that replace others. A registration names the sensor that it continues and since when:
 * `registeredSensors/<uid>/continues` and `/continuesFrom`. Earlier readings of the replaced sensor belong to it. Pure.
 */

import { parseChildren, textOf, timeOf } from "../stored.ts";

export interface Continuation {
  readonly uid: string;
  /** The uid of the replaced sensor. */
  readonly continues: string;
  /** Unix milliseconds. */
  readonly continuesFrom: number;
}

/** @param registration `registeredSensors/<uid>`; undefined if it replaces no sensor */
export function continuationIn(uid: string, registration: unknown): Continuation | undefined {
  const continues = textOf(registration, "continues");
  const continuesFrom = timeOf(registration, "continuesFrom");
  if (continues === undefined || continuesFrom === undefined || continues === uid) return undefined;
  return { uid, continues, continuesFrom };
}

/** @param registrations `registeredSensors` of a farm, by uid */
export function continuationsIn(registrations: unknown): readonly Continuation[] {
  return parseChildren(registrations, (registration, uid) => continuationIn(uid, registration));
}

/** A part of the past in which another device measured for a sensor. */
export interface Predecessor {
  readonly uid: string;
  /** Its readings before this time, in Unix milliseconds. */
  readonly until: number;
}

export interface Succession {
  /** Returns the sensor that a reading belongs to. @param at the reading's time, in Unix milliseconds */
  readonly ownerOf: (uid: string, at: number) => string;
  /** Returns the devices before a sensor, the newest first. */
  readonly predecessorsOf: (uid: string) => readonly Predecessor[];
  readonly isEmpty: boolean;
}

/** Longer chains and circles end here. */
const MAX_LENGTH = 20;

/** If several sensors continue the same one, the one that did so first has its readings. */
export function createSuccession(continuations: Iterable<Continuation>): Succession {
  const byReplaced = new Map<string, Continuation>();
  const byUid = new Map<string, Continuation>();
  for (const continuation of continuations) {
    const { uid, continues, continuesFrom } = continuation;
    const other = byReplaced.get(continues);
    const isFirst =
      other === undefined ||
      continuesFrom < other.continuesFrom ||
      (continuesFrom === other.continuesFrom && uid < other.uid);
    if (!isFirst) continue;
    if (other !== undefined) byUid.delete(other.uid);
    byReplaced.set(continues, continuation);
    byUid.set(uid, continuation);
  }
  const ownerOf = (uid: string, at: number): string => {
    let owner = uid;
    for (let length = 0; length < MAX_LENGTH; length += 1) {
      const next = byReplaced.get(owner);
      if (next === undefined || at >= next.continuesFrom) return owner;
      // A device that came back has its own readings.
      if (next.uid === uid) return uid;
      owner = next.uid;
    }
    return owner;
  };
  const predecessorsOf = (uid: string): readonly Predecessor[] => {
    const found: Predecessor[] = [];
    let until = Infinity;
    for (let next = byUid.get(uid); next !== undefined && found.length < MAX_LENGTH;) {
      if (next.continues === uid) break;
      until = Math.min(until, next.continuesFrom);
      found.push({ uid: next.continues, until });
      next = byUid.get(next.continues);
    }
    return found;
  };
  return { ownerOf, predecessorsOf, isEmpty: byUid.size === 0 };
}

export const NO_SUCCESSION: Succession = createSuccession([]);
