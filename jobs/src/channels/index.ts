/** The channels of the jobs. */

import type { Channel } from "@greenhouse/domain/alerts/channels";
import type { ChannelSender, Outside, Service } from "./channel";
import { call } from "./call";
import { email } from "./email";
import { push } from "./push";
import { sms } from "./sms";
import { telegram } from "./telegram";
import { webhook } from "./webhook";

export const CHANNEL_SENDERS: readonly ChannelSender[] = [
  email,
  push,
  webhook,
  telegram,
  sms,
  call,
];

/** The secrets of the channels, for the function that delivers. */
export const SECRETS = [...new Set(CHANNEL_SENDERS.flatMap(({ secrets }) => secrets))];

const BY_ID = new Map(CHANNEL_SENDERS.map((channel) => [channel.id, channel]));

/** Returns undefined for a channel of another version. */
export function findChannel(id: Channel): ChannelSender | undefined {
  return BY_ID.get(id);
}

/** The channels that the deployment uses. */
export type Services = ReadonlyMap<Channel, Service>;

/**
 * Opens the channels.
 * @param onFailure takes the error of a channel with wrong parameters. It must not prevent the other channels, nor the
 * watching of farms.
 */
export function openChannels(outside: Outside, onFailure: (error: unknown) => void): Services {
  const services = new Map<Channel, Service>();
  for (const channel of CHANNEL_SENDERS) {
    try {
      const service = channel.open(outside);
      if (service !== undefined) services.set(channel.id, service);
    } catch (error) {
      onFailure(error);
    }
  }
  return services;
}
