/** The outputs in German. */

import type { OutputTexts } from "./outputs-en";

export const de: OutputTexts = {
  title: "Ausgänge",
  on: "an",
  off: "aus",
  conditions: {
    off: () => "aus",
    waiting: ({ value, until }) =>
      until === ""
        ? `${value}: angeordnet, das Board hat es noch nicht gehört`
        : `${value} bis ${until}: angeordnet, das Board hat es noch nicht gehört`,
    missed: () => "aus: das Board hat die Anordnung nicht rechtzeitig gehört",
    applied: ({ value, until }) => `${value} bis ${until}`,
    over: ({ until }) => `aus: um ${until} beendet, wie angeordnet`,
    cut: ({ lease }) => `von selbst aus: ${lease} nichts gehört`,
    limit: ({ limit }) => `aus: ${limit} am Tag sind aufgebraucht`,
    fault: () => "aus: das Board kann die Zeit nicht zählen oder hat nicht verstanden",
    local: ({ value }) => `${value}: am Board gesetzt`,
    silent: () => "muss von selbst aus sein: vom Board war zu lange nichts zu hören",
  },
  orderedBy: (name, time) => `angeordnet von ${name}, ${time}`,
  said: (value, age) => `Das Board sagte: ${value}, ${age}`,
  neverSaid: "Das Board hat sich noch nicht gemeldet",
  switchOn: "Halten: an",
  switchOff: "Aus",
  askOn: (name, duration) => `${name} für ${duration} einschalten?`,
  duration: "Wie lange",
  level: "Wie weit, in Prozent",
  offline: "Ohne Verbindung kann nichts angeordnet werden.",
  mayNot: "Eigentümer des Betriebs schalten es.",
  ordered: (name) => `Angeordnet: ${name}. Das Board setzt es um, wenn es das nächste Mal fragt.`,
  meanwhile: (value) => `Jemand anders war schneller: ${value}. Nichts wurde geändert.`,
  refused: "Die Anordnung wurde abgelehnt: Sie dürfen das nicht mehr schalten, oder es ist weg.",
  log: "Wer was angeordnet hat",
  nothingOrdered: "Noch hat niemand etwas angeordnet.",
  logLine: (value, until) => (until === "" ? value : `${value} bis ${until}`),
};
