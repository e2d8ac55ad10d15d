/** The outputs in English. */

import type { OutputCondition } from "@greenhouse/domain/outputs/condition";
import type { OutputKind } from "@greenhouse/domain/outputs/model";
import type { PlaceFault } from "../../model/input/typed-output";

/** What a sentence may name: when the order ends, and since when the output is as it is, both "" where nobody knows. */
export interface OutputFacts {
  /** The value that the board said; `unknown` if it never spoke, and `surelyOff` if that cannot be so any more. */
  readonly said: string;
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

const from = (since: string): string => (since === "" ? "" : ` since ${since}`);

const conditions: Readonly<Record<OutputCondition, (facts: OutputFacts) => string>> = {
  off: ({ said }) => said,
  waiting: ({ said, ordered, until, interval }) =>
    `${said} · switching ${ordered}${until === "" ? "" : ` until ${until}`}: waiting for the board, which should ask at least every ${interval}`,
  missed: ({ said }) =>
    `${said} · the order's time is over: the board has not said that it heard of it in time`,
  applied: ({ said, until }) => `${said} until ${until}`,
  ending: ({ said, until }) =>
    until === ""
      ? `${said}, though nothing is ordered`
      : `${said} · its time was over at ${until}: the board has not said yet that it is off`,
  over: ({ since, until }) =>
    since === "" || since === until
      ? `off since ${until}, as ordered`
      : `off since ${since}: the order was until ${until}`,
  cut: ({ since, lease }) => `off by itself${from(since)}: it heard nothing for ${lease}`,
  limit: ({ said, since, limit }) => `${said}${from(since)}: ${limit} a day are used up`,
  fault: ({ said, since }) =>
    `${said}${from(since)}: the board cannot count its time, or did not understand`,
  local: ({ said, since }) => `${said}${from(since)}: set at the board`,
  silent: ({ heard }) => `should be off by itself: nothing was heard of the board since ${heard}`,
};

const faults: Readonly<Record<PlaceFault, string>> = {
  empty: "This must not be empty.",
  full: "This board has eight outputs, and can have no more.",
  badOutput: "At most 15 characters: small letters, digits, - and _, a letter first.",
  takenOutput: "This board has an output of this name already.",
};

const kinds: Readonly<Record<OutputKind, string>> = {
  switch: "Switch: on or off",
  level: "Level: 0 to 100\u202f%",
};

export const en = {
  title: "Outputs",
  on: "on",
  off: "off",
  /** Its board has never spoken. */
  unknown: "not known yet",
  /** It was on when its board was last heard, longer ago than it stays on by itself. */
  surelyOff: "should be off by itself",
  conditions,
  orderedBy: (name: string, time: string): string => `Ordered by ${name}, ${time}`,
  said: (value: string, age: string): string => `The board said ${value}, ${age}`,
  neverSaid: "The board has not spoken yet",
  switchOn: "Hold: on",
  holdOn: "Hold the button for a second.",
  switchOff: "Off",
  askOn: (name: string, duration: string): string => `Switch ${name} on for ${duration}?`,
  duration: "For how long",
  level: "How far, in percent",
  offline: "Without a connection nothing can be ordered.",
  mayNot: "Owners of the farm switch it.",
  ordered: (name: string, value: string): string =>
    `Ordered: ${name} ${value}. The board applies it when it asks next.`,
  orderedOff: (name: string, lease: string): string =>
    `Ordered: ${name} off. The board applies it when it asks next, and is off ${lease} after it last asked in any case.`,
  meanwhile: (order: string): string =>
    `Somebody else ordered first: ${order}. Nothing was changed.`,
  replaced: (order: string): string => ` It replaces: ${order}.`,
  refused:
    "The order was refused: it came too late, you may not switch it any more, or it is gone. Nothing was changed.",
  log: "Who ordered what",
  nothingOrdered: "Nobody has ordered anything yet.",
  logLine: (value: string, until: string, name: string): string =>
    `${value}${until === "" ? "" : ` until ${until}`}, by ${name}`,
  form: {
    add: "Add an output",
    edit: (name: string): string => `Edit ${name}`,
    /** `board` is the name of its sensor. */
    what: (output: string, board: string): string => `${output} of the board ${board}`,
    board: "Board",
    boardHint: "It goes by the name of its sensor.",
    choose: "Choose …",
    output: "Its name in the board's program",
    outputHint: "Such as valve or pump-2. It cannot be changed later.",
    name: "Name",
    nameHint: "As everybody sees it, such as Drip line.",
    kind: "Kind",
    kinds,
    kindHint: "It cannot be changed later.",
    lease: "Off when the board hears nothing for (minutes)",
    leaseHint: "1 to 60, and at least three times as long as the board waits between two requests.",
    limit: "Longest time on in a day (minutes)",
    limitHint:
      "Whatever anybody orders, from midnight to midnight UTC. For a drip line perhaps 30.",
    viewers: "Viewers may switch it, too",
    viewersMay: { yes: "viewers may", no: "only owners may" },
    faults,
    added: (name: string, output: string): string =>
      `${name} was added. The program of its board must call it ${output}.`,
    remove: "Remove …",
    removeTitle: (name: string): string => `Remove ${name}?`,
    removeWarning:
      "Its orders and the log of who ordered what go, too. Its board switches it off when it asks next. This cannot be undone.",
    removed: (name: string): string => `${name} was removed.`,
  },
};

export type OutputTexts = typeof en;
