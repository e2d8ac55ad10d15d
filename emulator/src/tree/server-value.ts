/** Server values. Source: https://firebase.google.com/docs/reference/rest/database#section-server-values */

import type { Scalar } from "./node";
import { add, canonicalNumber, isNumeric, type Numeric } from "./numbers";

export function serverValueProblem(sv: unknown): string | undefined {
  if (sv === "timestamp") return undefined;
  const increment = incrementOf(sv);
  if (increment !== undefined && Number.isFinite(Number(increment))) return undefined;
  const name = typeof sv === "string" ? ` ${JSON.stringify(sv)}` : "";
  return `unknown server value${name}: use "timestamp" or {"increment": <number>}`;
}

function incrementOf(sv: unknown): Numeric | undefined {
  if (typeof sv !== "object" || sv === null || !Object.hasOwn(sv, "increment")) return undefined;
  const { increment } = sv as { increment: unknown };
  return isNumeric(increment) ? increment : undefined;
}

/**
 * Returns the value of `.sv` at `now`, in Unix milliseconds. An increment of a value that is not a number starts at 0.
 */
export function resolveServerValue(sv: unknown, now: number, existing: Scalar | null): Scalar {
  if (sv === "timestamp") return now;
  const delta = canonicalNumber(incrementOf(sv) ?? 0);
  const sum = isNumeric(existing) ? add(existing, delta) : delta;
  // JSON has no infinity, so the sum is limited to the largest double.
  return typeof sum === "bigint"
    ? sum
    : Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, sum));
}
