/** The texts of settings and keys: in German. */

import type { SettingsTexts } from "../en/settings";

export const de: SettingsTexts = {
  gateway: {
    title: "Gateway",
    none: "noch nicht gemeldet",
    reported: (age) => `gemeldet ${age}`,
  },
  keys: {
    reveal: "Schlüssel zeigen",
    hide: "Schlüssel verbergen",
    replace: "Schlüssel ersetzen …",
    replaceSubmit: "Schlüssel ersetzen",
    newKey: "Neuer Schlüssel",
    oldKey: "Alter Schlüssel",
    endOld: "Alten Schlüssel sperren",
    keepOld: "gilt weiter, bis Sie ihn sperren",
    endAtOnce: "gilt sofort nicht mehr",
    farm: {
      key: "Schlüssel des Betriebs",
      lead: "Damit signieren die Boards ihre Messwerte. Wer ihn hat, kann für diesen Betrieb Messwerte senden.",
      none: "Der Betrieb hat noch keinen Schlüssel: Ohne ihn wird kein signierter Messwert angenommen.",
      make: "Schlüssel erzeugen",
      oldWorks:
        "Zwei Schlüssel gelten. Sperren Sie den alten, wenn alle Boards und das Gateway den neuen haben.",
      oldEnded: "Der alte Schlüssel des Betriebs gilt nicht mehr.",
      replaceTitle: "Den Schlüssel ersetzen?",
      keepQuestion: "Der Schlüssel, den die Boards jetzt haben,",
      kept: "Beide Schlüssel gelten. Spielen Sie den neuen auf alle Boards und das Gateway, dann sperren Sie hier den alten.",
      keptTwice:
        "Der bisherige alte Schlüssel gilt dann nicht mehr: Boards, die ihn noch haben, werden abgewiesen. Das lässt sich nicht rückgängig machen.",
      warning:
        "Alle Boards und das Gateway werden abgewiesen, bis sie den neuen Schlüssel haben. Das lässt sich nicht rückgängig machen.",
      confirm: (name) => `Zur Bestätigung den Namen des Betriebs eintippen: ${name}`,
      replaced: "Der Schlüssel wurde ersetzt. Spielen Sie den neuen auf jedes Board.",
      replacedKept: "Es gibt einen neuen Schlüssel. Der alte gilt, bis Sie ihn sperren.",
    },
    sensor: {
      key: "Schlüssel dieses Sensors",
      lead: "Er gilt nur für diesen Sensor. Wer ihn hat, kann für keinen anderen senden.",
      none: "Dieser Sensor hat keinen eigenen Schlüssel: Sein Board signiert wie andere mit dem des Betriebs.",
      make: "Eigenen Schlüssel geben",
      oldWorks: "Zwei Schlüssel gelten. Sperren Sie den alten, wenn das Board den neuen hat.",
      oldEnded: "Der alte Schlüssel dieses Sensors gilt nicht mehr.",
      replaceTitle: "Den Schlüssel dieses Sensors ersetzen?",
      keepQuestion: "Der Schlüssel, den das Board jetzt hat,",
      kept: "Beide Schlüssel gelten. Spielen Sie den neuen auf das Board, dann sperren Sie hier den alten.",
      keptTwice:
        "Der bisherige alte Schlüssel gilt dann nicht mehr: Ein Board, das ihn noch hat, wird abgewiesen. Das lässt sich nicht rückgängig machen.",
      warning:
        "Das Board wird abgewiesen, bis es den neuen Schlüssel hat. Das lässt sich nicht rückgängig machen.",
      confirm: (name) => `Zur Bestätigung den Namen des Sensors eintippen: ${name}`,
      replaced: "Der Sensor hat einen neuen Schlüssel. Spielen Sie ihn auf das Board.",
      replacedKept: "Der Sensor hat einen neuen Schlüssel. Der alte gilt, bis Sie ihn sperren.",
    },
  },

  invitations: {
    title: "Jemanden einladen",
    alone: "Sie sind bisher das einzige Mitglied. Andere treten mit einem Link bei.",
    lead: "Ein Link für eine Person, eine Woche gültig. Wer zuerst damit beitritt, ist sofort Mitglied.",
    make: "Link erstellen",
    made: "Der Link ist fertig: Schicken Sie ihn der Person.",
    ownerWarning: "Eigentümer dürfen alles ändern und auch Sie entfernen.",
    open: "Offene Einladungen",
    you: "Ihnen",
    facts: (maker, until) => `von ${maker}, gültig bis ${until}`,
    link: "Einladungslink",
    linkOf: (role, until) => `Einladungslink (${role}, gültig bis ${until})`,
    share: "Teilen …",
    shared: (farm) => `Einladung zu ${farm}`,
    code: "QR-Code",
    codeOf: "QR-Code mit dem Einladungslink",
    codeHint: "Das Telefon der Person öffnet den Link mit der Kamera.",
    withdraw: "Zurückziehen",
    withdrawOf: (role, until) => `Zurückziehen: ${role}, gültig bis ${until}`,
    withdrawn: "Die Einladung ist zurückgezogen: Mit ihrem Link tritt niemand mehr bei.",
  },

  settings: {
    title: "Einstellungen",
    farm: "Betrieb",
    members: "Mitglieder",
    membersLead: "Eigentümer dürfen alles ändern; Betrachter sehen alles außer dem Schlüssel.",
    role: "Rolle",
    roles: { owner: "Eigentümer", viewer: "Betrachter" },
    you: "Sie",
    ownName: "Ihr Name",
    ownNameHint: "Die Mitglieder sehen ihn, zum Beispiel bei Alarmen, die Sie bestätigen.",
    removedMember: (name) => `${name} ist kein Mitglied mehr.`,
    notTakenBack: (name) =>
      `${name} führt diesen Betrieb nicht mehr auf der Liste: Schicken Sie einen Einladungslink.`,
    roleOf: (name) => `Rolle von ${name}`,
    greenhouses: "Gewächshäuser und Grenzen",
    greenhousesLead:
      "Ein Wert außerhalb seiner Grenzen wird in der Übersicht genannt; die Verläufe zeigen sie als Band.",
    more: (quantities) => `Weitere: ${quantities.join(", ")}`,
    lowest: "Von",
    highest: "Bis",
    viewerOnly: "Einstellungen ändern nur Eigentümer.",
    onCard: "Auf der Karte",
    onCardHint: (most) =>
      `Was die Übersicht von diesem Gewächshaus zeigt, höchstens ${most}. Alarme nennt sie immer.`,
    noThresholds: "keine Grenzen",
    night: "Andere Grenzen in der Nacht",
    boundsAtNight: (bounds) => `nachts ${bounds}`,
    atNight: "nachts",
    nightHint:
      "Von Sonnenuntergang bis Sonnenaufgang. Wo ein Feld leer ist, gilt die Grenze des Tages.",
    nightNeedsPlace:
      "Nacht ist von Sonnenuntergang bis Sonnenaufgang: Diese Grenzen gelten erst, wenn in den Einstellungen der Ort des Betriebs steht.",
    place: "Ort",
    placeLead: "Daraus ergibt sich, wann im Betrieb Nacht ist: für Grenzen, die dann anders sind.",
    noPlace: "nicht festgelegt",
    latitude: "Breitengrad",
    longitude: "Längengrad",
    timeZone: "Zeitzone",
    placeHint:
      "In Grad, Norden und Osten positiv. Beide lassen sich zusammen aus einer Karte einfügen: 52.52, 13.40",
    placeFaults: {
      latitude: "Das muss eine Zahl von -90 bis 90 sein.",
      longitude: "Das muss eine Zahl von -180 bis 180 sein.",
      timeZone: "Diese Zeitzone gibt es nicht. Beispiel: Europe/Berlin",
    },
    sunDown: (sunset, sunrise, zone) => `Nacht von ${sunset} bis ${sunrise}${zone}`,
    sunUp: "Die Sonne geht dort heute nicht unter.",
    sunDownAllDay: "Die Sonne geht dort heute nicht auf.",
  },
};
