/** The texts of forms with numbers and of those that several people may fill in at once: in German. */

import type { FormTexts } from "../en/forms";

export const de: FormTexts = {
  faults: {
    notANumber: "Das muss eine Zahl sein.",
    grouped: "Schreiben Sie diese Zahl ohne Trennzeichen für Tausender.",
    minAboveMax: "Der niedrigste Wert liegt über dem höchsten.",
  },
  outOfRange: (least, most) => `Das muss zwischen ${least} und ${most} liegen.`,
  preferences: {
    temperature: "Temperaturen in",
    timeZone: "Zeitzone",
    timeZoneHint: (device) => `Leer: die des Geräts, hier ${device}.`,
    badTimeZone: "Diese Zeitzone gibt es nicht. Beispiel: Europe/Berlin",
    lead: "Für alles, was die Seite Ihnen zeigt. Nachrichten über Alarme und die Messwerte in Dateien bleiben in °C.",
  },
  conflict: (field, stored) =>
    stored === ""
      ? `Inzwischen hat jemand anders dieses Feld geleert: ${field}.`
      : `Inzwischen hat jemand anders ${field} auf ${stored} gesetzt.`,
  takeStored: "Übernehmen",
  ownConflict: (field, stored) =>
    `Inzwischen haben Sie ${field} in einem anderen Fenster auf ${stored} gesetzt.`,
  takeOwn: "Übernehmen",
  keepTyped: (typed) => (typed === "" ? "Leer lassen" : `Bei ${typed} bleiben`),
};
