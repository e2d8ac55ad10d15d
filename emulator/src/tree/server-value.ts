/**
 * Server values: `{".sv": "timestamp"}` and `{".sv": {"increment": n}}`.
 * Source: https://firebase.google.com/docs/reference/rest/database#section-server-values
 */

import type { Scalar } from "./node";

/** What is wrong with the content of `.sv`, or undefined. */
export function serverValueProblem(sv: unknown): string | undefined {
  if (sv === "timestamp") return undefined;
  const increment = incrementOf(sv);
  if (increment !== undefined && Number.isFinite(increment)) return undefined;
  const name = typeof sv === "string" ? ` ${JSON.stringify(sv)}` : "";
  return `unknown server value${name}: use "timestamp" or {"increment": <number>}`;
}

function incrementOf(sv: unknown): number | undefined {
  if (typeof sv !== "object" || sv === null || !Object.hasOwn(sv, "increment")) return undefined;
  const { increment } = sv as { increment: unknown };
  return typeof increment === "number" ? increment : undefined;
}

/**
 * The value that the content of `.sv` stands for.
 * @param now server time in Unix milliseconds
 * @param existing what an increment adds to; anything but a number counts as nothing there
 */
export function resolveServerValue(sv: unknown, now: number, existing: Scalar | null): Scalar {
  if (sv === "timestamp") return now;
  const delta = incrementOf(sv) ?? 0;
  const sum = typeof existing === "number" ? existing + delta : delta;
  // JSON knows no infinity, so a sum beyond the largest double stays there.
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum));
}
