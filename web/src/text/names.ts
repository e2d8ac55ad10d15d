/** The words for a member without a name, in each language. */

import type { Language } from "./language";

export const UNNAMED: Readonly<Record<Language, (idStart: string) => string>> = {
  en: (idStart) => `Member ${idStart}…`,
  de: (idStart) => `Mitglied ${idStart}…`,
};
