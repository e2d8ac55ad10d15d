/** The outputs in English. */

import type { OutputCondition } from "../../../domain/src/outputs";

/** What a sentence may name: when the order ends, and since when the output is as it is, both "" where nobody knows. */
export interface OutputFacts {
  readonly value: string;
  readonly until: string;
  readonly since: string;
  /** How often the board asks at least. */
  readonly interval: string;
  readonly lease: string;
  readonly limit: string;
}

const from = (since: string): string => (since === "" ? "" : ` since ${since}`);

const conditions: Readonly<Record<OutputCondition, (facts: OutputFacts) => string>> = {
  off: () => "off",
  waiting: ({ value, until, interval }) =>
    `${value}${until === "" ? "" : ` until ${until}`}: ordered, waiting for the board, which asks at least every ${interval}`,
  missed: () => "off: the board did not hear of the order in time",
  applied: ({ value, until }) => `${value} until ${until}`,
  over: ({ since, until }) =>
    since === "" || since === until
      ? `off since ${until}, as ordered`
      : `off since ${since}: the order was until ${until}`,
  cut: ({ since, lease }) => `off by itself${from(since)}: it heard nothing for ${lease}`,
  limit: ({ since, limit }) => `off${from(since)}: ${limit} a day are used up`,
  fault: ({ since }) => `off${from(since)}: the board cannot count its time, or did not understand`,
  local: ({ value, since }) => `${value}${from(since)}: set at the board`,
  silent: () => "must be off by itself: nothing was heard of the board for too long",
};

export const en = {
  title: "Outputs",
  on: "on",
  off: "off",
  conditions,
  orderedBy: (name: string, time: string): string => `ordered by ${name}, ${time}`,
  said: (value: string, age: string): string => `The board said ${value}, ${age}`,
  neverSaid: "The board has not spoken yet",
  switchOn: "Hold: on",
  switchOff: "Off",
  askOn: (name: string, duration: string): string => `Switch ${name} on for ${duration}?`,
  duration: "For how long",
  level: "How far, in percent",
  offline: "Without a connection nothing can be ordered.",
  mayNot: "Owners of the farm switch it.",
  ordered: (name: string): string => `Ordered: ${name}. The board applies it when it asks next.`,
  meanwhile: (value: string): string =>
    `Somebody else ordered first: ${value}. Nothing was changed.`,
  refused: "The order was refused: you may not switch it any more, or it is gone.",
  log: "Who ordered what",
  nothingOrdered: "Nobody has ordered anything yet.",
  logLine: (value: string, until: string): string =>
    until === "" ? value : `${value} until ${until}`,
};

export type OutputTexts = typeof en;
