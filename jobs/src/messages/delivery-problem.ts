/** Reasons why a notification was not delivered, as values and as texts. */

import { TEXTS } from "./describe";
import type { Texts } from "./en";
import type { Language } from "./notification";

export interface DeliveryProblem {
  readonly code: keyof Texts["problems"];
  /**
   * Present if the text has a `{detail}`. One line of at most 200 characters. It holds no person's address, no secret and
   * no query of a URL.
   */
  readonly detail?: string;
}

/** Returns one line of at most 300 characters. */
export function problemText({ code, detail = "" }: DeliveryProblem, language: Language): string {
  return TEXTS[language].problems[code].replace("{detail}", () => detail);
}
