/** The texts of forms with numbers and of those that several people may fill in at once. */

import type { BoundsFault } from "../model/input/typed-bounds";
import { defineTexts } from "./define";

const faults: Readonly<Record<Exclude<BoundsFault, "outOfRange">, string>> = {
  notANumber: "This must be a number.",
  grouped: "Write this number without a separator for thousands.",
  minAboveMax: "The lowest value is above the highest.",
};

const en = {
  faults,
  outOfRange: (least: string, most: string): string => `This must be from ${least} to ${most}.`,
  preferences: {
    temperature: "Temperatures in",
    timeZone: "Time zone",
    timeZoneHint: (device: string): string => `Empty: that of the device, ${device} here.`,
    badTimeZone: "There is no such time zone. Example: Europe/Berlin",
    lead: "For all that the page shows you. Messages about alerts and the readings of files stay in °C.",
  },
  /** Somebody else saved a field at the same time. */
  conflict: (field: string, stored: string): string =>
    stored === ""
      ? `Meanwhile somebody else has emptied this field: ${field}.`
      : `Meanwhile somebody else has set ${field} to ${stored}.`,
  takeStored: "Take theirs",
  /** The same person saved it in another window. */
  ownConflict: (field: string, stored: string): string =>
    `Meanwhile you have set ${field} to ${stored} in another window.`,
  takeOwn: "Take that",
  keepTyped: (typed: string): string => (typed === "" ? "Keep it empty" : `Keep ${typed}`),
};

const de: typeof en = {
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

export const useFormTexts = defineTexts({ en, de });
