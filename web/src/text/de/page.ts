/** Every text of the page, in German. */

import { labelsIn, shortLabelsIn } from "@greenhouse/domain/words/names";
import type { Texts } from "../en/page";

const lastDay = (until: string | undefined, hasNow: boolean): string =>
  `der letzten 24 Stunden${until === undefined ? "" : ` bis ${until}${hasNow ? " und jetzt" : ""}`}`;

export const de: Texts = {
  appName: "Gewächshäuser",
  skipToContent: "Zum Inhalt springen",
  measurements: labelsIn("de"),
  shortMeasurements: shortLabelsIn("de"),
  problems: {
    refused: "Die Datenbank hat das abgelehnt: Sie dürfen das nicht oder nicht mehr.",
    discarded: "Verworfen: Es wurde nicht gespeichert.",
    changedMeanwhile: "Nicht gespeichert: Es wurde inzwischen anderswo geändert.",
    wrongCredentials: "Die E-Mail-Adresse oder das Passwort stimmt nicht.",
    tooManyAttempts: "Zu viele Versuche. Warten Sie ein paar Minuten.",
    noNetwork: "Es besteht keine Verbindung zum Netz.",
    popupClosed: "Das Anmeldefenster wurde vorzeitig geschlossen.",
    popupBlocked:
      "Der Browser hat das Anmeldefenster blockiert. Erlauben Sie Pop-ups für diese Seite.",
    emailTaken: "Zu dieser E-Mail-Adresse gibt es schon ein Konto: Melden Sie sich an.",
    weakPassword: "Das Passwort ist zu kurz: Es braucht mindestens 6 Zeichen.",
    badEmail: "Das ist keine E-Mail-Adresse.",
    unknown: "Etwas ist schiefgegangen. Versuchen Sie es noch einmal.",
  },
  validation: {
    empty: "Hier fehlt noch etwas.",
    tooLong: "Höchstens 100 Zeichen.",
    lineBreak: "Das muss in einer Zeile stehen.",
    hiddenCharacters:
      "Darin stehen verborgene Steuerzeichen. Tippen Sie den Text, statt ihn einzufügen.",
    forbiddenCharacters: "Die Zeichen . # $ [ ] / sind nicht erlaubt.",
    reservedUid: "Dieses Wort ist vergeben: Wählen Sie eine andere UID.",
    uidLikeKey:
      "20 Zeichen mit einem Bindestrich am Anfang sind die Schlüssel von Messwerten: Wählen Sie eine andere UID.",
    taken: "Ein Sensor mit dieser UID ist schon angemeldet.",
    refused:
      "Die Datenbank hat diese UID abgelehnt: Vielleicht hat sie ein Sensor eines anderen Betriebs.",
    notAnEmail: "Das ist keine E-Mail-Adresse.",
    shortPassword: "Es braucht mindestens 6 Zeichen.",
  },

  loading: "Lädt …",
  retry: "Noch einmal versuchen",
  cancel: "Abbrechen",
  save: "Speichern",
  saved: "Gespeichert.",
  close: "Schließen",
  undo: "Rückgängig",
  discard: { question: "Eingaben verwerfen?", yes: "Verwerfen", no: "Weiter bearbeiten" },
  copy: "Kopieren",
  copied: "Kopiert",
  copyWhat: (what) => `${what} kopieren`,
  copyRefused:
    "Der Browser lässt diese Seite nicht kopieren. Hier steht der Text, markiert: Kopieren Sie ihn selbst.",
  edit: "Bearbeiten",
  remove: "Entfernen",

  signIn: {
    title: "Anmelden",
    lead: "Ihre Gewächshäuser, live.",
    signUpLead:
      "Danach öffnen Sie den Einladungslink eines Eigentümers oder legen einen Betrieb an, wenn diese Seite das zulässt.",
    invited:
      "Sie sind zu einem Betrieb eingeladen. Melden Sie sich an oder legen Sie ein Konto an, dann folgt die Einladung.",
    passwordHint: "Mindestens 6 Zeichen.",
    email: "E-Mail-Adresse",
    password: "Passwort",
    submit: "Anmelden",
    signUp: "Konto anlegen",
    google: "Mit Google anmelden",
    forgotten: "Passwort vergessen?",
    resetSent: "Wenn es ein Konto mit dieser Adresse gibt, ist eine E-Mail unterwegs.",
    resetNeedsEmail: "Geben Sie zuerst Ihre E-Mail-Adresse ein.",
    demo: "Demo: anmelden als",
    newHere: "Neu hier?",
    haveAccount: "Schon ein Konto?",
    roles: { owner: "Eigentümer", viewer: "Betrachter" },
  },

  account: {
    title: "Konto",
    language: "Sprache",
  },

  connection: {
    offline: (moment) =>
      moment === undefined ? "Verbindet …" : `Keine Verbindung. Werte von ${moment}.`,
    pending: "Noch nicht gespeichert: Lassen Sie diese Seite offen.",
  },

  nav: {
    main: "Ansichten",
    overview: "Gewächshäuser",
    sensors: "Sensoren",
    alerts: "Alarme",
    settings: "Einstellungen",
  },

  farm: {
    state: "Zustand",
    allWell: "Alles in Ordnung",
    allWellHere: "Hier ist alles in Ordnung",
    noProblem: "Keine Probleme gefunden",
    unchecked: "Nicht alles wird geprüft",
    gaps: {
      "no-limits": "Keine Grenzwerte gesetzt: Nichts wird geprüft.",
      "not-measured": "Keine Grenzwerte für das, was hier gemessen wird: Nichts wird geprüft.",
      "no-readings": "Noch keine Messwerte: Nichts wird geprüft.",
      "by-night": "Keine Grenzwerte für den Tag: Bis Sonnenuntergang wird nichts geprüft.",
      "no-values": "Keine aktuellen Messwerte: Nichts wird geprüft.",
      "no-temperature": "Keine Grenzwerte für die Temperatur: Sie wird nicht geprüft.",
    },
    gapOf: (greenhouse, gap) => `${greenhouse}: ${gap}`,
    gapsOf: (count) => `${count} Gewächshäuser werden nicht vollständig geprüft.`,
    setLimits: "Grenzwerte setzen",
    alertsOff: "Alarme sind aus.",
    switchOn: "Einschalten",
    wasCalm: "nichts brauchte Aufmerksamkeit",
    attention: (count) =>
      count === 1 ? "1 braucht Aufmerksamkeit" : `${count} brauchen Aufmerksamkeit`,
    asOf: (moment, text) => `Um ${moment}: ${text}`,
    inHand: (count) => (count === 1 ? "1 ist in Arbeit" : `${count} sind in Arbeit`),
    over: "Nichts braucht mehr Aufmerksamkeit",
    cardWords: {
      bad: "Alarm",
      warn: "Achtung",
      "in-hand": "In Arbeit",
      unchecked: "Nicht geprüft",
      well: "Gut",
    },
    acknowledge: "Bestätigen",
    acknowledgeOf: (sensor) => `Bestätigen für ${sensor}`,
    acknowledgeAll: "Alle bestätigen",
    acknowledged: "Bestätigt: Es gibt keine Erinnerungen mehr.",
    youCare: "Sie kümmern sich darum",
    cares: (who) => `${who} kümmert sich darum`,
    snoozedUntil: (moment) => `Pausiert bis ${moment}`,
    seemsOver: "scheint vorbei zu sein",
    noReadings: "Noch kein Messwert",
    newest: (age) => `neuester Messwert ${age}`,
    id: "Betriebs-ID",
    greenhouses: "Gewächshäuser",
    noGreenhouses: "Es gibt noch kein Gewächshaus.",
    addGreenhouse: "Gewächshaus hinzufügen",
    greenhouseName: "Name des Gewächshauses",
    noSensors: "Noch kein Sensor verknüpft",
    sparkline: (measurement) => `${measurement}, letzte 24 Stunden`,
    more: (count) => `${count} weitere`,
    showMore: "Mehr zeigen",
    less: "Weniger zeigen",
    low: (until, hasNow) => `Tiefster Wert ${lastDay(until, hasNow)}`,
    high: (until, hasNow) => `Höchster Wert ${lastDay(until, hasNow)}`,
    awaitsLate: "Verspätete Messwerte kommen noch dazu.",
    now: "jetzt",
    after: (moment) => `nach ${moment}`,
  },

  since: (moment) => `seit ${moment}`,
  sinceUnknown: "seit wann ist unbekannt",

  sensorFault: "Sensorfehler",
  sensorRoles: { air: "Luft", soil: "Boden", outdoor: "Außen" },

  freshness: {
    never: "noch kein Messwert",
    untimed: "Zeit unbekannt",
  },

  greenhouse: {
    back: "Alle Gewächshäuser",
    unknown: "Dieses Gewächshaus gibt es im Betrieb nicht.",
    dayByDay: "Tag für Tag",
    sensors: "Sensoren",
    sensor: "Sensor",
    noValueHere: "hier noch kein Wert",
    lastReading: "Letzter Messwert",
    median: (count) => `Median von ${count}`,
    span: (low, high) => `${low}\u00a0–\u00a0${high}`,
    allAlike: (value) => `alle ${value}`,
    without: (sensor, value) => `ohne ${sensor} (${value})`,
    moreValues: "Mehr Werte",
    lessValues: "Weniger Werte",
    threshold: (bounds) => `Soll: ${bounds}`,
    thresholdAtNight: (bounds) => `Soll nachts: ${bounds}`,
    noReadings: "Noch kein Messwert. Diese Zeile sendet den ersten:",
    noReadingsYet: "Noch kein Messwert. Das Board braucht seinen Code, um den ersten zu senden.",
    setUp: "Code für das Board",
    noSensors: "Mit diesem Gewächshaus ist noch kein Sensor verknüpft.",
    linkOne: "Sensor anmelden oder verknüpfen",
    addOutput: "Ventil, Pumpe oder Lüftung hinzufügen",
  },

  bounds: (min, max) => {
    if (min === undefined) return `höchstens ${max ?? ""}`;
    return max === undefined ? `mindestens ${min}` : `${min}\u00a0–\u2060\u00a0${max}`;
  },

  charts: {
    title: "Verläufe",
    range: "Zeitraum",
    presets: { "1h": "1 h", "24h": "24 h", "7d": "7 T", "30d": "30 T", "90d": "90 T", "1y": "1 J" },
    presetNames: {
      "1h": "Letzte Stunde",
      "24h": "Letzte 24 Stunden",
      "7d": "Letzte 7 Tage",
      "30d": "Letzte 30 Tage",
      "90d": "Letzte 90 Tage",
      "1y": "Letztes Jahr",
    },
    own: "Eigener Zeitraum",
    reset: "Zurück zu den letzten 24 Stunden",
    cursor: (measurement) => `Cursor: ${measurement}`,
    cursorNowhere: "kein Wert hier",
    since: (moment) => `Kein Messwert vor ${moment}.`,
    showSince: "Ab da zeigen",
    more: (count) => `${count} weitere`,
    fewer: "Weniger",
    former: "früher",
    reading: "Liest den Verlauf …",
    band: (count) => `Tiefster, mittlerer und höchster von ${count}`,
    sampled:
      "Zeigt eine Stichprobe der Messwerte: Tiefste und höchste können fehlen. Hineinzoomen zeigt alle.",
    sampledBefore: (moment) =>
      `Vor ${moment} ist dies eine Stichprobe der Messwerte: Tiefste und höchste können dort fehlen.`,
    sampledSince: (moment) =>
      `Seit ${moment} ist dies eine Stichprobe der Messwerte: Tiefste und höchste können dort fehlen.`,
    nothing: "Keine Messwerte in diesem Zeitraum.",
    offline: "Keine Verbindung: Der Verlauf erscheint, sobald sie wieder da ist.",
    faults: (names) => `Sensorfehler, am Rand markiert: ${names}`,
    table: (measurement) => `${measurement} als Tabelle`,
    tableTime: "Zeit",
    notes: "Notizen",
    night: "Nacht",
    tableCell: (low, high) => `${low} – ${high}`,
    chart: (measurement, range) =>
      `Verlauf: ${measurement}, ${range}. Die Tabelle darunter enthält die Werte.`,
  },

  notFound: {
    title: "Hier ist nichts",
    lead: "Die Adresse führt nirgendwohin.",
    home: "Zu Ihren Betrieben",
  },

  fatal: {
    title: "Die Seite konnte nicht starten",
    lead: "Sie erreicht ihren Server nicht. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
    offline:
      "Das ist noch nicht auf diesem Gerät: Es öffnet sich, wenn die Verbindung wieder da ist.",
  },
};
