/** The outputs in English. */

import { en as words } from "@greenhouse/domain/words/outputs-en";
import type { OutputKind } from "@greenhouse/domain/outputs/model";
import type { PlaceFault } from "../../model/input/typed-output";

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
  /** How an output is, as the command line says it. */
  words,
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
