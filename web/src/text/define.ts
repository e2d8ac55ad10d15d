/**
 * Gives every part of the page its texts: `en/<part>.ts` with the type, `de/<part>.ts`, and the hook `<part>.ts`. They
 * are loaded with the part's code.
 */

import { useServices } from "../shared/hooks/page";
import type { Language } from "@greenhouse/domain/words/languages";

/** Returns the hook for the page's language. @param texts the type ensures that each language has the same entries */
export function defineTexts<T>(texts: Readonly<Record<Language, T>>): () => T {
  return () => texts[useServices().language];
}
