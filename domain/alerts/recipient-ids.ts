/** Ids of recipients, and the pattern that the rules use. */

import { MAX_ID_CHARACTERS, MAX_PERSON_CHARACTERS } from "../identity/keys.ts";
import { CHANNEL_IDS, CHANNELS, channelsOf } from "./channels.ts";
import type { ChannelOf, ChannelRow } from "./channels.ts";

/**
 * The recipient of a notification. Its id is a key in `alertOutbox/<farmId>/<messageId>/to` and in
 * `alerts/<farmId>/undelivered`.
 */
export type Recipient =
  | { readonly channel: ChannelOf<"person">; readonly person: string }
  | { readonly channel: ChannelOf<"device">; readonly person: string; readonly device: string }
  | { readonly channel: ChannelOf<"farm"> };

/** The id of a device has no comma. */
const DEVICE = `[^,]{1,${MAX_ID_CHARACTERS}}`;
const PERSON = `.{1,${MAX_PERSON_CHARACTERS}}`;
/** What follows the channel in the id of a recipient. */
const FORMS: Readonly<Record<ChannelRow["of"], string>> = {
  farm: "",
  person: `,(${PERSON})`,
  device: `,(${DEVICE}),(${PERSON})`,
};

export function recipientIdOf(recipient: Recipient): string {
  const { channel } = recipient;
  const device = "device" in recipient ? [recipient.device] : [];
  const person = "person" in recipient ? [recipient.person] : [];
  return [channel, ...device, ...person].join(",");
}

/** Returns undefined if the text is not a recipient's id. */
export function parseRecipientId(id: string): Recipient | undefined {
  const [name = ""] = id.split(",");
  const channel = CHANNEL_IDS.find((candidate) => candidate === name);
  if (channel === undefined) return undefined;
  const { of } = CHANNELS[channel];
  const parts = new RegExp(`^${channel}${FORMS[of]}$`, "su").exec(id)?.slice(1);
  if (parts === undefined) return undefined;
  // The last part is the person. A device is before it.
  const [person, device] = parts.toReversed();
  const recipient = { channel, ...(person && { person }), ...(device && { device }) };
  return recipient as Recipient;
}

export function recipientIdPattern(): string {
  const ofEach = (Object.keys(FORMS) as ChannelRow["of"][]).map(
    (of) => `(${channelsOf(of).join("|")})${FORMS[of]}`,
  );
  return `^(${ofEach.join("|")})$`;
}
