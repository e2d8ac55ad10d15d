/** Why something was not delivered: as a value, and in words. */

import { TEXTS } from "./describe";
import type { Texts } from "./en";
import type { Language } from "./notification";

export interface DeliveryProblem {
  readonly code: keyof Texts["problems"];
  /**
   * Of those whose text has a `{detail}`: one line of at most 200 characters, without a person's address, a secret or
   * the query of a URL.
   */
  readonly detail?: string;
}

/** One line of at most 300 characters. */
export function problemText({ code, detail = "" }: DeliveryProblem, language: Language): string {
  return TEXTS[language].problems[code].replace("{detail}", () => detail);
}
