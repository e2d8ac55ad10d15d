/** Plans of outputs, in German. */

import type { PlanTexts } from "../en/plans";

const SIDES = { below: "unter", above: "über" } as const;
const inUnit = (unit: string): string => (unit === "" ? "" : ` (${unit})`);

export const de: PlanTexts = {
  looks: {
    on: "Plan aktiv",
    waits: "Plan wartet",
    paused: "Plan pausiert",
    off: "Plan aus",
    failing: "Plan kann nicht handeln",
  },
  obstacles: {
    unchecked: (age) =>
      `${age === "" ? "Pläne werden hier nicht geprüft" : `Pläne wurden seit ${age} nicht geprüft`}, deshalb wird nichts eingeschaltet.`,
    unheard: "Das Board hat sich noch nicht gemeldet, deshalb wird nichts geschaltet.",
    offline: (moment) => `Das Board ist seit ${moment} offline, deshalb wird nichts geschaltet.`,
    noValue: (quantity, age, isWatering) =>
      `${age === "" ? `Kein Wert für ${quantity}` : `Letzter Wert für ${quantity}: ${age} alt`}. Der Plan ${isWatering ? "bewässert deshalb nicht" : "schaltet deshalb nichts ein"}.`,
  },
  limits: {
    most: (span) => `Höchstens ${span} am Tag.`,
    without: {
      water: (age) => `Ohne einen Wert, der jünger als ${age} ist, bewässert er nicht.`,
      run: (age) => `Ohne einen Wert, der jünger als ${age} ist, läuft er nicht.`,
      hold: (age) => `Ohne einen Wert, der jünger als ${age} ist, schaltet er aus.`,
    },
  },
  edit: "Ändern",
  dialog: (name) => `Plan für ${name}`,
  choose: "Was soll er tun? Einzelheiten können Sie gleich noch ändern.",
  otherTemplate: "Andere Vorlagen",
  templates: {
    dry: {
      name: "Bewässern, wenn es trocken ist",
      lead: "Zu festen Zeiten, falls der Boden trocken ist.",
    },
    clock: { name: "Bewässern nach der Uhr", lead: "Zu festen Zeiten, in jedem Fall." },
    hot: {
      name: "Lüften, wenn es heiß ist",
      lead: "An über einer Temperatur, aus unter einer anderen.",
    },
    cold: {
      name: "Heizen, wenn es kalt ist",
      lead: "An unter einer Temperatur, aus über einer anderen.",
    },
    lamp: {
      name: "Lampe, bis der Tag genug Licht hat",
      lead: "An, solange das Licht des Tages nicht reicht, zwischen zwei Uhrzeiten.",
    },
  },
  next: (text) => `Als Nächstes: ${text}.`,
  last: (text) => `Zuletzt: ${text}.`,
  sentence: (text) => `${text}.`,
  nothingNext: "In der nächsten Woche ist nichts zu tun.",
  isOff: "Er tut nichts, bis ihn jemand einschaltet.",
  unreadable:
    "Der gespeicherte Plan ist nicht lesbar und schaltet deshalb nichts. Fügen Sie ihn neu hinzu.",
  pause: "Pausieren",
  pauseFor: "Pausieren für",
  days: (count) => (count === 1 ? "1 Tag" : `${count} Tage`),
  paused: (name, days) => `Der Plan für ${name} pausiert ${days}.`,
  resume: "Fortsetzen",
  resumed: (name) => `Der Plan für ${name} läuft wieder.`,
  switchOff: "Plan ausschalten",
  switchOn: "Plan einschalten",
  switchedOff: (name) => `Der Plan für ${name} ist ausgeschaltet.`,
  switchedOn: (name) => `Der Plan für ${name} ist eingeschaltet.`,
  remove: "Plan entfernen",
  removed: (name) => `Der Plan für ${name} wurde entfernt.`,
  saved: (name) => `Der Plan für ${name} ist gespeichert.`,
  log: "Was der Plan getan hat",
  nothingYet: "Der Plan hat noch nichts entschieden.",
  more: "Ältere zeigen",
  preview: "Das macht dieser Plan",
  nextRuns: "Als Nächstes",
  incomplete: "Korrigieren Sie die markierten Felder, um zu sehen, was der Plan tut.",
  unfinished: "Hier steht, was der Plan tut, sobald alle Felder ausgefüllt sind.",
  zone: (zone) => `Uhrzeiten von Plänen gelten in der Ortszeit der Farm (${zone}).`,
  noPlace:
    "Uhrzeiten von Plänen gelten in UTC, weil der Ort der Farm fehlt. Eigentümer legen ihn in den Einstellungen fest.",
  noSensor: (quantity) =>
    `Kein Sensor hat hier einen Wert für ${quantity} gesendet. Bis dahin schaltet dieser Plan nichts ein.`,
  meanwhile: (plan) => `Jemand anders hat inzwischen einen Plan hinzugefügt: ${plan}`,
  takeTheirs: "Übernehmen",
  replaceTheirs: "Ersetzen",
  goneMeanwhile:
    "Jemand anders hat diesen Plan inzwischen entfernt. Speichern fügt ihn wieder hinzu.",
  moreFields: "Mehr",
  fields: {
    times: "Uhrzeiten",
    timesHint: "Auch Sonnenaufgang+30 oder Sonnenuntergang-15.",
    minutes: "Dauer (Minuten)",
    cycles: "Wie oft hintereinander",
    cyclesHint: "Damit Wasser dazwischen einsickert, zum Beispiel 3-mal 4 Minuten.",
    pause: "Pause dazwischen (Minuten)",
    quantity: "Hängt ab von",
    inAnyCase: "Nichts, läuft in jedem Fall",
    side: "Handelt, wenn der Wert",
    sides: { below: "unter der Grenze liegt", above: "über der Grenze liegt" },
    onlyIf: (quantity, side, unit) => `Nur wenn ${quantity} ${SIDES[side]}${inUnit(unit)}`,
    switchOn: (quantity, side, unit) => `An, wenn ${quantity} ${SIDES[side]}${inUnit(unit)}`,
    backAt: (unit) => `Wieder aus bei${inUnit(unit)}`,
    source: "Sensor",
    median: "Mittlerer Wert aller Sensoren",
    from: "Von",
    until: "Bis",
    betweenHint: "Beide leeren für den ganzen Tag.",
    days: "Tage",
    minOn: "Mindestens an bleiben (Minuten)",
    minOff: "Mindestens aus bleiben (Minuten)",
    minHint: "Schont Motoren und Relais.",
    fresh: "Werte bis … Minuten alt verwenden",
    freshHint: "5 bis 180. Ein älterer Wert schaltet nichts ein.",
    value: "Stufe (%)",
    valueHint: "1 bis 100. Leer: 100.",
  },
  sun: { sunrise: "Sonnenaufgang", sunset: "Sonnenuntergang" },
  faults: {
    empty: "Pflichtfeld",
    notANumber: "Geben Sie eine Zahl ein.",
    grouped: "Lassen Sie das Tausendertrennzeichen weg.",
    noTime: "Geben Sie mindestens eine Uhrzeit ein, zum Beispiel 06:15.",
    badTime:
      "Schreiben Sie Uhrzeiten wie 06:15, 19 Uhr oder Sonnenaufgang+30, mit Kommas dazwischen.",
    manyTimes: "Ein Plan kann höchstens 24 Uhrzeiten haben. Entfernen Sie einige.",
    noDay: "Wählen Sie mindestens einen Tag.",
    wrongSide:
      "Der Plan würde ausschalten, bevor er einschaltet. Geben Sie einen Wert auf der anderen Seite ein.",
    oneTime: "Geben Sie beide Uhrzeiten ein, oder leeren Sie beide für den ganzen Tag.",
    shortLease:
      "Dieser Ausgang geht nach weniger als 3 Minuten ohne Verbindung aus, und Pläne werden nur einmal in der Minute geprüft. Bearbeiten Sie zuerst den Ausgang: Erlauben Sie mindestens 3 Minuten.",
  },
  outOfRange: (min, max) => `Muss zwischen ${min} und ${max} liegen.`,
  wholeNumber: (min, max) => `Geben Sie eine ganze Zahl von ${min} bis ${max} ein.`,
  marks: "Läufe von Plänen",
};
