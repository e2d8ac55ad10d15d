/** Forms with numbers, and forms that several people may edit at once, in German. */

import type { FormTexts } from "../en/forms";

export const de: FormTexts = {
  faults: {
    notANumber: "Geben Sie eine Zahl ein.",
    grouped: "Lassen Sie das Tausendertrennzeichen weg.",
    minAboveMax: "Der niedrigste Wert darf nicht über dem höchsten liegen.",
  },
  outOfRange: (min, max) => `Muss zwischen ${min} und ${max} liegen.`,
  preferences: {
    temperature: "Temperatureinheit",
    timeZone: "Zeitzone",
    timeZoneHint: (device) => `Leer lassen für die des Geräts: ${device}.`,
    badTimeZone: "Unbekannte Zeitzone. Beispiel: Europe/Berlin",
    lead: "Für alles, was diese Seite Ihnen zeigt. Alarmnachrichten und CSV-Dateien bleiben in °C.",
  },
  conflict: (field, stored) =>
    stored === ""
      ? `Jemand anders hat „${field}“ inzwischen geleert.`
      : `Jemand anders hat „${field}“ inzwischen auf ${stored} gesetzt.`,
  takeStored: "Übernehmen",
  ownConflict: (field, stored) =>
    `Sie haben „${field}“ in einem anderen Fenster auf ${stored} gesetzt.`,
  takeOwn: "Übernehmen",
  keepTyped: (typed) => (typed === "" ? "Leer lassen" : `Bei ${typed} bleiben`),
};
