/** Reads --from and --to. Pure. */

import { misused } from "./failure";
import type { Period } from "@greenhouse/domain/identity/key-range";
import { parseTime, TIME_FORMS } from "./time";

/**
 * @param endOption the option that ends the period
 * @throws CommandError (usage) if they are not times, or the start is after the end
 */
export function parsePeriod(
  from: string | undefined,
  to: string,
  nowMs: number,
  endOption = "--to",
): Period {
  const fromMs = from === undefined ? 0 : requireTime("--from", from, nowMs);
  const toMs = requireTime(endOption, to, nowMs);
  if (fromMs < toMs) return { fromMs, toMs };
  throw misused(`--from must be before ${endOption}.`);
}

/** @throws CommandError (usage) if the text is not a time */
export function requireTime(option: string, text: string, nowMs: number): number {
  const time = parseTime(text, nowMs);
  if (time !== undefined) return time;
  throw misused(`${option} ${text} is not a time.`, `Use ${TIME_FORMS}.`);
}
