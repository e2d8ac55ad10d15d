/** The texts of the charts' tools, in English. They come with the tools. */

import type { NoteFault } from "../../model/farm/notes";
import type { Fault } from "../../model/input/validate";

/** The others have the same texts as those of names. */
const noteFaults: Readonly<Record<Exclude<NoteFault, Fault> | "empty" | "tooLong", string>> = {
  empty: "Write what happened.",
  tooLong: "At most 200 characters.",
  badTime: "This is no date and time.",
  stillToCome: "This is still to come.",
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
    badRange: "The end must be after the beginning.",
  },
  notes: {
    title: "Notes",
    add: "Add a note",
    edit: "Change",
    editOf: (text: string): string => `Change: ${text}`,
    remove: "Remove",
    removeOf: (text: string): string => `Remove: ${text}`,
    text: "What happened",
    placeholder: "Watered, vents open …",
    at: "When",
    now: "Now",
    pointed: (moment: string): string => `${moment}, where the cursor was`,
    by: (who: string): string => `by ${who}`,
    you: "you",
    added: "The note is stored.",
    changed: "The note is changed.",
    removed: "The note is removed.",
    removeAll: (who: string, count: number): string =>
      `Remove all ${count} notes by ${who} in this range`,
    removedAll: "The notes are removed.",
    removeTitle: "Remove this note?",
    removeLead: (who: string): string => `It was written by ${who}. This cannot be undone.`,
    more: (count: number): string => `${count} more`,
    most: (count: string): string => `Only the newest ${count} of this range are shown.`,
    waiting: "not stored yet",
    gone: "Meanwhile this note was removed, or moved to another time. Saving adds it again.",
  },
  noteFaults,
};

export type ChartToolTexts = typeof en;
