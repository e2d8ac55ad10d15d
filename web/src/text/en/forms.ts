/** The texts of forms with numbers and of those that several people may fill in at once: in English. */

import type { BoundsFault } from "../../model/input/typed-bounds";

const faults: Readonly<Record<Exclude<BoundsFault, "outOfRange">, string>> = {
  notANumber: "This must be a number.",
  grouped: "Write this number without a separator for thousands.",
  minAboveMax: "The lowest value is above the highest.",
};

export const en = {
  faults,
  outOfRange: (least: string, most: string): string => `This must be from ${least} to ${most}.`,
  preferences: {
    temperature: "Temperatures in",
    timeZone: "Time zone",
    timeZoneHint: (device: string): string => `Empty: that of the device, ${device} here.`,
    badTimeZone: "There is no such time zone. Example: Europe/Berlin",
    lead: "For all that the page shows you. Messages about alerts and the readings of files stay in °C.",
  },
  /** Somebody else saved a field at the same time. */
  conflict: (field: string, stored: string): string =>
    stored === ""
      ? `Meanwhile somebody else has emptied this field: ${field}.`
      : `Meanwhile somebody else has set ${field} to ${stored}.`,
  takeStored: "Take theirs",
  /** The same person saved it in another window. */
  ownConflict: (field: string, stored: string): string =>
    `Meanwhile you have set ${field} to ${stored} in another window.`,
  takeOwn: "Take that",
  keepTyped: (typed: string): string => (typed === "" ? "Keep it empty" : `Keep ${typed}`),
};

export type FormTexts = typeof en;
