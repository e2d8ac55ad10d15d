/** The table of channels in docs/alerts.md. */

import {
  ADDRESSES,
  CHANNEL_IDS,
  channelLabel,
  channelRow,
} from "../../../domain/alerts/channels.ts";
import { markdownTable } from "./markdown.ts";

const HEAD = ["channel", "goes to", "a person a day", "a farm a day"] as const;
const RECEIVERS = {
  person: "the confirmed e-mail address of the account",
  device: "each device where it is switched on",
  farm: "the farm's address",
} as const;
const UNLIMITED = "no limit";

export function channelTable(): string {
  const rows = CHANNEL_IDS.map((channel) => {
    const { of, address, maxPerDay } = channelRow(channel);
    const receiver =
      address === undefined
        ? RECEIVERS[of]
        : `the person's confirmed ${ADDRESSES[address].name.en}`;
    const limits = [maxPerDay?.person, maxPerDay?.farm].map((max) => String(max ?? UNLIMITED));
    return [channelLabel(channel, "en"), receiver, ...limits];
  });
  return markdownTable(HEAD, rows);
}
