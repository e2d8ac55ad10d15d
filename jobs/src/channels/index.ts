/** The channels of the jobs. */

import type { Channel as ChannelId } from "@greenhouse/domain/alerts/channels";
import type { Channel, Outside, Service } from "./channel";
import { call } from "./call";
import { email } from "./email";
import { push } from "./push";
import { sms } from "./sms";
import { telegram } from "./telegram";
import { webhook } from "./webhook";

export const CHANNELS: readonly Channel[] = [email, push, webhook, telegram, sms, call];

/** The secrets of the channels, for the function that delivers. */
export const SECRETS = [...new Set(CHANNELS.flatMap(({ secrets }) => secrets))];

const BY_ID = new Map(CHANNELS.map((channel) => [channel.id, channel]));

/** Returns undefined for a channel of another version. */
export function findChannel(id: ChannelId): Channel | undefined {
  return BY_ID.get(id);
}

/** The channels that the deployment uses. */
export type Services = ReadonlyMap<ChannelId, Service>;

/**
 * Opens the channels.
 * @param onFailure takes the error of a channel with wrong parameters. It must not prevent the other channels, nor the
 * watching of farms.
 */
export function openChannels(outside: Outside, onFailure: (error: unknown) => void): Services {
  const services = new Map<ChannelId, Service>();
  for (const channel of CHANNELS) {
    try {
      const service = channel.open(outside);
      if (service !== undefined) services.set(channel.id, service);
    } catch (error) {
      onFailure(error);
    }
  }
  return services;
}
