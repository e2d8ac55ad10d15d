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
  const locale = navigator.languages.find((one) => one.split("-")[0] === language) ?? language;
  return { language, locale, texts: await loadTexts(language) };
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
