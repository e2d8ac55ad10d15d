/** The sensors view, in English. */

import type { CsvFileFault } from "@greenhouse/domain/words/csv-file";

export const en = {
  title: "Sensors",
  emptyList: "No sensors yet.",
  noneHint: "Register one to get the settings for its board.",
  search: "Search name, UID, type, greenhouse",
  searchShort: "Search name, UID, type …",
  filter: "Show",
  shown: {
    all: "All",
    attention: "Problems",
    weak: "Low battery",
    old: "Late",
    silent: "Silent",
    signal: "Weak signal",
    program: "Older program",
    uncalibrated: "Not calibrated",
    unlinked: "Not assigned",
  },
  found: (count: string, all: string): string => `${count} of ${all} sensors`,
  nothingFound: "No matching sensors.",
  showAll: "Show all",
  showMore: "Show more",
  register: "Register a sensor",
  labels: {
    open: "Print labels",
    title: (count: number): string => (count === 1 ? "1 label" : `${count} labels`),
    print: "Print",
    hint: "Each QR code contains address, UID and key of a board. Keep the sheet safe.",
  },
  many: {
    open: "Register many",
    title: "Register many sensors",
    lead: (columns: string, max: number): string =>
      `The first line names the columns: ${columns}. Only name is required. At most ${max} sensors.`,
    file: "CSV file",
    fileFaults: {
      unreadable:
        "Couldn't read this file. It was moved or removed, or it is a folder. Choose it again.",
      empty: "This file is empty. Choose another one.",
      tooLarge: "This file is larger than 1 MB. Choose a CSV file with only the sensors.",
      notText:
        "This is not a CSV file. Save the list as CSV (UTF-8) in your spreadsheet, and choose that file.",
    } satisfies Record<CsvFileFault, string>,
    text: "Or paste the lines here",
    ownKeys: "Give each sensor its own key",
    ownKeysHint: "Keys in the column key stay as they are.",
    submit: (count: number): string => {
      if (count === 0) return "Register";
      return count === 1 ? "Register 1 sensor" : `Register ${count} sensors`;
    },
    registered: (count: number): string =>
      count === 1 ? "1 sensor is registered." : `${count} sensors are registered.`,
    refused:
      "Nothing was registered: a UID in this list may belong to another farm. Change it, or leave the column uid empty.",
    faults: (count: number): string =>
      `${count === 1 ? "1 mistake" : `${count} mistakes`}. Nothing is registered until all lines are right.`,
    line: (line: number): string => `Line ${line}:`,
    more: (count: number): string => `and ${count} more`,
    csv: {
      noName: "There is no column name. Name the columns in the first line.",
      header: (column: number, columns: string): string =>
        `The name of column ${column} is unknown or there twice. Use ${columns}.`,
      empty: "There are no sensors below this line. Add a line for each.",
      tooMany: (max: number): string => `More than ${max} sensors. Split the file.`,
      quote: "A quotation mark is not closed. Close it or remove it.",
      cells: (found: number, expected: number): string =>
        `${found} values for ${expected} columns. Put texts with a separator in quotation marks.`,
      role: "where must be air, soil or outdoor, or empty.",
      greenhouse: (name: string): string =>
        `There is no greenhouse “${name}”. Correct the name, add the greenhouse, or leave it empty.`,
      sameName: (name: string): string =>
        `Several greenhouses are called “${name}”. Give them different names, or write the ID of the greenhouse.`,
      repeated: (line: number): string =>
        `Same UID as in line ${line}. Every sensor needs its own.`,
    },
  },
  heard: (count: number): string =>
    count === 1
      ? "The gateway found 1 unregistered device"
      : `The gateway found ${count} unregistered devices`,
  registerShort: "Register",
  registerHeard: (uid: string): string => `Register ${uid}`,
  replaces: "Replaces a sensor",
  replacesOf: (uid: string): string => `${uid} replaces a sensor`,
  impossibleUid:
    "Not allowed as a UID. Rename the device (letters, digits, hyphens) or set a UID in the gateway's rules.",
  uid: "UID",
  uidHint: "The board sends this with each reading. Cannot be changed later.",
  name: "Name",
  type: "Type",
  typeHint: "The sensor chip: SHT31, BME280\u00a0…",
  role: "Where it measures",
  roleHint: "For limits and averages of the air, such as temperature, only air sensors count.",
  isSoil: "Does it measure in the soil?",
  inSoil: "In the soil",
  inAir: "In the air",
  greenhouse: "Greenhouse",
  unlinked: "not assigned",
  unlinkedHint: "readings are rejected",
  replacedHint: "was replaced",
  lastReading: "Last reading",
  battery: "Battery",
  pending: {
    added: "Not saved yet: waiting to be back online",
    changed: "Change not saved yet: waiting to be back online",
    removed: "Not removed yet: waiting to be back online",
  },
  snippetOf: (name: string): string => `Code for ${name}`,
  snippetUnlinked:
    "This sensor is not assigned to a greenhouse. Its readings are rejected until you assign it.",
  snippetLeads: {
    shell: "Sends one reading from a terminal, with curl and openssl.",
    python: "Sends one reading, with plain Python.",
    arduino: "For secrets.h of the client in devices/arduino.",
    micropython: "For config.py of the client in devices/micropython.",
  },
  snippetClient: "Get the client",
  ownKey: "Use its own key",
  ownKeyHint: "If the board is lost, you can block it without changing the others.",
  ownKeyRemove: "Remove this key",
  ownKeyRemoved: (name: string): string =>
    `${name} no longer has its own key. Its board needs the farm key.`,
  qr: (name: string): string => `QR code for the board of ${name}`,
  qrHint: "Contains address, UID and key. Show it only to people you trust.",
  lost: "Lost this board?",
  cutOff: "Block this board …",
  cutOffTitle: (name: string): string => `Block the board of ${name}?`,
  cutOffWarning:
    "The sensor gets a new key, and the lost board is rejected immediately. Past readings are kept. This cannot be undone.",
  cutOffFarmKey:
    "The lost board has the farm key and can still send for other sensors. Replace the farm key in Settings too.",
  cutOffSubmit: "Block this board",
  cutOffDone: "The lost board is blocked. Its replacement needs the new key.",
  languages: { shell: "Shell", python: "Python", arduino: "Arduino", micropython: "MicroPython" },
  snippetLanguage: "Language",
  edit: (name: string): string => `Edit ${name}`,
  details: "Details",
  actionsTitle: "Actions",
  actions: (name: string): string => `Actions for ${name}`,
  removed: (name: string): string => `${name} was removed. Its readings are kept.`,
  hasOutputs: (name: string, count: number, isLinked: boolean): string => {
    const [outputs, pronoun] =
      count === 1 ? ["1 valve or pump", "it"] : [`${count} valves or pumps`, "them"];
    const remedy = isLinked
      ? `First remove ${pronoun} on the greenhouse's page.`
      : `First assign the sensor to a greenhouse, and remove ${pronoun} on the greenhouse's page.`;
    return `Couldn't remove ${name}. It has ${outputs}. ${remedy}`;
  },
  registered: (name: string): string => `${name} is registered.`,
  registeredHeard: (name: string, isLinked: boolean): string =>
    isLinked
      ? `${name} is registered. The gateway sends its readings within a few minutes.`
      : `${name} is registered. Assign it to a greenhouse, and the gateway sends its readings.`,
  linked: (name: string, greenhouse: string): string => `${name} is assigned to ${greenhouse}.`,
  unlinkedNow: (name: string): string =>
    `${name} is no longer assigned. Its readings are rejected.`,
};

export type SensorTexts = typeof en;
