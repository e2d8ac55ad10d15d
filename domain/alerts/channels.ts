/**
 * The channels of notifications, one row each, and the addresses that people confirm with a code. Rules and their tests,
 * settings, recipients, doctor, and the table of channels in docs/alerts.md derive from these tables. The jobs have a file
 * for each channel in `jobs/src/channels/`.
 */

import type { Language } from "../words/languages.ts";

type Names = Readonly<Record<Language, string>>;

export interface ChannelRow {
  /**
   * Who chooses the channel. `person`: a person, with `users/<authUid>/alerts/<channel>` = true. `device`: a person for
   * each device, which is a recipient. `farm`: an owner, with a setting of the farm.
   */
  readonly of: "person" | "device" | "farm";
  /** The confirmed address that the channel needs; absent: none, or one that the account or the farm has. */
  readonly address?: AddressKind;
  /**
   * Present if the page needs a text from the jobs (a bot's name, a public key) in `alertService/<channel>`: its pattern.
   * Absent: `true`.
   */
  readonly offer?: { readonly pattern: string; readonly example: string };
  /** Deliveries a day; absent: as many as there are notifications. */
  readonly maxPerDay?: DailyLimits;
  /** In the middle of a sentence. */
  readonly name: Names;
}

/** A day is a UTC day. */
export interface DailyLimits {
  /** Also for one address, however many people have confirmed it. */
  readonly person: number;
  readonly farm: number;
}

export interface AddressRow {
  /**
   * Source of a regular expression for the stored address, which rules and TypeScript share. It is anchored, every
   * repetition has a bound, and none is inside another. Write `/` as `\/`.
   */
  readonly pattern: string;
  /** Capital letters mean the same, and are stored as small ones, which the pattern requires. */
  readonly ignoresCase?: true;
  /** Pattern of what people type to make an address legible, and that is not stored. Absent: white space. */
  readonly formatting?: string;
  /** Pattern of what an address may hold or lack and still reach the same phone. Limits count both as one. Absent: nothing. */
  readonly redundant?: string;
  /** As people type it. */
  readonly example: string;
  /** The keyboard of a telephone; absent: letters. */
  readonly inputMode?: "tel" | "email" | "numeric";
  /** The value of the HTML attribute, if the browser may fill the address in. */
  readonly autocomplete?: string;
  readonly name: Names;
}

/**
 * Addresses at `users/<authUid>/alerts/addresses/<kind>`. A person confirms each with a code before it is used. A kind is
 * named after what people have, not after a channel, because several channels may reach it.
 */
export const ADDRESSES = {
  phone: {
    // E.164: https://www.itu.int/rec/T-REC-E.164
    pattern: String.raw`^\+[1-9][0-9]{6,14}$`,
    // Some networks ignore the zero of calls within a country: +49 0170… reaches +49 170…
    redundant: String.raw`(?<=^\+[0-9]{1,3})0`,
    formatting: String.raw`\(0\)|[\s\p{Cf}().\/\p{Pd}]`,
    example: "+49 170 1234567",
    inputMode: "tel",
    autocomplete: "tel",
    name: { en: "phone number", de: "Telefonnummer" },
  },
  telegram: {
    // Groups have negative ids.
    pattern: "^-?[1-9][0-9]{0,15}$",
    example: "123456789",
    name: { en: "Telegram chat id", de: "Telegram-Chat-ID" },
  },
} as const satisfies Readonly<Record<string, AddressRow>>;
export type AddressKind = keyof typeof ADDRESSES;

export const CHANNELS = {
  email: { of: "person", name: { en: "e-mail", de: "E-Mail" } },
  push: {
    of: "device",
    offer: { pattern: "^[0-9A-Za-z_-]{87}$", example: "B".repeat(87) },
    name: { en: "push", de: "Push" },
  },
  webhook: { of: "farm", name: { en: "webhook", de: "Webhook" } },
  telegram: {
    of: "person",
    address: "telegram",
    offer: { pattern: "^[0-9A-Za-z_]{5,32}$", example: "greenhouse_bot" },
    name: { en: "Telegram", de: "Telegram" },
  },
  sms: {
    of: "person",
    address: "phone",
    maxPerDay: { person: 20, farm: 100 },
    name: { en: "text message", de: "SMS" },
  },
  call: {
    of: "person",
    address: "phone",
    maxPerDay: { person: 5, farm: 30 },
    name: { en: "call", de: "Anruf" },
  },
} as const satisfies Readonly<Record<string, ChannelRow>>;
export type Channel = keyof typeof CHANNELS;

/** The channels that belong to a person, to a device or to a farm. */
export type ChannelOf<Of extends ChannelRow["of"]> = {
  [Id in Channel]: (typeof CHANNELS)[Id]["of"] extends Of ? Id : never;
}[Channel];

export const CHANNEL_IDS = Object.keys(CHANNELS) as readonly Channel[];

export function channelsOf<const Of extends ChannelRow["of"]>(of: Of): readonly ChannelOf<Of>[] {
  return CHANNEL_IDS.filter(
    (channel) => CHANNELS[channel].of === of,
  ) as unknown as readonly ChannelOf<Of>[];
}

/** Returns the row of a channel, with the fields that only some rows have. */
export function channelRow(channel: Channel): ChannelRow {
  return CHANNELS[channel];
}

export const ADDRESS_KINDS = Object.keys(ADDRESSES) as readonly AddressKind[];

/** Returns the row of a kind of address, with the fields that only some rows have. */
export function addressRow(kind: AddressKind): AddressRow {
  return ADDRESSES[kind];
}

/** Returns the name as a label, with a capital letter first. */
export function channelLabel(channel: Channel, language: Language): string {
  return labelOf(CHANNELS[channel].name, language);
}

/** Returns the name as a label, with a capital letter first. */
export function addressLabel(kind: AddressKind, language: Language): string {
  return labelOf(ADDRESSES[kind].name, language);
}

function labelOf(names: Names, language: Language): string {
  const name = names[language];
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Returns the channels that can reach this kind of address. */
export function channelsTo(kind: AddressKind): readonly Channel[] {
  return CHANNEL_IDS.filter((channel) => channelRow(channel).address === kind);
}

/** Returns a typed address as it is stored; undefined if it is not an address of this kind. */
export function addressOf(kind: AddressKind, typed: string): string | undefined {
  return storedAs(addressRow(kind), typed);
}

/** Returns what limits count an address as. It is not an address. */
export function countedAs(kind: AddressKind, address: string): string {
  const { redundant } = addressRow(kind);
  return redundant === undefined ? address : address.replaceAll(new RegExp(redundant, "gu"), "");
}

/** Returns a typed address as a row demands it; undefined if the row refuses it. */
export function storedAs(
  { pattern, ignoresCase, formatting = String.raw`[\s\p{Cf}]` }: AddressRow,
  typed: string,
): string | undefined {
  const text = typed.replaceAll(new RegExp(formatting, "gu"), "");
  const address = ignoresCase ? text.toLowerCase() : text;
  return new RegExp(pattern, "u").test(address) ? address : undefined;
}
