/** The state of the deployed jobs. */

import { MINUTE_MS } from "../time.ts";
import { asNumber, asText, oneOf, parseFields, parseRecord } from "../stored.ts";
import type { Reader } from "../stored.ts";
import { channelRow, channelsOf } from "./channels.ts";
import type { ChannelOf, CHANNELS } from "./channels.ts";

/** The channels that the jobs may offer. A channel of the farm needs nothing of the deployment. */
export type OfferedChannel = ChannelOf<"person" | "device">;
type Offers = {
  readonly [Id in OfferedChannel]?: (typeof CHANNELS)[Id] extends { readonly offer: object }
    ? string
    : true;
};

/** `alertService`: the channels of the deployed jobs, and their last runs. Absent if the jobs are not deployed. */
export interface AlertService extends Offers {
  /** Time of the last checks, in Unix milliseconds. */
  readonly lookedAt: number;
  /** When readings were last folded, in Unix milliseconds. */
  readonly foldedAt?: number;
}

export const OFFERED_CHANNELS: readonly OfferedChannel[] = [
  ...channelsOf("person"),
  ...channelsOf("device"),
];

const OFFERS = Object.fromEntries(
  OFFERED_CHANNELS.map((channel): readonly [string, Reader<string | true>] => {
    const hasText = channelRow(channel).offer !== undefined;
    return [channel, hasText ? asText : oneOf([true])];
  }),
);

/** Farms are checked every minute. If the newest check is older than this, the jobs do not run. */
export const MAX_CHECK_AGE_MS = 3 * MINUTE_MS;

/** Returns undefined if the jobs are not deployed. @param stored `alertService` */
export function parseAlertService(stored: unknown): AlertService | undefined {
  const service = parseRecord(stored, { lookedAt: asNumber }, { foldedAt: asNumber });
  return service && { ...service, ...(parseFields(stored, OFFERS) as Offers) };
}

/** Whether the farms are no longer checked. */
export function isStopped({ lookedAt }: AlertService, now: number): boolean {
  return now - lookedAt > MAX_CHECK_AGE_MS;
}
