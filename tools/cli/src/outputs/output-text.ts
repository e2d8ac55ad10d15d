/** Describes outputs of boards in the page's words, for terminals. Pure. */

import type { KnownOutput, Order, Output } from "@greenhouse/domain/outputs/model";
import { sayCondition, sayOutputValue } from "@greenhouse/domain/words/output-words";
import { en } from "@greenhouse/domain/words/outputs-en";
import { formatSeconds } from "../core/time";
import type { FarmTimes } from "./farm-times";

/** Describes the present state of an output, as far as anybody can know it. */
export function describeCondition(
  output: KnownOutput,
  nowMs: number,
  { minute }: FarmTimes,
): string {
  const span = (ms: number): string => formatSeconds(Math.round(ms / 1_000));
  return withPlainSpaces(sayCondition(output, nowMs, en, { moment: minute, span }));
}

export function formatValue(output: Pick<Output, "kind">, value: number): string {
  return withPlainSpaces(sayOutputValue(output, value, en));
}

/** Returns ` until` and the minute with its zone, or nothing for an order without an end. */
export function formatEnd(until: number | null | undefined, { zonedMinute }: FarmTimes): string {
  return typeof until === "number" ? ` until ${zonedMinute(until)}` : "";
}

/** An order as `--json` prints it. */
export type PrintedOrder = Pick<Order, "value" | "version" | "by" | "at"> & {
  readonly until: number | null;
};

export function orderJson({ value, version, until, by, at }: Order): PrintedOrder {
  return { value, version, until: until ?? null, by, at };
}

export function withPlainSpaces(text: string): string {
  return text.replaceAll("\u202f", " ");
}
