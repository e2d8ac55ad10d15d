/** Settings and keys, in German. */

import type { SettingsTexts } from "../en/settings";

export const de: SettingsTexts = {
  gateway: {
    title: "Gateway",
    missing: "noch keine Meldung",
    reported: (age) => `letzte Meldung ${age}`,
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
      lead: "Damit signieren die Boards ihre Messwerte. Wer ihn hat, kann Messwerte für diesen Betrieb senden.",
      missing: "Noch kein Schlüssel. Bis Sie einen erzeugen, werden signierte Messwerte abgelehnt.",
      make: "Schlüssel erzeugen",
      oldWorks:
        "Zwei Schlüssel gelten. Sperren Sie den alten, wenn alle Boards und das Gateway den neuen haben.",
      oldEnded: "Der alte Schlüssel des Betriebs gilt nicht mehr.",
      replaceTitle: "Den Schlüssel des Betriebs ersetzen?",
      keepQuestion: "Der jetzige Schlüssel der Boards",
      kept: "Beide Schlüssel gelten. Spielen Sie den neuen auf alle Boards und das Gateway, dann sperren Sie hier den alten.",
      keptTwice:
        "Der Schlüssel davor wird gesperrt. Boards, die ihn noch haben, werden abgelehnt. Das lässt sich nicht rückgängig machen.",
      warning:
        "Alle Boards und das Gateway werden abgelehnt, bis sie den neuen Schlüssel haben. Das lässt sich nicht rückgängig machen.",
      confirm: (name) => `Zur Bestätigung den Namen des Betriebs eintippen: ${name}`,
      replaced: "Der Schlüssel wurde ersetzt. Spielen Sie den neuen auf jedes Board.",
      replacedKept: "Es gibt einen neuen Schlüssel. Der alte gilt, bis Sie ihn sperren.",
    },
    sensor: {
      key: "Schlüssel dieses Sensors",
      lead: "Gilt nur für diesen Sensor.",
      missing: "Dieser Sensor hat keinen eigenen Schlüssel. Sein Board verwendet den des Betriebs.",
      make: "Eigenen Schlüssel verwenden",
      oldWorks: "Zwei Schlüssel gelten. Sperren Sie den alten, wenn das Board den neuen hat.",
      oldEnded: "Der alte Schlüssel dieses Sensors gilt nicht mehr.",
      replaceTitle: "Den Schlüssel dieses Sensors ersetzen?",
      keepQuestion: "Der jetzige Schlüssel des Boards",
      kept: "Beide Schlüssel gelten. Spielen Sie den neuen auf das Board, dann sperren Sie hier den alten.",
      keptTwice:
        "Der Schlüssel davor wird gesperrt. Ein Board, das ihn noch hat, wird abgelehnt. Das lässt sich nicht rückgängig machen.",
      warning:
        "Das Board wird abgelehnt, bis es den neuen Schlüssel hat. Das lässt sich nicht rückgängig machen.",
      confirm: (name) => `Zur Bestätigung den Namen des Sensors eintippen: ${name}`,
      replaced: "Der Schlüssel wurde ersetzt. Spielen Sie den neuen auf das Board.",
      replacedKept: "Der Sensor hat einen neuen Schlüssel. Der alte gilt, bis Sie ihn sperren.",
    },
  },

  invitations: {
    title: "Jemanden einladen",
    alone: "Sie sind das einzige Mitglied. Laden Sie andere mit einem Link ein.",
    lead: "Ein Link für eine Person, eine Woche gültig. Wer ihn zuerst öffnet, wird Mitglied.",
    make: "Link erstellen",
    made: "Der Link ist fertig. Schicken Sie ihn der Person, die Sie einladen.",
    ownerWarning: "Eigentümer dürfen alles ändern und sogar Sie entfernen.",
    open: "Offene Einladungen",
    you: "Ihnen",
    facts: (maker, until) => `erstellt von ${maker}, gültig bis ${until}`,
    link: "Einladungslink",
    linkOf: (role, until) => `Einladungslink (${role}, gültig bis ${until})`,
    share: "Teilen …",
    shared: (farm) => `Einladung zu ${farm}`,
    code: "QR-Code",
    codeOf: "QR-Code mit dem Einladungslink",
    codeHint: "Mit dem Telefon der anderen Person scannen.",
    withdraw: "Zurückziehen",
    withdrawOf: (role, until) => `Zurückziehen: ${role}, gültig bis ${until}`,
    withdrawn: "Einladung zurückgezogen. Der Link gilt nicht mehr.",
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
      `${name} hat diesen Betrieb von der Liste genommen. Schicken Sie einen Einladungslink.`,
    roleOf: (name) => `Rolle: ${name}`,
    greenhouses: "Gewächshäuser und Grenzwerte",
    greenhousesLead:
      "Werte außerhalb dieser Grenzwerte werden gemeldet. Die Verläufe zeigen die Grenzwerte als Band.",
    more: (quantities) => `Weitere: ${quantities.join(", ")}`,
    lowest: "Von",
    highest: "Bis",
    viewerOnly: "Nur Eigentümer können Einstellungen ändern.",
    onCard: "In der Übersicht gezeigt",
    onCardHint: (max) => `Wählen Sie bis zu ${max}. Alarme erscheinen immer.`,
    noThresholds: "keine Grenzwerte",
    night: "Andere Grenzwerte in der Nacht",
    boundsAtNight: (bounds) => `nachts ${bounds}`,
    atNight: "nachts",
    nightHint:
      "Von Sonnenuntergang bis Sonnenaufgang. Ist ein Feld leer, gilt der Grenzwert des Tages.",
    nightNeedsPlace:
      "Diese Grenzwerte gelten von Sonnenuntergang bis Sonnenaufgang, sobald der Standort des Betriebs bekannt ist.",
    setPlace: "Standort angeben",
    devicePlace: "Ort dieses Geräts verwenden",
    devicePlaceProblems: {
      denied:
        "Der Browser sagt dieser Seite nicht, wo Sie sind. Erlauben Sie es, oder fügen Sie beide aus einer Karte ein.",
      unavailable: "Dieses Gerät weiß nicht, wo es ist. Fügen Sie beide aus einer Karte ein.",
    },
    place: "Standort",
    placeLead: "Wird gebraucht, um Tag und Nacht zu unterscheiden, für Grenzwerte in der Nacht.",
    noPlace: "nicht angegeben",
    latitude: "Breitengrad",
    longitude: "Längengrad",
    timeZone: "Zeitzone",
    placeHint:
      "In Grad; Norden und Osten sind positiv. Sie können beide aus einer Karte einfügen: 52.52, 13.40",
    placeFaults: {
      latitude: "Geben Sie eine Zahl von -90 bis 90 ein.",
      longitude: "Geben Sie eine Zahl von -180 bis 180 ein.",
      timeZone: "Unbekannte Zeitzone. Beispiel: Europe/Berlin",
    },
    sunDown: (sunset, sunrise, zone) => `Nacht: ${sunset}–${sunrise}${zone}`,
    sunUp: "Die Sonne geht dort heute nicht unter.",
    sunDownAllDay: "Die Sonne geht dort heute nicht auf.",
  },
};
