/** Chooses the page's language and locale, and fetches its texts. */

import { en } from "./en";
import type { Texts } from "./en";

export const LANGUAGES = { en: "English", de: "Deutsch" } as const;
export type Language = keyof typeof LANGUAGES;

const STORED = "language";

export interface Speech {
  readonly language: Language;
  /** For numbers and dates: the reader's own where it is of the page's language. */
  readonly locale: string;
  readonly texts: Texts;
}

export function isLanguage(text: string | null): text is Language {
  return text !== null && Object.hasOwn(LANGUAGES, text);
}

/** @param wanted by the browser, the dearest first */
export function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  const languages = wanted.map((locale) => locale.split("-")[0] ?? "");
  return languages.find(isLanguage) ?? "en";
}

export async function loadSpeech(): Promise<Speech> {
  const language = chooseLanguage(localStorage.getItem(STORED), navigator.languages);
  const locale = chooseLocale(language, navigator.languages);
  return { language, locale, texts: await loadTexts(language) };
}

/** How numbers and dates are written: as the browser wishes where it names a place for this language. */
export function chooseLocale(language: Language, wanted: readonly string[]): string {
  return wanted.find((one) => one.split("-")[0] === language && isLocale(one)) ?? language;
}

/** Browsers pass on what their system calls its language, such as en-US@posix. */
export function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(STORED, language);
}

async function loadTexts(language: Language): Promise<Texts> {
  switch (language) {
    case "en":
      return en;
    case "de":
      return (await import("./de")).de;
  }
}
