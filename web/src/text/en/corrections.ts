/** Readings that do not count, and what was changed about readings, in English. Loaded with their dialogs. */

import type { SpanFault } from "../../model/farm/left-out";

const faults: Readonly<Record<SpanFault | "noQuantity", string>> = {
  badTime: "Not a valid date and time.",
  endBeforeStart: "The end must be after the start.",
  tooLong: "At most 5 years.",
  tooFarAhead: "At most 30 days ahead.",
  noQuantity: "Choose at least one.",
};

export const en = {
  leaveOut: "Leave out readings",
  titleOf: (sensor: string): string => `Leave out readings of ${sensor}`,
  marking: "Drag over the readings in a chart.",
  enterTimes: "Enter the times",
  leaveOutThis: "Leave this out",
  leaveOutOf: (sensor: string): string => `Leave this out: ${sensor}`,
  lead: "The readings stay stored. But they no longer count for figures, lows and highs, days, alerts and plans.",
  sensor: "Sensor",
  allSensors: (count: number): string => `All ${count} sensors here`,
  from: "From",
  until: "Until",
  quantities: "What to leave out",
  note: "Why",
  notePlaceholder: "The probe lay in the sun …",
  submit: "Leave out",
  done: (sensor: string): string =>
    `Readings of ${sensor} are left out. Daily figures follow in a few minutes.`,
  doneAll: (count: number): string =>
    `Readings of ${count} sensors are left out. Daily figures follow in a few minutes.`,
  title: "Left out",
  show: (count: number): string => `Left out: ${count}`,
  nothing: "Nothing is left out.",
  allQuantities: "all measurements",
  imported: "from an import",
  by: (name: string): string => `by ${name}`,
  countAgain: "Count again",
  countAgainOf: (sensor: string, span: string): string => `Count again: ${sensor}, ${span}`,
  countedAgain: "These readings count again.",
  newDevice: (sensor: string): string => `${sensor}: new device`,
  recomputing: (month: string, percent: string): string => `Recomputing ${month}, ${percent}`,
  faults,
};

export type CorrectionTexts = typeof en;
