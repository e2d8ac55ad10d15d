/** Writes the messages with the code that confirms an address. */

import type { Language } from "./notification";
import { SPOKEN } from "./spoken-words";
import { say } from "./twiml";

const TEXT: Readonly<Record<Language, (code: string) => string>> = {
  en: (code) =>
    `${code} is your code for greenhouse alerts. Enter it on the farm's page. If you did not ask for it, do nothing.`,
  de: (code) =>
    `${code} ist Ihr Code für Gewächshaus-Alarme. Geben Sie ihn auf der Seite des Betriebs ein. Haben Sie ihn nicht angefordert, tun Sie nichts.`,
};

/** Returns one segment of a text message. */
export function writeCode(code: string, language: Language): string {
  return TEXT[language](code);
}

/** Returns TwiML that says the code twice, digit by digit. */
export function sayCode(code: string, language: Language): string {
  const text = SPOKEN[language].code(code.split("").join(", "));
  return say([text, text], language);
}
