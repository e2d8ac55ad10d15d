/** The view of the sensors. */

import { defineTexts } from "./define";

const en = {
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

const de: typeof en = {
  title: "Sensoren",
  none: "Es gibt noch keinen Sensor.",
  noneHint: "Melden Sie den ersten an: Sie bekommen die Zeilen für sein Board, fertig ausgefüllt.",
  search: "Name, UID, Typ, Gewächshaus suchen",
  searchShort: "Name, UID, Typ … suchen",
  filter: "Welche Sensoren",
  shown: { all: "Alle", attention: "Achtung", unlinked: "Nicht verknüpft" },
  found: (count, all) => `${count} von ${all} Sensoren`,
  nothingFound: "So einen Sensor gibt es nicht.",
  showAll: "Alle zeigen",
  showMore: "Mehr zeigen",
  register: "Sensor anmelden",
  heard: (count) =>
    count === 1
      ? "Das Gateway hört ein Gerät, das nicht angemeldet ist"
      : `Das Gateway hört ${count} Geräte, die nicht angemeldet sind`,
  registerShort: "Anmelden",
  registerHeard: (uid) => `${uid} anmelden`,
  impossibleUid:
    "Kein Sensor kann diese UID haben. Benennen Sie das Gerät mit Buchstaben, Ziffern und Bindestrichen, oder geben Sie ihm in den Regeln des Gateways eine UID.",
  uid: "UID",
  uidHint: "Was das Board als uid sendet. Sie lässt sich später nicht ändern.",
  suggest: "Vorschlagen",
  name: "Name",
  type: "Typ",
  typeHint: "Was auf dem Board sitzt: SHT31, BME280\u00a0…",
  role: "Wo er misst",
  roleHint: "Für die Werte des Gewächshauses und seine Grenzen zählen nur Luftsensoren.",
  isSoil: "Misst er im Boden?",
  inSoil: "Im Boden",
  inAir: "In der Luft",
  greenhouse: "Gewächshaus",
  unlinked: "nicht verknüpft",
  unlinkedHint: "kann nicht senden",
  lastReading: "Letzter Messwert",
  pending: {
    added: "Noch nicht angemeldet: wartet auf die Verbindung",
    changed: "Eine Änderung wartet auf die Verbindung",
    removed: "Das Entfernen wartet auf die Verbindung",
  },
  snippet: "Board-Code",
  snippetOf: (name) => `Code für ${name}`,
  snippetUnlinked:
    "Dieser Sensor ist mit keinem Gewächshaus verknüpft: So lange werden seine Messwerte abgelehnt.",
  snippetLeads: {
    shell: "Sendet einen Messwert aus einem Terminal, mit curl und openssl.",
    python: "Sendet einen Messwert, mit Python allein.",
    arduino: "Gehört in secrets.h des Clients in devices/arduino.",
    micropython: "Gehört in config.py des Clients in devices/micropython.",
  },
  snippetKey: "Schlüssel einsetzen",
  snippetKeyHint:
    "KEY steht für den Schlüssel des Sensors oder, wenn er keinen eigenen hat, den des Betriebs. Eigentümer können ihn einsetzen.",
  ownKey: "Eigenen Schlüssel geben",
  ownKeyHint: "Geht das Board verloren, lässt es sich sperren, ohne die anderen anzufassen.",
  ownKeyRemove: "Diesen Schlüssel entfernen",
  ownKeyRemoved: (name) =>
    `${name} hat keinen eigenen Schlüssel mehr: Das Board braucht den des Betriebs.`,
  qr: (name) => `QR-Code mit Adresse, UID und Schlüssel für das Board von ${name}`,
  qrHint:
    "Enthält Adresse, UID und Schlüssel als Text. Zeigen Sie ihn nur, wem Sie den Schlüssel anvertrauen.",
  lost: "Board verloren?",
  cutOff: "Sperren …",
  cutOffTitle: (name) => `Das Board von ${name} sperren?`,
  cutOffWarning:
    "Der Sensor bekommt einen neuen Schlüssel; der auf dem verlorenen Board gilt für ihn sofort nicht mehr. Die Messwerte bleiben. Das lässt sich nicht rückgängig machen.",
  cutOffFarmKey:
    "Das verlorene Board hat den Schlüssel des Betriebs und kann damit noch für andere Sensoren senden. Ersetzen Sie auch diesen, in den Einstellungen.",
  cutOffSubmit: "Sperren",
  cutOffDone: "Das verlorene Board ist gesperrt. Sein Ersatz braucht den neuen Schlüssel.",
  languages: { shell: "Shell", python: "Python", arduino: "Arduino", micropython: "MicroPython" },
  snippetLoopback:
    "127.0.0.1 ist nur dieser Rechner. Ein Board braucht seine Adresse im Netz; die steht hier nach",
  snippetLanguage: "Sprache",
  edit: (name) => `${name} bearbeiten`,
  actionsTitle: "Aktionen",
  actions: (name) => `Aktionen für ${name}`,
  removed: (name) => `${name} wurde entfernt. Die Messwerte bleiben.`,
  hasOutputs: (name, count, isLinked) => {
    const [outputs, them] = count === 1 ? ["einen Ausgang", "ihn"] : [`${count} Ausgänge`, "sie"];
    const remedy = isLinked
      ? `Entfernen Sie ${them} zuerst, auf der Seite des Gewächshauses.`
      : `Verknüpfen Sie den Sensor mit einem Gewächshaus und entfernen Sie ${them} zuerst, auf dessen Seite.`;
    return `${name} wurde nicht entfernt. Der Sensor hat ${outputs}: ${remedy}`;
  },
  registered: (name) => `${name} ist angemeldet.`,
  registeredHeard: (name, isLinked) =>
    isLinked
      ? `${name} ist angemeldet. Das Gateway sendet die Messwerte in den nächsten Minuten.`
      : `${name} ist angemeldet. Das Gateway sendet die Messwerte, sobald der Sensor mit einem Gewächshaus verknüpft ist.`,
  linked: (name, greenhouse) => `${name} ist mit ${greenhouse} verknüpft.`,
  unlinkedNow: (name) => `${name} ist nicht mehr verknüpft und kann keine Messwerte senden.`,
  linkOf: (name) => `Gewächshaus von ${name}`,
};

export const useSensorTexts = defineTexts({ en, de });
