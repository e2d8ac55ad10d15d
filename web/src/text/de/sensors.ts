/** The view of the sensors: in German. */

import type { SensorTexts } from "../en/sensors";

export const de: SensorTexts = {
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
