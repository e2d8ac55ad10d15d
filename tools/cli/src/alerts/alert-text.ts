/** Describes alerts and channels in words. Pure. */

import { en } from "@greenhouse/domain/words/en";
import { createFormat } from "@greenhouse/domain/words/format";
import { sayExtreme, sayOpen } from "@greenhouse/domain/words/sentence";
import type { Alert } from "@greenhouse/domain/alerts/model";
import { CHANNELS, type Channel } from "@greenhouse/domain/alerts/channels";
import { formatMinute } from "../core/time";

export function channelName(channel: Channel): string {
  return CHANNELS[channel].name.en;
}

/** Says how to find out why messages do not arrive. */
export const TESTING = "A test message shows the cause: send one on the farm page, under Alerts.";

/** Formats times like the rest of the command line. */
const FORMAT = { ...createFormat(en.locale, "UTC", 0), moment: formatMinute };

/**
 * Returns a text such as `2.1 °C, below 5 °C`, with plain spaces, so that it can be searched in a
 * terminal.
 */
export function describeAlert(alert: Alert & { readonly extreme?: number }): string {
  const { extreme, value = extreme } = alert;
  const fact = { ...alert, ...(value !== undefined && { value }) };
  const worst = sayExtreme(fact, en, FORMAT);
  const text = sayOpen(fact, en, FORMAT) + (worst === undefined ? "" : ` (${worst})`);
  return text.replaceAll("\u202f", " ");
}
