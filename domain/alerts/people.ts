/** How people are notified: their channels, languages and devices, and the time until they are notified. */

import type { Language } from "../words/languages.ts";
import type { AddressKind, Channel, ChannelOf } from "./channels.ts";
import type { QuietHours } from "./quiet.ts";

/** How many minutes an alert may stand unacknowledged before a person is notified of it. */
export const AFTER_MINUTES = [0, 5, 15, 30] as const;
export type AfterMinutes = (typeof AFTER_MINUTES)[number];

/** `users/<authUid>/alerts`: how a person is notified of a farm's alerts. */
export interface Personal {
  /** The person's channels that are switched on. A channel whose address is not confirmed is not among them. */
  readonly channels: ReadonlySet<ChannelOf<"person">>;
  /** Confirmed addresses. */
  readonly addresses: Readonly<Partial<Record<AddressKind, string>>>;
  /** 32 hexadecimal digits. Anybody who knows them may switch e-mail off. */
  readonly token: string | undefined;
  readonly language: Language | undefined;
  /** Devices that get push messages, by id. */
  readonly devices: ReadonlyMap<string, PushSubscription>;
  /** Undefined if the person wants no notifications from the farm. */
  readonly afterMinutes: AfterMinutes | undefined;
  /** When the person chose `afterMinutes`, if known. Earlier alerts may have used an earlier choice. */
  readonly since?: number;
  /** The minutes of channels that are not used after `afterMinutes`, but later or sooner. */
  readonly steps: Readonly<Partial<Record<Channel, AfterMinutes>>>;
  readonly quiet?: QuietHours;
}

/** Returns after how many minutes a channel is used. */
export function afterOf({ afterMinutes = 0, steps }: Personal, channel: Channel): AfterMinutes {
  return steps[channel] ?? afterMinutes;
}

/** As the browser's PushSubscription gives it. */
export interface PushSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

/** Maximum length of the text that says why a notification was not delivered. */
export const MAX_PROBLEM_CHARACTERS = 300;

/** `alertTests/<authUid>/<channel>`: a person asks for a test message, and the next run of the jobs answers. */
export interface AlertTest {
  readonly farmId: string;
  readonly askedAt: number;
  readonly doneAt?: number;
  /** Why the message could not be delivered. */
  readonly problem?: string;
}
