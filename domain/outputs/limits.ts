/** Bounds of outputs, orders and reports. The rules enforce most of them, too. */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time.ts";
import type { Output, OutputKind } from "./model.ts";

export const MAX_VALUE: Readonly<Record<OutputKind, number>> = { switch: 1, level: 100 };

/** Names are keys of the database, of JSON, and of a board's own storage. */
export const OUTPUT_NAME = "^[a-z][0-9a-z_-]{0,14}$";
/** Each output takes one place of its board. So the rules can limit the number of outputs: they cannot count. */
export const OUTPUT_PLACES: readonly string[] = Array.from("abcdefgh");
export const MAX_OUTPUTS = OUTPUT_PLACES.length;

export const LEASE_SECONDS = { min: 60, max: 3_600 } as const;
/** The farms are checked once a minute. With a shorter lease, a plan of the kind "hold" would go off between two checks. */
export const MIN_HOLD_LEASE_SECONDS = 180;
/** How long an output may be on in a day. */
export const MAX_ON_SECONDS = { min: 1, max: DAY_MS / 1_000 } as const;

/**
 * Returns the number of the day for which a daily limit counts. Boards know no time zone, so their days are days in UTC.
 * @param ms Unix milliseconds
 */
export function limitDayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Returns when the daily limits start over, in Unix milliseconds. */
export function limitsRestartAtMs(nowMs: number): number {
  return (limitDayOf(nowMs) + 1) * DAY_MS;
}

/** How long an output stays on after somebody switched it on at the board. */
export const MAX_LOCAL_MS = HOUR_MS;
/** How long an output stays on by its fallback after the board's program has last asked for it. */
export const MAX_FALLBACK_MS = 5 * MINUTE_MS;
/** How long a person's "off" keeps plans off; ordered or set at the board, also the board's fallback. */
export const OFF_HOLDS_MS = HOUR_MS;
/** Longer durations in a report are implausible and are ignored. */
export const MAX_AGO_MS = 30 * DAY_MS;
/** How far ahead an order may end. */
export const MAX_ORDER_MS = DAY_MS;
/** How late an order to switch on may be stored. Later, the person may no longer want it. */
export const MAX_ORDER_DELAY_MS = MINUTE_MS;
/** The first version follows from the time (`nextVersion`), so a board's report never comes near this. */
export const MAX_VERSION = 1e12;

/** Minimum number of requests of a board in a lease. Two may be lost before an output goes off. */
export const MIN_REQUESTS_PER_LEASE = 3;

/** Returns the longest time between two requests of a board with this output, in milliseconds. */
export function maxRequestIntervalMs({ leaseSeconds }: Pick<Output, "leaseSeconds">): number {
  return (leaseSeconds * 1_000) / MIN_REQUESTS_PER_LEASE;
}

/** Returns how much of a lease is left when a plan of the kind "hold" renews its order, in milliseconds. */
export function renewalLeftMs({ leaseSeconds }: Pick<Output, "leaseSeconds">): number {
  // The farms are checked once a minute.
  return Math.max((leaseSeconds * 1_000) / 2, 2 * MINUTE_MS);
}

/** Returns the shortest time between two renewals, in milliseconds. */
export function minRenewalMs(defined: Pick<Output, "leaseSeconds">): number {
  return Math.max(0, defined.leaseSeconds * 1_000 - renewalLeftMs(defined));
}

const NAME = new RegExp(OUTPUT_NAME);

export function isOutputName(text: string): boolean {
  return NAME.test(text);
}
