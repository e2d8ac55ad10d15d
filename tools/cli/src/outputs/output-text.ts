/** Outputs of boards in words. Pure. */

import { maxRequestIntervalMs } from "@greenhouse/domain/outputs/limits";
import { isSurelyOff } from "@greenhouse/domain/outputs/condition";
import type { KnownOutput, Output } from "@greenhouse/domain/outputs/model";
import type { OutputCondition } from "@greenhouse/domain/outputs/condition";
import { formatMinute, formatSeconds } from "../core/time";

export function formatValue({ kind }: Pick<Output, "kind">, value: number): string {
  if (kind === "level" && value > 0) return `${value} %`;
  return value > 0 ? "on" : "off";
}

/** ` until` and the minute, or nothing for an order without an end. */
export function formatEnd(until: number | null | undefined): string {
  return typeof until === "number" ? ` until ${formatMinute(until)}` : "";
}

/** How an output is at present, as far as anybody can know. */
export function describeCondition(
  condition: OutputCondition,
  { defined, order, state }: Pick<KnownOutput, "defined" | "order" | "state">,
  nowMs: number,
): string {
  const since = state?.since === undefined ? "" : ` since ${formatMinute(state.since)}`;
  const until = formatEnd(order?.until);
  const said = describeSaid({ defined, state }, nowMs);
  switch (condition) {
    case "off":
      return said;
    case "waiting": {
      const ordered = `${formatValue(defined, order?.value ?? 0)}${until}`;
      const interval = formatSeconds(Math.round(maxRequestIntervalMs(defined) / 1_000));
      return `${said}; ordered: ${ordered}, the board has not heard of it yet (it should ask at least every ${interval})`;
    }
    case "missed":
      return `${said}; the order's time is over: the board has not said that it heard of it in time`;
    case "applied":
      return `${said}${until}`;
    case "ending":
      return order?.until === undefined
        ? `${said}, though nothing is ordered`
        : `${said}; its time was over at ${formatMinute(order.until)}: the board has not said yet that it is off`;
    case "over":
      return `off${since}: the order's time is over`;
    case "cut":
      return `off${since}: the board heard nothing for ${formatSeconds(defined.leaseSeconds)}, or has restarted`;
    case "limit":
      return `${said}${since}: ${formatSeconds(defined.maxOnSeconds)} a day are used up`;
    case "fault":
      return `${said}${since}: the board cannot count or understand`;
    case "local":
      return `${formatValue(defined, state?.value ?? 0)}${since}: set at the board`;
    case "silent":
      return `should be off by itself: nothing was heard of the board since ${formatMinute(state?.heard ?? 0)}`;
  }
}

/** A board's report is not shown as the present state once that state cannot hold any more. */
function describeSaid(
  { defined, state }: Pick<KnownOutput, "defined" | "state">,
  nowMs: number,
): string {
  if (state === undefined) return "not known yet";
  return isSurelyOff(defined, state, nowMs)
    ? "should be off by itself"
    : formatValue(defined, state.value);
}
