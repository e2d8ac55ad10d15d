/** The last hour of a quantity: up to four values from the history of one sensor. A fault is a gap. */

import { MAX_HISTORY_PAGE } from "@greenhouse/database/client/pages";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { MINUTES_BEFORE, type NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import { quantitiesOf, type Measured } from "@greenhouse/domain/alerts/condition";
import { MEASUREMENTS, partsOf, type Quantity } from "@greenhouse/domain/quantities/measurements";
import { firstKeyAt, lastKeyAt } from "@greenhouse/domain/identity/push-key";
import { entriesOf, fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import type { Database } from "../database";
import { remember } from "../remember";

/** How far a reading may be from the minute for which its value is shown. */
const MAX_DISTANCE_MS = 10 * MINUTE_MS;

type About = Pick<NotifiedTransition, "uid" | "greenhouse" | "measurement">;

/**
 * Reads the history of a greenhouse once, for any number of its sensors.
 * @param now Unix milliseconds
 */
export function createLastHours(
  database: Database,
  now: number,
): (about: About) => Promise<NotifiedTransition["hour"]> {
  const [from, to] = [
    firstKeyAt(now - 60 * MINUTE_MS - MAX_DISTANCE_MS),
    lastKeyAt(now + MAX_DISTANCE_MS),
  ];
  const readHistory = remember((path) => database.getLast(path, from, to, MAX_HISTORY_PAGE));
  return async ({ uid, greenhouse, measurement }) => {
    if (measurement === undefined) return undefined;
    const history = `sensors/${greenhouse}/history`;
    const [signed, keyed] = await Promise.all([history, `${history}/${uid}`].map(readHistory));
    return valuesOfHour({ uid, measurement }, signed, keyed, now);
  };
}

/** @param signed entries of all sensors @param keyed the sensor's entries from readings with the key in the body */
function valuesOfHour(
  { uid, measurement }: { readonly uid: string; readonly measurement: Quantity },
  signed: unknown,
  keyed: unknown,
  now: number,
): NotifiedTransition["hour"] {
  const entries = [
    ...entriesOf(signed).filter(([, entry]) => textOf(entry, "uid") === uid),
    ...entriesOf(keyed),
  ];
  const points = entries.flatMap(([, entry]) => {
    const at = numberOf(entry, "updatedAt");
    const wasSent = partsOf(measurement).every((part) => numberOf(entry, part) !== undefined);
    return at === undefined || !wasSent ? [] : [{ at, value: valueIn(entry, measurement) }];
  });
  const hour = MINUTES_BEFORE.flatMap((minutes) => {
    const value = valueAt(points, now, Number(minutes));
    return value === undefined ? [] : [[minutes, value] as const];
  });
  return hour.length === 0 ? undefined : Object.fromEntries(hour);
}

/** `value` is undefined for a fault. */
interface Point {
  readonly at: number;
  readonly value: number | undefined;
}

/**
 * Returns the value that was sent nearest to that minute. For 0 minutes it returns the newest value.
 */
function valueAt(points: readonly Point[], now: number, minutes: number): number | undefined {
  const wanted = now - minutes * MINUTE_MS;
  const near = points.filter(({ at }) => Math.abs(at - wanted) <= MAX_DISTANCE_MS);
  const distance = ({ at }: Point): number => (minutes === 0 ? -at : Math.abs(at - wanted));
  return near.toSorted((a, b) => distance(a) - distance(b))[0]?.value;
}

/** @returns undefined for a fault */
function valueIn(entry: unknown, quantity: Quantity): number | undefined {
  const measured = MEASUREMENTS.flatMap((name) => {
    const value = numberOf(entry, name);
    return value === undefined ? [] : [[name, { value, at: 0, isStale: false }] as const];
  });
  const values: Readonly<Record<string, Measured>> = Object.fromEntries(measured);
  return fieldOf(quantitiesOf({ values, isOneReading: true }), quantity) as number | undefined;
}
