/** The texts of forms with numbers and of those that several people may fill in at once, in German. */

import type { FormTexts } from "./forms-en";

export const de: FormTexts = {
  faults: {
    notANumber: "Das muss eine Zahl sein.",
    doubtful: "Diese Zahl lässt sich auf zwei Arten lesen.",
    minAboveMax: "Der niedrigste Wert liegt über dem höchsten.",
  },
  didYouMean: "Meinten Sie",
  or: "oder",
  conflict: (field, stored) =>
    stored === ""
      ? `Inzwischen hat jemand anders dieses Feld geleert: ${field}.`
      : `Inzwischen hat jemand anders ${field} auf ${stored} gesetzt.`,
  takeStored: "Übernehmen",
  keepTyped: (typed) => (typed === "" ? "Leer lassen" : `Bei ${typed} bleiben`),
};
