/** The state of the deployed jobs. */

import { asText, oneOf, parseFields } from "../stored.ts";
import type { Reader } from "../stored.ts";
import { channelRow, channelsOf } from "./channels.ts";
import type { ChannelOf, CHANNELS } from "./channels.ts";
import { parseJobRuns } from "./job-runs.ts";
import type { JobRuns } from "./job-runs.ts";

/** The channels that the jobs may offer. A channel of the farm needs nothing of the deployment. */
export type OfferedChannel = ChannelOf<"person" | "device">;
type Offers = {
  readonly [Id in OfferedChannel]?: (typeof CHANNELS)[Id] extends { readonly offer: object }
    ? string
    : true;
};

/** `alertService`: the channels of the deployed jobs, and their last runs. Absent if the jobs are not deployed. */
export type AlertService = Offers & JobRuns;

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

/** Returns undefined if the jobs are not deployed. @param stored `alertService` */
export function parseAlertService(stored: unknown): AlertService | undefined {
  const runs = parseJobRuns(stored);
  return runs && { ...runs, ...(parseFields(stored, OFFERS) as Offers) };
}
