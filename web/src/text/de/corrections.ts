/** Readings that do not count, and what was changed about readings, in German. Loaded with their dialogs. */

import type { CorrectionTexts } from "../en/corrections";

export const de: CorrectionTexts = {
  leaveOut: "Messwerte auslassen",
  titleOf: (sensor) => `Messwerte von ${sensor} auslassen`,
  marking: "Ziehen Sie in einem Diagramm über die Messwerte.",
  enterTimes: "Zeiten eingeben",
  leaveOutThis: "Das auslassen",
  leaveOutOf: (sensor) => `Das auslassen: ${sensor}`,
  lead: "Die Messwerte bleiben gespeichert. Sie zählen aber nicht mehr für Zahlen, Tiefst- und Höchstwerte, Tage, Alarme und Pläne.",
  sensor: "Sensor",
  allSensors: (count) => `Alle ${count} Sensoren hier`,
  from: "Von",
  until: "Bis",
  quantities: "Was auslassen",
  note: "Warum",
  notePlaceholder: "Der Fühler lag in der Sonne …",
  submit: "Auslassen",
  done: (sensor) =>
    `Messwerte von ${sensor} sind ausgelassen. Tageswerte folgen in einigen Minuten.`,
  doneAll: (count) =>
    `Messwerte von ${count} Sensoren sind ausgelassen. Tageswerte folgen in einigen Minuten.`,
  title: "Ausgelassen",
  show: (count) => `Ausgelassen: ${count}`,
  nothing: "Nichts ist ausgelassen.",
  allQuantities: "alle Messgrößen",
  imported: "aus einem Import",
  by: (name) => `von ${name}`,
  countAgain: "Wieder zählen",
  countAgainOf: (sensor, span) => `Wieder zählen: ${sensor}, ${span}`,
  countedAgain: "Diese Messwerte zählen wieder.",
  newDevice: (sensor) => `${sensor}: neues Gerät`,
  recomputing: (month, percent) => `${month} wird neu berechnet, ${percent}`,
  faults: {
    badTime: "Kein gültiges Datum mit Uhrzeit.",
    endBeforeStart: "Das Ende muss nach dem Anfang liegen.",
    tooLong: "Höchstens 5 Jahre.",
    tooFarAhead: "Höchstens 30 Tage im Voraus.",
    noQuantity: "Wählen Sie mindestens eine.",
  },
};
