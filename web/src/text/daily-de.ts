/** The daily figures in German. */

import type { DailyTexts } from "./daily-en";

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
  noRollUps:
    "Die Tageswerte werden aus zusammengefassten Stunden berechnet, und von diesem Gewächshaus gibt es noch keine. Die zeitgesteuerten Functions machen sie jede Stunde; „farm history roll-up“ macht die der Vergangenheit.",
  since: (time) =>
    `Stunden sind seit ${time} zusammengefasst. „farm history roll-up“ macht die davor.`,
  needsPlace: "Für Tag und Nacht fehlt der Ort des Betriebs: siehe Einstellungen.",
  lightLead:
    "Licht wird in Lux gemessen; wie viel davon Pflanzen nutzen können, hängt davon ab, woher es kommt.",
  lightSource: "Licht kommt von",
  lightSources: {
    sun: "Der Sonne",
    fluorescent: "Leuchtstofflampen, kaltweiß",
    sodium: "Natriumdampflampen",
    sodiumDoubleEnded: "Natriumdampflampen, zweiseitig gesockelt",
    metalHalide: "Halogen-Metalldampflampen",
    ceramicMetalHalide: "Keramik-Metalldampflampen",
  },
  base: "Gradtage zählen über",
  settings: "Womit die Werte berechnet werden",
};
