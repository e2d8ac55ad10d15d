/** Chooses the page's language and locale. */

import { isLanguage } from "@greenhouse/domain/words/languages";
import type { Language } from "@greenhouse/domain/words/languages";
import { readLocal, writeLocal } from "../data/connection/local";
import { de } from "./de/page";
import { en } from "./en/page";
import type { Texts } from "./en/page";

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", de: "Deutsch" };

const STORED = "language";

export interface Translation {
  readonly language: Language;
  /** For numbers and dates: the browser's own locale if it has the page's language. */
  readonly locale: string;
  readonly texts: Texts;
}

/** @param wanted by the browser, the preferred language first */
function chooseLanguage(stored: string | null, wanted: readonly string[]): Language {
  if (isLanguage(stored)) return stored;
  const languages = wanted.map((locale) => locale.split("-")[0] ?? "");
  return languages.find(isLanguage) ?? "en";
}

const TEXTS: Readonly<Record<Language, Texts>> = { en, de };

export function chooseTranslation(): Translation {
  const language = chooseLanguage(readLocal(STORED), navigator.languages);
  const locale = chooseLocale(language, navigator.languages);
  return { language, locale, texts: TEXTS[language] };
}

/** Returns the browser's variant of this language, for numbers and dates. */
export function chooseLocale(language: Language, wanted: readonly string[]): string {
  return wanted.find((locale) => locale.split("-")[0] === language && isLocale(locale)) ?? language;
}

/** Returns false for names that only the browser's system knows, such as en-US@posix. */
export function isLocale(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

export function rememberLanguage(language: Language): void {
  writeLocal(STORED, language);
}
