/** The sensors view, in German. */

import type { SensorTexts } from "../en/sensors";

export const de: SensorTexts = {
  title: "Sensoren",
  emptyList: "Noch keine Sensoren.",
  noneHint: "Melden Sie einen an, um die Einstellungen für sein Board zu bekommen.",
  search: "Name, UID, Typ, Gewächshaus suchen",
  searchShort: "Name, UID, Typ … suchen",
  filter: "Anzeigen",
  shown: {
    all: "Alle",
    attention: "Probleme",
    weak: "Akku schwach",
    old: "Verspätet",
    silent: "Stumm",
    signal: "Schwaches Signal",
    program: "Älteres Programm",
    uncalibrated: "Nicht kalibriert",
    unlinked: "Ohne Haus",
  },
  found: (count, all) => `${count} von ${all} Sensoren`,
  nothingFound: "Keine passenden Sensoren.",
  showAll: "Alle zeigen",
  showMore: "Mehr zeigen",
  register: "Sensor anmelden",
  labels: {
    open: "Etiketten drucken",
    title: (count) => (count === 1 ? "1 Etikett" : `${count} Etiketten`),
    print: "Drucken",
    hint: "Jeder QR-Code enthält Adresse, UID und Schlüssel eines Boards. Bewahren Sie das Blatt sicher auf.",
  },
  many: {
    open: "Viele anmelden",
    title: "Viele Sensoren anmelden",
    lead: (columns, max) =>
      `Die erste Zeile nennt die Spalten: ${columns}. Nur name ist nötig. Höchstens ${max} Sensoren.`,
    file: "CSV-Datei",
    fileFaults: {
      unreadable:
        "Diese Datei lässt sich nicht lesen. Sie wurde verschoben oder gelöscht, oder sie ist ein Ordner. Wählen Sie sie neu aus.",
      empty: "Diese Datei ist leer. Wählen Sie eine andere.",
      tooLarge: "Diese Datei ist größer als 1 MB. Wählen Sie eine CSV-Datei nur mit den Sensoren.",
      notText:
        "Das ist keine CSV-Datei. Speichern Sie die Liste in der Tabellenkalkulation als CSV (UTF-8), und wählen Sie diese Datei.",
    },
    text: "Oder fügen Sie die Zeilen hier ein",
    ownKeys: "Jedem Sensor einen eigenen Schlüssel geben",
    ownKeysHint: "Schlüssel in der Spalte key bleiben, wie sie sind.",
    submit: (count) => {
      if (count === 0) return "Anmelden";
      return count === 1 ? "1 Sensor anmelden" : `${count} Sensoren anmelden`;
    },
    registered: (count) =>
      count === 1 ? "1 Sensor ist angemeldet." : `${count} Sensoren sind angemeldet.`,
    refused:
      "Nichts wurde angemeldet: Eine UID in dieser Liste gehört vielleicht zu einem anderen Betrieb. Ändern Sie sie, oder lassen Sie die Spalte uid leer.",
    faults: (count) => `${count} Fehler. Erst wenn alle Zeilen stimmen, wird etwas angemeldet.`,
    line: (line) => `Zeile ${line}:`,
    more: (count) => `und ${count} weitere`,
    csv: {
      noName: "Es gibt keine Spalte name. Nennen Sie die Spalten in der ersten Zeile.",
      header: (column, columns) =>
        `Der Name der Spalte ${column} ist unbekannt oder doppelt. Möglich sind ${columns}.`,
      empty: "Unter dieser Zeile stehen keine Sensoren. Fügen Sie je eine Zeile hinzu.",
      tooMany: (max) => `Mehr als ${max} Sensoren. Teilen Sie die Datei.`,
      quote: "Ein Anführungszeichen ist nicht geschlossen. Schließen oder entfernen Sie es.",
      cells: (found, expected) =>
        `${found} Werte für ${expected} Spalten. Setzen Sie Texte mit Trennzeichen in Anführungszeichen.`,
      role: "where muss air, soil oder outdoor sein, oder leer.",
      greenhouse: (name) =>
        `Es gibt kein Gewächshaus „${name}“. Ändern Sie den Namen, fügen Sie das Gewächshaus hinzu, oder lassen Sie ihn leer.`,
      sameName: (name) =>
        `Mehrere Gewächshäuser heißen „${name}“. Geben Sie ihnen verschiedene Namen, oder schreiben Sie die ID des Gewächshauses.`,
      repeated: (line) => `Dieselbe UID wie in Zeile ${line}. Jeder Sensor braucht seine eigene.`,
    },
  },
  heard: (count) =>
    count === 1
      ? "Das Gateway hat 1 nicht angemeldetes Gerät gefunden"
      : `Das Gateway hat ${count} nicht angemeldete Geräte gefunden`,
  registerShort: "Anmelden",
  registerHeard: (uid) => `${uid} anmelden`,
  replaces: "Ersetzt einen Sensor",
  replacesOf: (uid) => `${uid} ersetzt einen Sensor`,
  impossibleUid:
    "Als UID nicht erlaubt. Benennen Sie das Gerät um (Buchstaben, Ziffern, Bindestriche) oder legen Sie in den Regeln des Gateways eine UID fest.",
  uid: "UID",
  uidHint: "Das Board sendet sie mit jedem Messwert. Lässt sich später nicht ändern.",
  name: "Name",
  type: "Typ",
  typeHint: "Der Sensorchip: SHT31, BME280\u00a0…",
  role: "Wo er misst",
  roleHint:
    "Für Grenzwerte und Mittelwerte der Luft, etwa der Temperatur, zählen nur Luftsensoren.",
  isSoil: "Misst er im Boden?",
  inSoil: "Im Boden",
  inAir: "In der Luft",
  greenhouse: "Gewächshaus",
  unlinked: "nicht zugeordnet",
  unlinkedHint: "Messwerte werden abgelehnt",
  replacedHint: "wurde ersetzt",
  lastReading: "Letzter Messwert",
  battery: "Batterie",
  pending: {
    added: "Noch nicht gespeichert: wartet auf die Verbindung",
    changed: "Änderung noch nicht gespeichert: wartet auf die Verbindung",
    removed: "Noch nicht entfernt: wartet auf die Verbindung",
  },
  snippetOf: (name) => `Code für ${name}`,
  snippetUnlinked:
    "Dieser Sensor ist keinem Gewächshaus zugeordnet. Seine Messwerte werden abgelehnt, bis Sie ihn zuordnen.",
  snippetLeads: {
    shell: "Sendet einen Messwert aus einem Terminal, mit curl und openssl.",
    python: "Sendet einen Messwert, mit reinem Python.",
    arduino: "Für secrets.h des Clients in devices/arduino.",
    micropython: "Für config.py des Clients in devices/micropython.",
  },
  snippetClient: "Client holen",
  ownKey: "Eigenen Schlüssel verwenden",
  ownKeyHint: "Geht das Board verloren, können Sie es sperren, ohne die anderen zu ändern.",
  ownKeyRemove: "Diesen Schlüssel entfernen",
  ownKeyRemoved: (name) =>
    `${name} hat keinen eigenen Schlüssel mehr. Das Board braucht den des Betriebs.`,
  qr: (name) => `QR-Code für das Board von ${name}`,
  qrHint: "Enthält Adresse, UID und Schlüssel. Zeigen Sie ihn nur Personen, denen Sie vertrauen.",
  lost: "Board verloren?",
  cutOff: "Dieses Board sperren …",
  cutOffTitle: (name) => `Das Board von ${name} sperren?`,
  cutOffWarning:
    "Der Sensor bekommt einen neuen Schlüssel, und das verlorene Board wird sofort abgelehnt. Die bisherigen Messwerte bleiben. Das lässt sich nicht rückgängig machen.",
  cutOffFarmKey:
    "Das verlorene Board hat den Schlüssel des Betriebs und kann noch für andere Sensoren senden. Ersetzen Sie auch diesen Schlüssel in den Einstellungen.",
  cutOffSubmit: "Dieses Board sperren",
  cutOffDone: "Das verlorene Board ist gesperrt. Sein Ersatz braucht den neuen Schlüssel.",
  languages: { shell: "Shell", python: "Python", arduino: "Arduino", micropython: "MicroPython" },
  snippetLanguage: "Sprache",
  edit: (name) => `${name} bearbeiten`,
  details: "Details",
  actionsTitle: "Aktionen",
  actions: (name) => `Aktionen für ${name}`,
  removed: (name) => `${name} wurde entfernt. Die Messwerte bleiben.`,
  hasOutputs: (name, count, isLinked) => {
    const [outputs, pronoun] =
      count === 1
        ? ["1 Ventil oder Pumpe", "den Eintrag"]
        : [`${count} Ventile oder Pumpen`, "sie"];
    const remedy = isLinked
      ? `Entfernen Sie ${pronoun} zuerst auf der Seite des Gewächshauses.`
      : `Ordnen Sie den Sensor zuerst einem Gewächshaus zu und entfernen Sie ${pronoun} auf dessen Seite.`;
    return `${name} wurde nicht entfernt. Der Sensor hat ${outputs}. ${remedy}`;
  },
  registered: (name) => `${name} ist angemeldet.`,
  registeredHeard: (name, isLinked) =>
    isLinked
      ? `${name} ist angemeldet. Das Gateway sendet die Messwerte in den nächsten Minuten.`
      : `${name} ist angemeldet. Ordnen Sie den Sensor einem Gewächshaus zu, dann sendet das Gateway seine Messwerte.`,
  linked: (name, greenhouse) => `${name} ist ${greenhouse} zugeordnet.`,
  unlinkedNow: (name) => `${name} ist nicht mehr zugeordnet. Messwerte werden abgelehnt.`,
};
