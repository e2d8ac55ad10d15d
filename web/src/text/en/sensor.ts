/** The page of one sensor, in English. */

import type { SensorChange } from "@greenhouse/domain/identity/sensor-log";
import type { CalibrationFault, Way } from "../../model/input/typed-calibration";

const changes: Readonly<Record<SensorChange, string>> = {
  registered: "Registered",
  linked: "Assigned",
  unlinked: "Taken out of its greenhouse",
  moved: "Moved",
  renamed: "Renamed",
  role: "Other role",
  key: "Key changed",
  interval: "Asked for another interval",
  calibrated: "Calibrated",
  excluded: "Readings left out",
  undone: "Undone",
  replaced: "Replaced by another device",
  continued: "Took the place of another device",
  removed: "Removed",
};

const ways: Readonly<Record<Way, string>> = {
  difference: "Reads too high or low",
  points: "Two points",
  soil: "Dry and wet",
};

const faults: Readonly<Record<CalibrationFault, string>> = {
  empty: "Must be a number.",
  notANumber: "Must be a number.",
  grouped: "Leave out the thousands separator.",
  outOfRange: "Not possible.",
  samePoints: "The two values must differ.",
};

export const en = {
  back: "Sensors",
  unknown: "This sensor is not registered on this farm.",
  sent: (value: string): string => `sent ${value}`,
  quantity: "Measurement",
  value: "Value",
  noValues: "No readings yet.",
  unassigned: "Not assigned to a greenhouse, so its readings are rejected.",
  replacedBy: "Replaced by",
  continues: "Took the place of",
  lastDays: "Last 30 days",
  reported: {
    title: "When it reported",
    hours: (count: string, all: string): string => `Readings in ${count} of ${all} hours.`,
    silent: (span: string, duration: string): string => `${span}: nothing for ${duration}`,
    always: "No gap longer than 3 hours.",
    more: (count: number): string => `and ${count} more gaps`,
  },
  life: {
    title: "Its life",
    nothing: "Nothing recorded yet.",
    newest: (count: string): string => `The newest ${count}.`,
    changes,
    from: (moment: string): string => `from ${moment}`,
  },
  calibrations: {
    title: "Calibrations",
    nothing: "None. Values are shown as sent.",
    undoOf: (what: string): string => `Undo: ${what}`,
    undone: "The calibration is undone.",
    undoneNote: "undone",
    since: (moment: string): string => `from ${moment}`,
    higher: (value: string): string => `${value} higher`,
    lower: (value: string): string => `${value} lower`,
    line: (scale: string, sign: string, offset: string): string =>
      `sent × ${scale} ${sign} ${offset}`,
  },
  exclusions: "Readings that do not count",
  calibrate: {
    open: "Calibrate",
    title: (sensor: string): string => `Calibrate ${sensor}`,
    lead: "Stored readings stay as they are. They are shown corrected.",
    way: "What you know",
    ways,
    direction: "It reads",
    high: "too high",
    low: "too low",
    by: "By",
    sent1: "The sensor sends",
    real1: "True value",
    sent2: "The sensor sends",
    real2: "True value",
    first: "First point",
    second: "Second point",
    dry: "Sends when dry (0 %)",
    wet: "Sends when wet (100 %)",
    sending: (value: string, age: string): string => `Sends now: ${value}, ${age}`,
    notSending: "No reading to take over.",
    take: (value: string): string => `Take ${value}`,
    from: "From when",
    fromNow: "Now",
    fromPast: "An earlier time",
    at: "Time",
    otherDevice: (moment: string): string =>
      `Readings before ${moment} are of the device before. They stay as they are.`,
    badTime: "Not a valid date and time.",
    future: "That's in the future.",
    becomes: (sent: string, value: string): string => `A reading of ${sent} becomes ${value}.`,
    before: (value: string): string => `Until now it became ${value}.`,
    incomplete: "Fill in the fields to see what changes.",
    preview: "The last days, before and after",
    note: "Note",
    notePlaceholder: "In ice water …",
    done: (sensor: string, quantity: string): string => `${sensor}: ${quantity} is calibrated.`,
    faults,
  },
  replace: {
    open: "Replace the device",
    title: (sensor: string): string => `Replace the device of ${sensor}`,
    titleAny: "Replace a device",
    lead: (sensor: string): string =>
      `The new device gets the name, the greenhouse, the role and the plans of ${sensor}. Charts go on with it, with a mark. The old device is taken out of the greenhouse. Its readings and calibrations stay with it. Nobody can undo this.`,
    sameHardware:
      "The same board with a new key? Use “Board code” instead: then nothing is replaced.",
    old: "The old sensor",
    heard: "Found by the gateway",
    registered: "Registered, without a greenhouse",
    create: "A new device",
    take: "Take this device",
    takeSurely: "Replace now",
    takeSurelyOf: (uid: string): string => `Replace now: ${uid}`,
    takeOf: (uid: string): string => `Take this device: ${uid}`,
    ownKey: "Use its own key",
    submit: "Register and replace",
    done: (sensor: string): string => `${sensor} has a new device.`,
    doneWithCode: (sensor: string): string =>
      `${sensor} has a new device. “Board code” has the program for it.`,
    /** @param keys their names in the program */
    outputs: (names: string, keys: string): string =>
      `It also gets the valves and pumps with their settings and plans: ${names}. They start off, with new daily limits. Its program needs these outputs: ${keys}.`,
    orderEnds: (name: string): string => `The order for ${name} ends.`,
    mayBeOn: (name: string, moment: string): string =>
      `${name} may be on. Its order ends, the old device switches off by itself by ${moment}, and plans wait until then.`,
    ownProgram: (name: string): string =>
      `${name} may be on by the old device's own program. Disconnect that device first.`,
  },
};

export type SensorPageTexts = typeof en;
