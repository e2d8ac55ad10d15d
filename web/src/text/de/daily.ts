/** The daily figures in German. */

import type { DailyTexts } from "../en/daily";

export const de: DailyTexts = {
  days: "Tage",
  lastDays: (count) => `Letzte ${count} Tage`,
  date: "Tag",
  low: "Tiefster",
  high: "Höchster",
  day: "Tags",
  night: "Nachts",
  difference: "Tag − Nacht",
  degreeDays: "Gradtage",
  sum: "Summe",
  light: "Tageslicht",
  vpd: "VPD",
  dewPoint: "Taupunkt",
  mean: "Mittel",
  dayAndNight: "Tag und Nacht",
  soFar: (time) => `heute bis ${time}`,
  sinceDays: (days) => (days === 1 ? "von 1 Tag" : `von ${days} Tagen`),
  above: (base) => `über ${base}`,
  meanOfDays: "Mittel der Tage davor",
  ofDate: (date) => `vom ${date}`,
  partial: (hours) => `${hours} h`,
  partialLead: "„12 h“: so viele Stunden des Tages wurden gemessen.",
  table: "Tag für Tag als Tabelle",
  nothing: "In diesen Tagen wurde nichts gemessen.",
  noRollups:
    "Von diesem Gewächshaus gibt es noch keine Tageswerte: Die zeitgesteuerten Functions des Servers berechnen sie jede Stunde.",
  since: (time) => `Tageswerte gibt es seit ${time}.`,
  needsPlace: "Für Tag und Nacht fehlt der Ort des Betriebs: siehe Einstellungen.",
  lightLead:
    "Wie viel des Lichts in Lux Pflanzen nutzen können, hängt davon ab, woher es kommt. Stunden mit einem PPFD-Sensor brauchen keine solche Schätzung.",
  lightSource: "Lichtquelle",
  lightSources: {
    sun: "Sonne",
    fluorescent: "Leuchtstofflampen, kaltweiß",
    sodium: "Natriumdampflampen",
    sodiumDoubleEnded: "Natriumdampflampen, zweiseitig gesockelt",
    metalHalide: "Halogen-Metalldampflampen",
    ceramicMetalHalide: "Keramik-Metalldampflampen",
  },
  base: "Gradtage zählen über",
  settings: "Womit die Werte berechnet werden",
};
