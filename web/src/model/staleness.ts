/** How old a value may be before the page greys it, and before it calls its sensor silent. */

const MINUTE = 60_000;

/** Unknown interval: a board that reports every quarter of an hour is nothing unusual. */
const ASSUMED_INTERVAL = 10 * MINUTE;
const OLD_AFTER = { intervals: 2.5, atLeast: 5 * MINUTE };
const SILENT_AFTER = { intervals: 5, atLeast: 15 * MINUTE };

/** `pending` while too little was read to tell. */
export type Freshness = "fresh" | "old" | "silent" | "never" | "pending";

/**
 * @param at of the newest reading, in Unix milliseconds
 * @param interval the sensor's usual one, in milliseconds
 */
export function freshnessOf(
  at: number | undefined,
  interval: number | undefined,
  now: number,
): Freshness {
  if (at === undefined) return "never";
  const age = now - at;
  const isOver = ({ intervals, atLeast }: typeof OLD_AFTER): boolean =>
    age > Math.max(atLeast, intervals * (interval ?? ASSUMED_INTERVAL));
  if (isOver(SILENT_AFTER)) return "silent";
  return isOver(OLD_AFTER) ? "old" : "fresh";
}
