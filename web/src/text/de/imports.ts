/** The imports of a farm, in German. */

import type { ImportTexts } from "../en/imports";

export const de: ImportTexts = {
  title: "Importierte Messwerte",
  lead: "Die falsche Datei? Lassen Sie aus, was sie gebracht hat.",
  readings: (count) => (count === "1" ? "1 Messwert" : `${count} Messwerte`),
  sensors: (count) => `${count} Sensoren`,
  importedAt: (moment) => `importiert ${moment}`,
  states: { excluded: "ausgelassen", "partly excluded": "teilweise ausgelassen" },
  leaveOut: "Auslassen",
  leaveOutOf: (file) => `Auslassen: ${file}`,
  question: (file) => `Auslassen, was ${file} gebracht hat?`,
  explanation:
    "Die Messwerte bleiben gespeichert. Sie zählen aber nicht mehr für Zahlen, Tiefst- und Höchstwerte, Tage, Alarme und Pläne. Messwerte, die vorher da waren, zählen weiter.",
  done: (file) => `Was ${file} gebracht hat, ist ausgelassen.`,
  countAgain: "Wieder zählen",
  countAgainOf: (file) => `Wieder zählen: ${file}`,
  countedAgain: (file) => `Was ${file} gebracht hat, zählt wieder.`,
  showAll: (count) => `Alle ${count} zeigen`,
};
