/** Chart tools, in English. Loaded with the tools. */

import type { NoteFault } from "../../model/farm/notes";
import type { Fault } from "../../model/input/validate";

/** Other faults have the same texts as faults of names. */
const noteFaults: Readonly<Record<Exclude<NoteFault, Fault> | "empty" | "tooLong", string>> = {
  empty: "Write what happened.",
  tooLong: "At most 200 characters.",
  badTime: "Not a valid date and time.",
  stillToCome: "That's in the future.",
};

export const en = {
  export: "Export as CSV",
  exporting: (count: string): string => `${count} readings`,
  exportCancelled: "Export cancelled.",
  exported: (count: string): string => `${count} readings exported.`,
  ownRange: {
    from: "From",
    to: "To",
    apply: "Show",
    badRange: "The end must be after the start.",
  },
  compare: {
    open: "Compare",
    title: "Compare",
    with: "Compare with",
    year: "A year earlier",
    sensors: "Two sensors",
    first: "First sensor",
    second: "Second sensor",
    submit: "Compare",
    compared: (own: string, other: string): string => `${own} and ${other}`,
    comparedYear: (own: string): string => `${own}, now and a year earlier`,
    only: (names: string): string => `Only ${names}`,
    gone: "a removed greenhouse",
    goneSensor: "a removed sensor",
    link: "link to this comparison",
    copyLink: "Copy link",
    stop: "Stop comparing",
  },
  notes: {
    title: "Notes",
    add: "Add a note",
    edit: "Edit",
    editOf: (text: string): string => `Edit: ${text}`,
    remove: "Remove",
    removeOf: (text: string): string => `Remove: ${text}`,
    text: "What happened",
    placeholder: "Watered, vents open …",
    at: "Time",
    now: "Now",
    pointed: (moment: string): string => `${moment} (cursor)`,
    by: (name: string): string => `by ${name}`,
    you: "you",
    added: "Note saved.",
    changed: "Note changed.",
    removed: "Note removed.",
    removeAll: (name: string, count: number): string =>
      `Remove all ${count} notes by ${name} in this range`,
    removedAll: "Notes removed.",
    removeTitle: "Remove this note?",
    removeLead: (name: string): string => `Written by ${name}. This cannot be undone.`,
    more: (count: number): string => `${count} more`,
    newestOnly: (count: string): string =>
      `Only the newest ${count} notes of this range are shown.`,
    waiting: "not saved yet",
    gone: "This note was removed or moved in the meantime. Saving adds it again.",
  },
  noteFaults,
};

export type ChartToolTexts = typeof en;
