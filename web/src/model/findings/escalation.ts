/** When each channel notifies a person, in words. */

import { CHANNEL_IDS, CHANNELS, channelsOf } from "@greenhouse/domain/alerts/channels";
import type { Channel } from "@greenhouse/domain/alerts/channels";
import { AFTER_MINUTES, afterOf } from "@greenhouse/domain/alerts/people";
import type { AfterMinutes, Personal } from "@greenhouse/domain/alerts/people";
import type { AlertService } from "@greenhouse/domain/alerts/service";
import type { Language } from "@greenhouse/domain/words/languages";

/** Returns the channels that notify a person: switched on, and offered by the jobs. */
export function usedChannels(
  { channels, devices }: Pick<Personal, "channels" | "devices">,
  service: AlertService,
): readonly Channel[] {
  const on: readonly Channel[] = [...channels, ...(devices.size > 0 ? channelsOf("device") : [])];
  return CHANNEL_IDS.filter((channel) => on.includes(channel) && Object.hasOwn(service, channel));
}

interface Reader {
  readonly language: Language;
  /** For lists, such as "en-GB". */
  readonly locale: string;
}

export interface EscalationTexts {
  readonly now: string;
  readonly later: (minutes: number) => string;
}

/** Returns for example "At once: push. After 15 min: e-mail and call." */
export function sayEscalation(
  personal: Personal,
  used: readonly Channel[],
  { now, later }: EscalationTexts,
  { language, locale }: Reader,
): string {
  const list = new Intl.ListFormat(locale);
  const textOf = (minutes: AfterMinutes): string => (minutes === 0 ? now : later(minutes));
  return AFTER_MINUTES.flatMap((minutes) => {
    const channels = used.filter((channel) => afterOf(personal, channel) === minutes);
    if (channels.length === 0) return [];
    const names = channels.map((channel) => CHANNELS[channel].name[language]);
    return [`${textOf(minutes)}: ${list.format(names)}.`];
  }).join(" ");
}
