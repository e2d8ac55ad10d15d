/** Describes the condition of an output. Each language has its own file, so that the page loads only one. */

import { isSurelyOff, outputCondition } from "../outputs/condition.ts";
import type { OutputCondition } from "../outputs/condition.ts";
import { maxRequestIntervalMs } from "../outputs/limits.ts";
import type { KnownOutput, Output } from "../outputs/model.ts";

export interface OutputWords {
  readonly on: string;
  readonly off: string;
  /** The board has never reported. */
  readonly unknown: string;
  /** The last report was on, but longer ago than the output stays on by itself. */
  readonly surelyOff: string;
  readonly conditions: Readonly<Record<OutputCondition, (facts: OutputFacts) => string>>;
}

/** Facts that a sentence may name. `until` and `since` are "" if unknown. */
export interface OutputFacts {
  /** The reported value; `unknown` without a report, `surelyOff` if the report can no longer be true. */
  readonly reported: string;
  readonly ordered: string;
  readonly until: string;
  readonly since: string;
  /** When the board last reported. */
  readonly heard: string;
  /** The longest time between two requests of the board. */
  readonly interval: string;
  readonly lease: string;
  readonly limit: string;
}

/** Formats of times and durations, in the reader's language. */
export interface OutputFormat {
  readonly moment: (at: number) => string;
  readonly span: (ms: number) => string;
}

/** Returns "on", "off" or for example "40 %". */
export function sayOutputValue(
  { kind }: Pick<Output, "kind">,
  value: number,
  { on, off }: OutputWords,
): string {
  if (kind === "level" && value > 0) return `${value}\u202f%`;
  return value > 0 ? on : off;
}

/** Returns for example "off since 12:04: daily limit (30 min) reached". */
export function sayCondition(
  knownOutput: Pick<KnownOutput, "defined" | "order" | "state">,
  nowMs: number,
  words: OutputWords,
  { moment, span }: OutputFormat,
): string {
  const { defined, order, state } = knownOutput;
  const maybe = (at: number | undefined): string => (at === undefined ? "" : moment(at));
  return words.conditions[outputCondition(defined, order, state, nowMs)]({
    reported: sayReported(knownOutput, nowMs, words),
    ordered: sayOutputValue(defined, order?.value ?? 0, words),
    until: maybe(order?.until),
    since: maybe(state?.since),
    heard: maybe(state?.heard),
    interval: span(maxRequestIntervalMs(defined)),
    lease: span(defined.leaseSeconds * 1_000),
    limit: span(defined.maxOnSeconds * 1_000),
  });
}

/** Returns the reported value, but never a value that can no longer be true. */
function sayReported(
  { defined, state }: Pick<KnownOutput, "defined" | "state">,
  nowMs: number,
  words: OutputWords,
): string {
  if (state === undefined) return words.unknown;
  return isSurelyOff(defined, state, nowMs)
    ? words.surelyOff
    : sayOutputValue(defined, state.value, words);
}
