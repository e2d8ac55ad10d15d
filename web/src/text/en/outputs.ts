/** Outputs, in English. */

import { en as words } from "@greenhouse/domain/words/outputs-en";
import type { OutputKind } from "@greenhouse/domain/outputs/model";
import type { PlaceFault } from "../../model/input/typed-output";

const faults: Readonly<Record<PlaceFault, string>> = {
  empty: "Required",
  full: "A board can have at most eight outputs.",
  badOutput: "At most 15 characters: lowercase letters, digits, - and _. Start with a letter.",
  takenOutput: "This board already has an output with this name.",
};

const kinds: Readonly<Record<OutputKind, string>> = {
  switch: "Switch: on or off",
  level: "Level: 0 to 100\u202f%",
};

export const en = {
  title: "Valves and pumps",
  /** Describes the state of an output in the same words as the command line does. */
  words,
  by: (name: string): string => `by ${name}`,
  byPlan: "by the plan",
  /** @param by for example "by Maria" */
  orderedBy: (by: string, time: string): string => `Switched ${by}, ${time}`,
  reported: (value: string, age: string): string => `Board reports ${value} · ${age}`,
  limitRestarts: (time: string): string => `The daily limit starts over at ${time}.`,
  neverReported: "The board has not reported yet",
  switchOn: "Hold to switch on",
  holdOn: "Hold the button for one second.",
  switchOff: "Switch off",
  askOn: (name: string, duration: string): string => `Switch ${name} on for ${duration}?`,
  duration: "For how long",
  level: "Level in percent",
  /** @param moment the time of the states that are shown; undefined before the first connection */
  offline: (moment: string | undefined): string =>
    moment === undefined
      ? "You're offline, so nothing can be switched."
      : `You're offline, so this is the state at ${moment} and nothing can be switched.`,
  mayNot: "Only owners can switch this.",
  ordered: (name: string, value: string): string =>
    `Ordered: ${name} ${value} at the board's next check-in.`,
  orderedOff: (name: string, lease: string): string =>
    `Ordered: ${name} off at the board's next check-in, at the latest ${lease} after the previous one.`,
  meanwhile: (order: string): string => `Someone else was faster: ${order}. Nothing was changed.`,
  replaced: (order: string): string => ` Replaces: ${order}.`,
  refused:
    "Nothing was changed. The order came too late, you may no longer switch this, or it was removed.",
  log: "Orders",
  nothingOrdered: "Not used yet.",
  moreOrders: "Show older ones",
  earlierDevice: (uid: string, moment: string): string =>
    `Orders for the device before, ${uid}, replaced ${moment}:`,
  /** @param by for example "by Maria" */
  logLine: (value: string, until: string, by: string): string =>
    `${value}${until === "" ? "" : ` until ${until}`}, ${by}`,
  addPlan: "Add a plan",
  form: {
    add: "Add a valve, pump or vent",
    edit: (name: string): string => `Edit ${name}`,
    /** `board` is the name of its sensor. */
    place: (output: string, board: string): string => `${output} on the board ${board}`,
    board: "Board",
    boardHint: "Boards are listed by their sensor.",
    choose: "Choose …",
    output: "Name in the board's code",
    outputHint: "For example valve or pump-2. Cannot be changed later.",
    name: "Name",
    nameHint: "Shown to everyone, for example Drip line.",
    kind: "Kind",
    kinds,
    kindHint: "Cannot be changed later.",
    lease: "Switch off if offline for (minutes)",
    leaseHint: "1 to 60, and at least three times the time between two check-ins of the board.",
    leaseOfPlan:
      "At least 3 minutes: this output's plan is checked only once a minute, so it would go off in between.",
    limit: "Daily limit (minutes)",
    /** @param start when a day in UTC begins on the person's clock */
    limitHint: (start: string): string =>
      `Per day, whoever switches it. The board's day starts at ${start} (midnight UTC). For a drip line perhaps 30.`,
    viewers: "Viewers can switch it too",
    viewersMay: { yes: "yes", no: "no" },
    faults,
    added: (name: string, output: string): string =>
      `${name} was added. Use the name ${output} in the board's code.`,
    remove: "Remove …",
    removeTitle: (name: string): string => `Remove ${name}?`,
    removeWarning:
      "Its plan and its orders are deleted too. The board switches it off at its next check-in. This cannot be undone.",
    removed: (name: string): string => `${name} was removed.`,
  },
};

export type OutputTexts = typeof en;
