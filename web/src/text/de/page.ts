/** The texts of all views, in German. */

import { MIN_PAIRED_CHARACTERS } from "@greenhouse/domain/identity/farm-key";
import { labelsIn, shortLabelsIn } from "@greenhouse/domain/words/names";
import type { Texts } from "../en/page";
import { range } from "../range";

const lastDay = (until: string | undefined, hasNow: boolean): string =>
  `der letzten 24 Stunden${until === undefined ? "" : ` bis ${until}${hasNow ? " und jetzt" : ""}`}`;

export const de: Texts = {
  appName: "Gewächshäuser",
  skipToContent: "Zum Inhalt springen",
  measurements: labelsIn("de"),
  shortMeasurements: shortLabelsIn("de"),
  problems: {
    refused: "Dazu haben Sie keine Berechtigung.",
    discarded: "Verworfen. Nichts wurde gespeichert.",
    changedMeanwhile: "Nicht gespeichert: Jemand anders hat es inzwischen geändert.",
    tooManyChanges:
      "Nicht gespeichert: Dieser Sensor hat schon 60 Änderungen. Machen Sie welche rückgängig; nach 30 Tagen ist wieder Platz.",
    wrongCredentials: "Die E-Mail-Adresse oder das Passwort stimmt nicht.",
    tooManyAttempts: "Zu viele Versuche. Versuchen Sie es in einigen Minuten erneut.",
    noNetwork: "Keine Internetverbindung. Prüfen Sie die Verbindung.",
    popupClosed: "Das Anmeldefenster wurde zu früh geschlossen. Versuchen Sie es erneut.",
    popupBlocked:
      "Der Browser hat das Anmeldefenster blockiert. Erlauben Sie Pop-ups für diese Seite.",
    emailTaken: "Sie haben schon ein Konto. Melden Sie sich an.",
    weakPassword: "Das Passwort ist zu kurz. Mindestens 6 Zeichen.",
    badEmail: "Geben Sie eine gültige E-Mail-Adresse ein.",
    unknown: "Etwas ist schiefgegangen. Versuchen Sie es erneut.",
  },
  validation: {
    empty: "Pflichtfeld",
    tooLong: "Höchstens 100 Zeichen.",
    lineBreak: "Nur eine Zeile ist erlaubt.",
    hiddenCharacters:
      "Enthält unsichtbare Steuerzeichen. Tippen Sie den Text, statt ihn einzufügen.",
    forbiddenCharacters: "Die Zeichen . # $ [ ] / sind nicht erlaubt.",
    reservedUid: "Dieses Wort ist reserviert. Wählen Sie eine andere UID.",
    uidLikeKey:
      "Sieht aus wie der Schlüssel eines Messwerts (20 Zeichen mit Bindestrich am Anfang). Wählen Sie eine andere UID.",
    taken: "Ein Sensor mit dieser UID ist schon angemeldet.",
    shortKey: `Mindestens ${MIN_PAIRED_CHARACTERS} Zeichen, oder leer für einen neuen.`,
    refused: "Diese UID wurde abgelehnt. Vielleicht nutzt sie ein anderer Betrieb.",
    notAnEmail: "Geben Sie eine gültige E-Mail-Adresse ein.",
    shortPassword: "Mindestens 6 Zeichen.",
  },

  loading: "Lädt …",
  retry: "Erneut versuchen",
  cancel: "Abbrechen",
  save: "Speichern",
  saved: "Gespeichert.",
  close: "Schließen",
  undo: "Rückgängig",
  discard: { question: "Änderungen verwerfen?", yes: "Verwerfen", no: "Weiter bearbeiten" },
  copy: "Kopieren",
  copied: "Kopiert",
  copyLabel: (label) => `${label} kopieren`,
  copyRefused: "Kopieren nicht möglich. Markieren und kopieren Sie den Text unten.",
  edit: "Bearbeiten",
  remove: "Entfernen",

  signIn: {
    title: "Anmelden",
    lead: "Ihre Gewächshäuser, live.",
    signUpLead: "Öffnen Sie danach Ihren Einladungslink oder legen Sie einen Betrieb an.",
    invited:
      "Sie wurden zu einem Betrieb eingeladen. Melden Sie sich an oder legen Sie ein Konto an, um die Einladung zu sehen.",
    passwordHint: "Mindestens 6 Zeichen.",
    email: "E-Mail-Adresse",
    password: "Passwort",
    submit: "Anmelden",
    signUp: "Konto anlegen",
    google: "Mit Google anmelden",
    forgotten: "Passwort vergessen?",
    resetSent: "Wenn es zu dieser Adresse ein Konto gibt, ist eine E-Mail unterwegs.",
    resetNeedsEmail: "Geben Sie zuerst Ihre E-Mail-Adresse ein.",
    demo: "Demo: anmelden als",
    newHere: "Konto anlegen",
    haveAccount: "Ich habe ein Konto",
    roles: { owner: "Eigentümer", viewer: "Betrachter" },
  },

  account: {
    title: "Konto",
    language: "Sprache",
  },

  connection: {
    offline: (moment) => (moment === undefined ? "Verbindet …" : `Offline. Werte von ${moment}.`),
    pending: "Noch nicht gespeichert. Lassen Sie diese Seite offen.",
  },

  nav: {
    main: "Ansichten",
    overview: "Gewächshäuser",
    sensors: "Sensoren",
    alerts: "Alarme",
    settings: "Einstellungen",
  },

  farm: {
    state: "Status",
    allWell: "Alles in Ordnung",
    allWellHere: "Hier ist alles in Ordnung",
    noProblem: "Keine Probleme gefunden",
    unchecked: "Nicht alles wird geprüft",
    gaps: {
      "no-limits": "Keine Grenzwerte gesetzt, daher wird nichts geprüft.",
      "not-measured": "Keine Grenzwerte für diese Messgrößen, daher wird nichts geprüft.",
      "no-readings": "Noch keine Messwerte, daher wird nichts geprüft.",
      "by-night": "Keine Grenzwerte für den Tag, daher wird bis Sonnenuntergang nichts geprüft.",
      "no-values": "Keine aktuellen Messwerte, daher wird nichts geprüft.",
      "no-temperature": "Keine Grenzwerte für die Temperatur, daher wird sie nicht geprüft.",
    },
    gapOf: (greenhouse, gap) => `${greenhouse}: ${gap}`,
    gapsOf: (count) => `${count} Gewächshäuser werden nicht vollständig geprüft.`,
    setLimits: "Grenzwerte setzen",
    alertsOff: "Alarme sind aus.",
    switchOn: "Einschalten",
    wasCalm: "keine Probleme",
    attention: (count) => (count === 1 ? "1 Problem" : `${count} Probleme`),
    asOf: (moment, text) => `Stand ${moment}: ${text}`,
    inHand: (count) => `${count} in Bearbeitung`,
    over: "Wieder alles in Ordnung",
    cardWords: {
      bad: "Alarm",
      warn: "Warnung",
      "in-hand": "In Bearbeitung",
      unchecked: "Nicht geprüft",
      well: "Gut",
    },
    acknowledge: "Bestätigen",
    acknowledgeOf: (sensor) => `Bestätigen für ${sensor}`,
    acknowledgeAll: "Alle bestätigen",
    acknowledged: "Bestätigt. Keine weiteren Erinnerungen.",
    youCare: "Sie kümmern sich darum",
    cares: (name) => `${name} kümmert sich darum`,
    snoozedUntil: (moment) => `Pausiert bis ${moment}`,
    seemsOver: "jetzt wieder normal",
    fineAgain: (value, isOfBounds) =>
      `jetzt ${value}, wieder ${isOfBounds ? "im erlaubten Bereich" : "normal"}`,
    noReadings: "Noch keine Messwerte",
    newest: (age) => `letzter Messwert ${age}`,
    id: "Betriebs-ID",
    greenhouses: "Gewächshäuser",
    noGreenhouses: "Noch keine Gewächshäuser.",
    addGreenhouse: "Gewächshaus hinzufügen",
    greenhouseName: "Name des Gewächshauses",
    noSensors: "Noch keine Sensoren",
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

  ages: { justNow: "gerade eben", ago: (duration) => `vor ${duration}` },
  since: (moment) => `seit ${moment}`,
  sinceRoughly: {
    about: (moment) => `seit etwa ${moment}`,
    latest: (moment) => `seit spätestens ${moment}`,
  },
  sinceUnknown: "Beginn unbekannt",

  sensorFault: "Sensorfehler",
  sensorRoles: { air: "Luft", soil: "Boden", outdoor: "Außen" },

  freshness: {
    never: "noch keine Messwerte",
    untimed: "Zeit unbekannt",
  },

  greenhouse: {
    back: "Alle Gewächshäuser",
    unknown: "Gewächshaus nicht gefunden. Vielleicht wurde es entfernt.",
    dayByDay: "Tag für Tag",
    sensors: "Sensoren",
    sensor: "Sensor",
    noValueHere: "hier noch kein Wert",
    leftOut: "ausgelassen",
    lastReading: "Letzter Messwert",
    median: (count) => `mittlerer Wert von ${count}\u00a0Sensoren`,
    span: range,
    allAlike: (value) => `überall ${value}`,
    without: (sensor, value) => `ohne ${sensor} (${value})`,
    night: {
      last: "Letzte Nacht",
      soFar: "Diese Nacht bisher",
      at: (time) => `um ${time}`,
      frost: "Frost",
      none: (down, up) =>
        up === false
          ? `Keine Messwerte seit Sonnenuntergang (${down}).`
          : `Keine Messwerte von Sonnenuntergang (${down}) bis Sonnenaufgang (${up}).`,
      sun: (down, up) =>
        up === false
          ? `Tiefstwert seit Sonnenuntergang (${down})`
          : `Tiefstwert von Sonnenuntergang (${down}) bis Sonnenaufgang (${up})`,
    },
    moreValues: "Mehr Werte",
    lessValues: "Weniger Werte",
    threshold: (bounds) => `Grenzwerte: ${bounds}`,
    thresholdAtNight: (bounds) => `Grenzwerte nachts: ${bounds}`,
    noReadings: "Dieser Befehl sendet den ersten Messwert:",
    noReadingsYet: "Spielen Sie den Code auf das Board, damit es den ersten Messwert sendet.",
    setUp: "Code für das Board",
    noSensors: "Noch keine Sensoren in diesem Gewächshaus.",
    linkOne: "Sensor anmelden oder zuordnen",
    addOutput: "Ventil, Pumpe oder Lüftung hinzufügen",
  },

  bounds: (min, max) => {
    if (min === undefined) return `höchstens ${max ?? ""}`;
    return max === undefined ? `mindestens ${min}` : range(min, max);
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
      "1y": "Letzte 12 Monate",
    },
    own: "Eigener",
    reset: "Zurück zu den letzten 24 Stunden",
    cursor: (measurement) => `Cursor: ${measurement}`,
    cursorNowhere: "kein Wert hier",
    since: (moment) => `Keine Messwerte vor ${moment}.`,
    showSince: "Dort beginnen",
    more: (count) => `${count} weitere`,
    fewer: "Weniger",
    onlyThese: "Nur diese",
    allLines: "Alle Sensoren",
    yearBefore: "Ein Jahr zuvor",
    notComparable: "Hier gibt es nichts zu vergleichen.",
    former: "entfernt",
    reading: "Verlauf wird geladen …",
    band: (count) => `Alle ${count} Sensoren (Median und Spanne)`,
    sampled:
      "Nur ein Teil der Messwerte wird gezeigt, Extremwerte können fehlen. Hineinzoomen zeigt alle.",
    sampledBefore: (moment) =>
      `Vor ${moment} wird nur ein Teil der Messwerte gezeigt. Extremwerte können fehlen.`,
    sampledSince: (moment) =>
      `Ab ${moment} wird nur ein Teil der Messwerte gezeigt. Extremwerte können fehlen.`,
    noData: "Keine Messwerte in diesem Zeitraum.",
    offline: "Offline. Der Verlauf erscheint, sobald Sie wieder online sind.",
    faults: (names) => `Sensorfehler, am Rand markiert: ${names}`,
    table: (measurement) => `${measurement} als Tabelle`,
    tableTime: "Zeit",
    notes: "Notizen",
    night: "Nacht",
    tableCell: range,
    chart: (measurement, period) =>
      `Verlauf: ${measurement}, ${period}. Die Werte stehen in der Tabelle darunter.`,
  },

  notFound: {
    title: "Seite nicht gefunden",
    lead: "Prüfen Sie die Adresse oder gehen Sie zu Ihren Betrieben.",
    home: "Zu Ihren Betrieben",
  },

  fatal: {
    title: "Die Seite konnte nicht geladen werden",
    lead: "Der Server ist nicht erreichbar. Prüfen Sie die Verbindung und versuchen Sie es erneut.",
    offline: "Offline nicht verfügbar. Öffnet sich, sobald Sie wieder online sind.",
  },
};
