/** How an output of a board is, in any language. A file a language, so that the page loads only one. */

import { isSurelyOff, outputCondition } from "../outputs/condition.ts";
import type { OutputCondition } from "../outputs/condition.ts";
import { maxRequestIntervalMs } from "../outputs/limits.ts";
import type { KnownOutput, Output } from "../outputs/model.ts";

export interface OutputWords {
  readonly on: string;
  readonly off: string;
  /** Its board has never spoken. */
  readonly unknown: string;
  /** It was on when its board was last heard, longer ago than it stays on by itself. */
  readonly surelyOff: string;
  readonly conditions: Readonly<Record<OutputCondition, (facts: OutputFacts) => string>>;
}

/** What a sentence may name: when the order ends, and since when the output is as it is, both "" where nobody knows. */
export interface OutputFacts {
  /** The value that the board said; `unknown` if it never spoke, and `surelyOff` if that cannot be so any more. */
  readonly reported: string;
  readonly ordered: string;
  readonly until: string;
  readonly since: string;
  /** When its board was last heard. */
  readonly heard: string;
  /** How often the board asks at least. */
  readonly interval: string;
  readonly lease: string;
  readonly limit: string;
}

/** Times and durations, as the reader is used to them. */
export interface OutputFormat {
  readonly moment: (at: number) => string;
  readonly span: (ms: number) => string;
}

/** "on", "off" or "40 %" */
export function sayOutputValue(
  { kind }: Pick<Output, "kind">,
  value: number,
  { on, off }: OutputWords,
): string {
  if (kind === "level" && value > 0) return `${value}\u202f%`;
  return value > 0 ? on : off;
}

/** "off since 12:04: daily limit (30 min) reached" */
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

/** Never says that an output is as ordered, or as its board said, where that cannot be so any more. */
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
