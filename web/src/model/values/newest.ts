/** The known newest values of a greenhouse at one time. The object never changes: views get new objects. */

import type { NewestValues } from "@greenhouse/domain/alerts/condition";
import { containersIn } from "@greenhouse/domain/history/history-sources";
import { parseLastSeen } from "@greenhouse/domain/history/last-seen";
import type { LastSeen } from "@greenhouse/domain/history/last-seen";
import { entriesOf, fieldOf, numberOf } from "@greenhouse/domain/stored";
import type { Problem } from "../../data/connection/problem";
import type { Sensor } from "../farm/farm";
import { stateOf } from "./latest";
import type { SensorState } from "./latest";
import { CHARTED } from "./measurement";
import type { Charted } from "./measurement";

export interface KnownNewest {
  /** Whether everything arrived, or failed: see `problem`. */
  readonly isReady: boolean;
  readonly values: NewestValues;
  /** The stored last-seen times of the farm's sensors. Without them no sensor has a time. */
  readonly lastSeen: unknown;
  readonly senders: Senders;
  /** Why the values cannot be read; undefined while they can. */
  readonly problem: Problem | undefined;
}

/** The sensors that ever sent data to a greenhouse, assigned or not. */
export interface Senders {
  readonly uids: readonly string[];
  /** The uids that have their own node in the history. */
  readonly containers: readonly string[];
  /** The number of sensors that sent signed readings. They share the history. */
  readonly signedCount: number;
  /** The measured quantities, in the order of the page. */
  readonly measured: readonly Charted[];
  /** The uids of the sensors that sent a quantity, for each measured quantity. */
  readonly byMeasurement: Readonly<Partial<Record<Charted, readonly string[]>>>;
}

export function sendersIn({ current, bySensor }: NewestValues): Senders {
  const signed = entriesOf(bySensor);
  const all = [...signed, ...entriesOf(current)];
  const containers = containersIn(current);
  const sent = CHARTED.map((measurement) => {
    const records = all.filter(([, values]) => numberOf(values, measurement) !== undefined);
    return [measurement, distinct(records.map(([uid]) => uid))] as const;
  }).filter(([, uids]) => uids.length > 0);
  return {
    uids: distinct([...signed.map(([uid]) => uid), ...containers]),
    containers,
    signedCount: signed.length,
    measured: sent.map(([measurement]) => measurement),
    byMeasurement: Object.fromEntries(sent),
  };
}

function distinct(uids: readonly string[]): readonly string[] {
  return [...new Set(uids)];
}

/** Returns a sensor's last-seen times. @param lastSeen the stored times of its farm */
export function lastSeenOf(lastSeen: unknown, uid: string): LastSeen {
  return parseLastSeen(fieldOf(lastSeen, uid));
}

/**
 * Returns the state of these sensors, by uid.
 * @param silentAfter the farm's setting, in milliseconds; 0: sensors never count as silent
 */
export function statesOf(
  { values, lastSeen }: KnownNewest,
  sensors: readonly Sensor[],
  now: number,
  silentAfter: number,
): ReadonlyMap<string, SensorState> {
  return new Map(
    sensors.map(({ uid }) => [
      uid,
      stateOf(uid, values, lastSeenOf(lastSeen, uid), silentAfter, now),
    ]),
  );
}
