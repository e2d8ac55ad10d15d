/** Forms with numbers, and forms that several people may edit at once, in English. */

import type { BoundsFault } from "../../model/input/typed-bounds";

const faults: Readonly<Record<Exclude<BoundsFault, "outOfRange">, string>> = {
  notANumber: "Must be a number.",
  grouped: "Leave out the thousands separator.",
  minAboveMax: "The lowest value must not be above the highest.",
};

export const en = {
  faults,
  outOfRange: (min: string, max: string): string => `Must be from ${min} to ${max}.`,
  preferences: {
    temperature: "Temperature unit",
    timeZone: "Time zone",
    timeZoneHint: (device: string): string => `Leave empty to use the device's: ${device}.`,
    badTimeZone: "Unknown time zone. Example: Europe/Berlin",
    lead: "For everything this page shows you. Alert messages and CSV files stay in °C.",
  },
  /** Another person saved the field at the same time. */
  conflict: (field: string, stored: string): string =>
    stored === ""
      ? `Someone else cleared ${field} in the meantime.`
      : `Someone else set ${field} to ${stored} in the meantime.`,
  takeStored: "Use theirs",
  /** The same person saved it in another window. */
  ownConflict: (field: string, stored: string): string =>
    `You set ${field} to ${stored} in another window.`,
  takeOwn: "Use that",
  keepTyped: (typed: string): string => (typed === "" ? "Keep it empty" : `Keep ${typed}`),
};

export type FormTexts = typeof en;
