/** Problems of delivery in words. */

import type { Problem } from "../delivery/problems";
import { TEXTS } from "./describe";
import type { Language } from "./message";

/** One line of at most 300 characters. */
export function problemText(problem: Problem, language: Language): string {
  const detail = "detail" in problem ? problem.detail : "";
  return TEXTS[language].problems[problem.code].replace("{detail}", () => detail);
}
