/** How a quantity went in the last hour, in four numbers, from the history of one sensor. */

import type { NewsFact } from "../../../domain/src/alerts";
import { quantitiesOf, type Measured } from "../../../domain/src/attention";
import { MEASUREMENTS, type Quantity } from "../../../domain/src/measurements";
import { firstKeyAt, lastKeyAt } from "../../../domain/src/push-key";
import type { Database } from "../database";
import { entriesOf, fieldOf, numberOf, textOf } from "../../../domain/src/stored";

const MINUTE = 60_000;
const MINUTES_BEFORE = ["60", "40", "20", "0"] as const;
/** How far a reading may be from the minute that it stands for. */
const AWAY_MS = 10 * MINUTE;
/** The rules allow no more at once. */
const MAX_ENTRIES = 2_000;

/** @param now Unix milliseconds */
export async function readLastHour(
  database: Database,
  { uid, greenhouse, measurement }: Pick<NewsFact, "uid" | "greenhouse" | "measurement">,
  now: number,
): Promise<NewsFact["hour"]> {
  if (measurement === undefined) return undefined;
  const [from, to] = [firstKeyAt(now - 60 * MINUTE - AWAY_MS), lastKeyAt(now + AWAY_MS)];
  const history = `sensors/${greenhouse}/history`;
  const [signed, keyed] = await Promise.all(
    [history, `${history}/${uid}`].map((path) => database.getLast(path, from, to, MAX_ENTRIES)),
  );
  const entries = [
    ...entriesOf(signed).filter(([, entry]) => textOf(entry, "uid") === uid),
    ...entriesOf(keyed),
  ];
  const points = entries.flatMap(([, entry]) => {
    const at = numberOf(entry, "updatedAt");
    const value = quantityOf(entry, measurement);
    return at === undefined || value === undefined ? [] : [{ at, value }];
  });
  const hour = MINUTES_BEFORE.flatMap((minutes) => {
    const wanted = now - Number(minutes) * MINUTE;
    const distance = ({ at }: { readonly at: number }): number => Math.abs(at - wanted);
    const [nearest] = points.toSorted((a, b) => distance(a) - distance(b));
    const isNear = nearest !== undefined && distance(nearest) <= AWAY_MS;
    return isNear ? [[minutes, nearest.value] as const] : [];
  });
  return hour.length === 0 ? undefined : Object.fromEntries(hour);
}

function quantityOf(entry: unknown, quantity: Quantity): number | undefined {
  const measured = MEASUREMENTS.flatMap((name) => {
    const value = numberOf(entry, name);
    return value === undefined ? [] : [[name, { value, at: 0, isStale: false }] as const];
  });
  const values: Readonly<Record<string, Measured>> = Object.fromEntries(measured);
  return fieldOf(quantitiesOf({ values }), quantity) as number | undefined;
}
