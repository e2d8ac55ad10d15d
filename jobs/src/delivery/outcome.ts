/** The outcome of one delivery. */

import type { Language } from "@greenhouse/domain/words/languages";

/**
 * - `gone`: the push subscription no longer exists, or can never work. A person who tests the channel reads the `problem`.
 * - `unwanted`: the person has switched the channel off or has left the farm.
 */
export type Outcome =
  | { readonly kind: "delivered" | "unwanted" }
  | { readonly kind: "gone"; readonly problem: Problem }
  | Failure;

export interface Failure {
  /** `refused`: trying again cannot help. */
  readonly kind: "retry" | "refused";
  readonly problem: Problem;
  /** This channel cannot deliver any notification now. */
  readonly isChannelDown?: true;
  /** The provider has taken nothing, so the attempt does not count for a limit. */
  readonly isUnsent?: true;
  /** The provider asks not to try again sooner, in milliseconds from now. */
  readonly retryAfterMs?: number;
}

/**
 * Why a notification was not delivered: a sentence in each language. It stands beside the code that finds the problem.
 * A text holds `{detail}` where the detail belongs.
 */
export interface Problem extends Readonly<Record<Language, string>> {
  /** One line of at most 200 characters. It holds no person's address, no secret and no query of a URL. */
  readonly detail?: string;
}

export function refused(problem: Problem): Failure {
  return { kind: "refused", problem };
}

/** The detail is a number of the provider, or an HTTP status. */
export function withDetail(problem: Problem, detail: string | number): Problem {
  return { ...problem, detail: String(detail) };
}

/** Returns one line of at most 300 characters. */
export function problemText(problem: Problem, language: Language): string {
  return problem[language].replace("{detail}", () => problem.detail ?? "");
}
