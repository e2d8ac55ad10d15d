/** The outputs in English. */

import type { OutputCondition } from "../../../domain/src/outputs";

/** What a sentence may name: `until` is when the order ends, `at` when the board was last heard. */
export interface OutputFacts {
  readonly value: string;
  readonly until: string;
  readonly lease: string;
  readonly limit: string;
}

const conditions: Readonly<Record<OutputCondition, (facts: OutputFacts) => string>> = {
  off: () => "off",
  waiting: ({ value, until }) =>
    until === ""
      ? `${value}: ordered, waiting for the board`
      : `${value} until ${until}: ordered, waiting for the board`,
  missed: () => "off: the board did not hear of the order in time",
  applied: ({ value, until }) => `${value} until ${until}`,
  over: ({ until }) => `off: ended at ${until}, as ordered`,
  cut: ({ lease }) => `off by itself: it heard nothing for ${lease}`,
  limit: ({ limit }) => `off: ${limit} a day are used up`,
  fault: () => "off: the board cannot count its time, or did not understand",
  local: ({ value }) => `${value}: set at the board`,
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
