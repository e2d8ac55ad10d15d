/** First steps of a new farm, and the first limits of a new greenhouse, in German. */

import type { FirstTexts } from "../en/first";

export const de: FirstTexts = {
  steps: {
    title: (done, all) => `Erste Schritte: ${done} von ${all} erledigt`,
    done: "erledigt",
    names: {
      greenhouse: "Gewächshaus hinzufügen",
      sensor: "Sensor hinzufügen",
      limits: "Grenzwerte setzen",
      alerts: "Alarme einschalten",
      messages: "Alarme per E-Mail oder Push",
    },
  },
  limits: {
    label: "Grenzwerte für den Anfang",
    hint: "Werte außerhalb dieser Grenzwerte werden gemeldet. Sie können sie jederzeit ändern.",
    noneHint: "Bis Sie Grenzwerte setzen, wird nichts geprüft.",
    names: {
      frost: "Frost",
      tomatoes: "Tomaten, Paprika",
      cucumbers: "Gurken, Melonen",
      lettuce: "Salat, Spinat",
      strawberries: "Erdbeeren",
      herbs: "Kräuter",
      seedlings: "Jungpflanzen",
      none: "Keine Grenzwerte",
    },
  },
};
