import { textOf } from "../stored.ts";

/** The languages of the page and of notifications. */
export const LANGUAGES = ["en", "de"] as const;
export type Language = (typeof LANGUAGES)[number];

export function isLanguage(value: unknown): value is Language {
  return LANGUAGES.some((language) => language === value);
}

/** Returns the `language` of a stored record; undefined for other values. */
export function parseLanguage(stored: unknown): Language | undefined {
  const language = textOf(stored, "language");
  return isLanguage(language) ? language : undefined;
}
