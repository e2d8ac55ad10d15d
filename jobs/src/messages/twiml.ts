/**
 * Writes TwiML, with which the provider of calls speaks and listens. A call's own TwiML may have 4,000 characters.
 * Sources: https://www.twilio.com/docs/voice/twiml/gather, https://www.twilio.com/docs/voice/twiml/say and, for the
 * length, https://www.twilio.com/docs/api/errors/32018
 */

import type { Language } from "./notification";
import { SPOKEN } from "./spoken-words";

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>';
const PAUSE = '<Pause length="1"/>';
const WAIT_SECONDS = 8;

/** Returns TwiML that says each text, with a pause between them, and ends the call. */
export function say(texts: readonly string[], language: Language): string {
  return respond(`${sayAll(texts, language)}<Hangup/>`);
}

/**
 * Returns TwiML that says each text and sends the next digit to a URL. Without a digit it sends nothing to the same URL.
 * @param action an absolute URL
 */
export function ask(texts: readonly string[], language: Language, action: string): string {
  const attributes = {
    input: "dtmf",
    numDigits: "1",
    timeout: String(WAIT_SECONDS),
    actionOnEmptyResult: "true",
    method: "POST",
    action: escapeXml(action),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
  return respond(`<Gather ${written.join(" ")}>${sayAll(texts, language)}</Gather>`);
}

function sayAll(texts: readonly string[], language: Language): string {
  const { voice } = SPOKEN[language];
  return texts.map((text) => `<Say language="${voice}">${escapeXml(text)}</Say>`).join(PAUSE);
}

function respond(verbs: string): string {
  return `${HEAD}<Response>${verbs}</Response>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"]/gu, (character) => ENTITIES[character] ?? "");
}
