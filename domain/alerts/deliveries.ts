/** Records that limit deliveries: counts of a UTC day, and calls that wait for an answer. */

import { HOUR_MS } from "../time.ts";
import { asText, asTime, fields, parseRecord } from "../stored.ts";
import { channelRow } from "./channels.ts";
import type { Channel } from "./channels.ts";

/** The database adds to the stored number. Source: https://firebase.google.com/docs/reference/rest/database#section-server-values */
const add = (number: 1 | -1): object => ({ ".sv": { increment: number } });

/** Patterns of the keys of a day, and of an address, which is a hash. */
export const COUNTED_DAY = "^[0-9]{8}$";
export const ADDRESS_HASH = "^[0-9a-f]{64}$";

/** How long a call waits for its answer at most. */
export const MAX_CALL_MS = HOUR_MS;

/** `alertCalls/<callId>`: a call that the person can answer. Times are Unix milliseconds. */
export interface AlertCall {
  readonly farmId: string;
  readonly person: string;
  readonly at: number;
  readonly until: number;
}

/** @param stored `alertCalls/<callId>` */
export function parseAlertCall(stored: unknown): AlertCall | undefined {
  return parseRecord(stored, {
    ...fields(asText, "farmId", "person"),
    ...fields(asTime, "at", "until"),
  });
}

/** Returns the path of the counts of a UTC day. @param at Unix milliseconds */
export function countsPath(at: number): string {
  return `deliveryCounts/${countedDayOf(at)}`;
}

/** Returns the key of a UTC day: YYYYMMDD. @param at Unix milliseconds */
export function countedDayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10).replaceAll("-", "");
}

export interface CountedDelivery {
  readonly channel: Channel;
  readonly person: string;
  /** The hash of the address, which several people may have confirmed. */
  readonly address: string;
  readonly farmId: string;
  /** Deliveries of the whole deployment in a day; absent: no limit. */
  readonly budget?: number | undefined;
  /** Unix milliseconds. */
  readonly at: number;
}

/**
 * Returns the update that counts a delivery; empty if the channel has no limits.
 * @param number -1: nothing was sent, so the count is given back
 */
export function countDelivery(
  { channel, person, address, farmId, budget, at }: CountedDelivery,
  number: 1 | -1 = 1,
): Readonly<Record<string, unknown>> {
  const { maxPerDay } = channelRow(channel);
  if (maxPerDay === undefined) return {};
  const path = `${countsPath(at)}/${channel}`;
  return {
    ...(budget !== undefined && {
      [`${path}/budget`]: budget,
      [`${path}/total`]: add(number),
    }),
    [`${path}/persons/${person}`]: add(number),
    [`${path}/addresses/${address}`]: add(number),
    [`${path}/farms/${farmId}`]: add(number),
  };
}

/** Returns the update that counts a code. @param hash of the address @param at Unix milliseconds */
export function countCode(hash: string, at: number): Readonly<Record<string, unknown>> {
  return { [`${countsPath(at)}/addresses/${hash}`]: add(1) };
}
