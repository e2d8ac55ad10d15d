/** Alerts, and the ways to tell people of them, in words. Pure. */

import { en } from "@greenhouse/domain/words/en";
import { createFormat } from "@greenhouse/domain/words/format";
import { sayExtreme, sayOpen } from "@greenhouse/domain/words/sentence";
import type { Alert } from "@greenhouse/domain/alerts/model";
import type { Channel } from "@greenhouse/domain/alerts/people";
import { formatMinute } from "../core/time";

export const CHANNEL_NAMES: Readonly<Record<Channel, string>> = {
  email: "e-mail",
  push: "push",
  webhook: "webhook",
};

/** How to find out why messages do not arrive. */
export const TESTING = "A test message shows the cause: send one on the farm page, under Alerts.";

/** Times as everywhere in the command line. */
const FORMAT = { ...createFormat(en.locale, "UTC", 0), moment: formatMinute };

/** Such as `2.1 °C, below 5 °C`. With plain spaces, for terminals and for who searches in the output. */
export function describeAlert(alert: Alert & { readonly extreme?: number }): string {
  const { extreme, value = extreme } = alert;
  const known = { ...alert, ...(value !== undefined && { value }) };
  const worst = sayExtreme(known, en, FORMAT);
  const said = sayOpen(known, en, FORMAT) + (worst === undefined ? "" : ` (${worst})`);
  return said.replaceAll("\u202f", " ");
}
