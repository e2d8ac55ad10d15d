/** The view of the sensors: in English. */

export const en = {
  title: "Sensors",
  none: "There is no sensor yet.",
  noneHint: "Register the first one: you get the lines for its board, filled in.",
  search: "Search name, UID, type, greenhouse",
  searchShort: "Search name, UID, type …",
  filter: "Which sensors",
  shown: { all: "All", attention: "Attention", unlinked: "Not linked" },
  found: (count: string, all: string): string => `${count} of ${all} sensors`,
  nothingFound: "No sensor is like that.",
  showAll: "Show all",
  showMore: "Show more",
  register: "Register a sensor",
  heard: (count: number): string =>
    count === 1
      ? "The gateway hears of a device that is not registered"
      : `The gateway hears of ${count} devices that are not registered`,
  registerShort: "Register",
  registerHeard: (uid: string): string => `Register ${uid}`,
  impossibleUid:
    "No sensor can have this UID. Name the device with letters, digits and hyphens, or give it a UID in the gateway's rules.",
  uid: "UID",
  uidHint: "What the board sends as its uid. It cannot be changed later.",
  suggest: "Suggest one",
  name: "Name",
  type: "Type",
  typeHint: "What is on the board: SHT31, BME280\u00a0…",
  role: "Where it measures",
  roleHint: "Thresholds and the greenhouse's own values are those of the air sensors.",
  isSoil: "Does it measure in the soil?",
  inSoil: "In the soil",
  inAir: "In the air",
  greenhouse: "Greenhouse",
  unlinked: "not linked",
  unlinkedHint: "cannot send readings",
  lastReading: "Last reading",
  pending: {
    added: "Not registered yet: waits for the connection",
    changed: "A change waits for the connection",
    removed: "Its removal waits for the connection",
  },
  snippet: "Board code",
  snippetOf: (name: string): string => `Code for ${name}`,
  snippetUnlinked:
    "This sensor is not linked to a greenhouse: its readings are refused until it is.",
  snippetLeads: {
    shell: "Sends one reading from a terminal, with curl and openssl.",
    python: "Sends one reading, with Python alone.",
    arduino: "Goes into secrets.h of the client in devices/arduino.",
    micropython: "Goes into config.py of the client in devices/micropython.",
  },
  snippetKey: "Put in the key",
  snippetKeyHint:
    "KEY stands for the sensor's own key or, where it has none, the farm's. Owners can put it in.",
  ownKey: "Give it a key of its own",
  ownKeyHint: "If its board is lost, it can be cut off without touching the others.",
  ownKeyRemove: "Remove this key",
  ownKeyRemoved: (name: string): string =>
    `${name} has no key of its own any more: its board needs the farm's.`,
  qr: (name: string): string => `QR code with address, UID and key for the board of ${name}`,
  qrHint: "Holds address, UID and key as text. Show it only to people you trust with the key.",
  lost: "Lost this board?",
  cutOff: "Cut it off …",
  cutOffTitle: (name: string): string => `Cut off the board of ${name}?`,
  cutOffWarning:
    "The sensor gets a new key, and the key on the lost board is refused for it at once. The readings so far stay. This cannot be undone.",
  cutOffFarmKey:
    "The lost board has the farm's key, with which it can still send for other sensors. Replace that one too, under Settings.",
  cutOffSubmit: "Cut it off",
  cutOffDone: "The lost board is cut off. Its replacement needs the new key.",
  languages: { shell: "Shell", python: "Python", arduino: "Arduino", micropython: "MicroPython" },
  snippetLoopback:
    "127.0.0.1 reaches this machine alone. A board needs its address in the network, which stands here after",
  snippetLanguage: "Language",
  edit: (name: string): string => `Edit ${name}`,
  actionsTitle: "Actions",
  actions: (name: string): string => `Actions for ${name}`,
  removed: (name: string): string => `${name} was removed. Its readings stay.`,
  hasOutputs: (name: string, count: number, isLinked: boolean): string => {
    const [outputs, them] = count === 1 ? ["an output", "it"] : [`${count} outputs`, "them"];
    const remedy = isLinked
      ? `remove ${them} first, on the page of its greenhouse.`
      : `link it to a greenhouse, and remove ${them} first, on the greenhouse's page.`;
    return `${name} was not removed. It has ${outputs}: ${remedy}`;
  },
  registered: (name: string): string => `${name} is registered.`,
  registeredHeard: (name: string, isLinked: boolean): string =>
    isLinked
      ? `${name} is registered. The gateway sends its readings within a few minutes.`
      : `${name} is registered. The gateway sends its readings once it is linked to a greenhouse.`,
  linked: (name: string, greenhouse: string): string => `${name} is linked to ${greenhouse}.`,
  unlinkedNow: (name: string): string => `${name} is not linked any more and cannot send readings.`,
  linkOf: (name: string): string => `Greenhouse of ${name}`,
};

export type SensorTexts = typeof en;
