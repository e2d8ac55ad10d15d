/** The sender of each channel. */

import { CHANNEL_IDS, type Channel } from "@greenhouse/domain/alerts/channels";
import type { ChannelSender, Outside, Service } from "./channel";
import { call } from "./call";
import { email } from "./email";
import { push } from "./push";
import { sms } from "./sms";
import { telegram } from "./telegram";
import { webhook } from "./webhook";

export const CHANNEL_SENDERS: Readonly<Record<Channel, ChannelSender>> = {
  email,
  push,
  webhook,
  telegram,
  sms,
  call,
};

/** The secrets of the channels, for the function that delivers. */
export const SECRETS = [
  ...new Set(Object.values(CHANNEL_SENDERS).flatMap(({ secrets }) => secrets)),
];

/** The channels that the deployment uses. */
export type Services = ReadonlyMap<Channel, Service>;

/**
 * Opens the channels.
 * @param onFailure takes the error of a channel with wrong parameters. It must not prevent the other channels, nor the
 * watching of farms.
 */
export function openChannels(outside: Outside, onFailure: (error: unknown) => void): Services {
  const services = new Map<Channel, Service>();
  for (const channel of CHANNEL_IDS) {
    try {
      const service = CHANNEL_SENDERS[channel].open(outside);
      if (service !== undefined) services.set(channel, service);
    } catch (error) {
      onFailure(error);
    }
  }
  return services;
}
