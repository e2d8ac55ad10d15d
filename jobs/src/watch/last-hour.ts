/** The last hour of a quantity: up to four values from the history of one sensor. A fault or an excluded value is a gap. */

import { MAX_HISTORY_PAGE } from "@greenhouse/database/client/pages";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { MINUTES_BEFORE, type NotifiedTransition } from "@greenhouse/domain/alerts/outbox";
import { parseHistoryEntry, type HistoryEntry } from "@greenhouse/domain/history/history-sources";
import { partsOf, type Quantity } from "@greenhouse/domain/quantities/measurements";
import { firstKeyAt, lastKeyAt } from "@greenhouse/domain/identity/push-key";
import { countedIn } from "@greenhouse/domain/rollups/folding";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Database } from "../database";
import { remember } from "../remember";
import type { FarmSituation } from "./read-farm";

/** How far a reading may be from the minute for which its value is shown. */
const MAX_DISTANCE_MS = 10 * MINUTE_MS;

type About = Pick<NotifiedTransition, "uid" | "greenhouse" | "measurement">;

/**
 * Reads the history of a greenhouse once, for any number of its sensors.
 * @param greenhouses the greenhouses of the farm, by id
 * @param now Unix milliseconds
 */
export function createLastHours(
  database: Pick<Database, "getLast">,
  greenhouses: FarmSituation["greenhouses"],
  now: number,
): (about: About) => Promise<NotifiedTransition["hour"]> {
  const [from, to] = [
    firstKeyAt(now - 60 * MINUTE_MS - MAX_DISTANCE_MS),
    lastKeyAt(now + MAX_DISTANCE_MS),
  ];
  const readHistory = remember((path) => database.getLast(path, from, to, MAX_HISTORY_PAGE));
  return async ({ uid, greenhouse, measurement }) => {
    const corrections = greenhouses.get(greenhouse)?.corrections;
    if (measurement === undefined || corrections === undefined) return undefined;
    const history = `sensors/${greenhouse}/history`;
    const [signed, keyed] = await Promise.all([history, `${history}/${uid}`].map(readHistory));
    const parse = (own: string | undefined, stored: unknown): readonly HistoryEntry[] => {
      const entry = parseHistoryEntry({ uid: own }, stored, corrections);
      return entry?.uid === uid ? [entry] : [];
    };
    const entries = [
      ...entriesOf(signed).flatMap(([, stored]) => parse(undefined, stored)),
      ...entriesOf(keyed).flatMap(([, stored]) => parse(uid, stored)),
    ];
    return valuesOfHour(entries, measurement, now);
  };
}

function valuesOfHour(
  entries: readonly HistoryEntry[],
  measurement: Quantity,
  now: number,
): NotifiedTransition["hour"] {
  const points = entries.flatMap(({ sent, measurements, updatedAt: at }) => {
    const wasSent = partsOf(measurement).every((part) => sent[part] !== undefined);
    return wasSent ? [{ at, value: new Map(countedIn(measurements)).get(measurement) }] : [];
  });
  const hour = MINUTES_BEFORE.flatMap((minutes) => {
    const value = valueAt(points, now, Number(minutes));
    return value === undefined ? [] : [[minutes, value] as const];
  });
  return hour.length === 0 ? undefined : Object.fromEntries(hour);
}

/** `value` is undefined for a fault, and for a value that does not count. */
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
