/** Writes a notification as a text message of at most two segments: the headline and the link. */

import { Describer } from "./describe";
import { headlineOf } from "./headline";
import { clip, type Language, type Notification } from "./notification";

/**
 * Characters of the 7-bit alphabet of GSM, and those that take two places. Other characters make a message UCS-2.
 * Source: 3GPP TS 23.038, section 6.2.1
 */
const ONE_PLACE =
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà";
const TWO_PLACES = "^{}\\[~]|€";
/** Two segments. Each has a header, so that phones join them. Source: https://www.twilio.com/docs/glossary/what-sms-character-limit */
const MAX_GSM_PLACES = 2 * 153;
const MAX_UCS2_UNITS = 2 * 67;
/** A shorter headline would not say what happens. */
const MIN_HEADLINE = 60;

/** Characters outside of GSM's alphabet that have a substitute in it. */
const SUBSTITUTES: Readonly<Record<string, string>> = {
  "\u00a0": " ",
  "\u202f": " ",
  "°": "",
  "–": "-",
  "—": "-",
  "−": "-",
  "…": "...",
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "₂": "2",
  "²": "2",
  µ: "u",
  "·": "-",
};

export function writeSms(notification: Notification, language: Language): string {
  const describer = new Describer(notification, language);
  const headline = headlineOf(describer);
  const plain = toGsm(headline);
  const isGsm = placesOf(plain) !== undefined;
  const limit = isGsm ? MAX_GSM_PLACES : MAX_UCS2_UNITS;
  const sizeOf = (text: string): number => (isGsm ? placesOf(text) : undefined) ?? text.length;
  const farmUrl = describer.urlOf(undefined);
  const urls = [describer.urlOf(describer.linked), farmUrl, notification.pageUrl];
  const room = (url: string): number => limit - sizeOf(url) - 1;
  const url = urls.find((candidate) => room(candidate) >= MIN_HEADLINE) ?? notification.pageUrl;
  return `${shorten(isGsm ? plain : headline, (text) => sizeOf(text) <= room(url), isGsm)}\n${url}`;
}

/** Returns how many places of 7 bits a text needs; undefined if GSM's alphabet lacks a character. */
export function placesOf(text: string): number | undefined {
  let places = 0;
  for (const character of text) {
    if (ONE_PLACE.includes(character)) places += 1;
    else if (TWO_PLACES.includes(character)) places += 2;
    else return undefined;
  }
  return places;
}

/** Replaces characters by similar ones of GSM's alphabet where there are any: "1.2 °C" becomes "1.2 C". */
function toGsm(text: string): string {
  const plain = (character: string): string => {
    if (ONE_PLACE.includes(character) || TWO_PLACES.includes(character)) return character;
    return SUBSTITUTES[character] ?? character.normalize("NFD").replaceAll(/\p{M}/gu, "");
  };
  return text.normalize("NFC").replaceAll(/./gsu, plain);
}

/** Cuts a text until it fits. A character as readers see it is kept whole. */
function shorten(text: string, fits: (text: string) => boolean, isGsm: boolean): string {
  let short = text;
  for (let length = text.length; !fits(short) && length > 0; length -= 1) {
    const cut = clip(text, length);
    short = isGsm ? cut.replace("…", "...") : cut;
  }
  return short;
}
