/** The outputs in German. */

import type { OutputTexts } from "./outputs-en";

const from = (since: string): string => (since === "" ? "" : ` seit ${since}`);

export const de: OutputTexts = {
  title: "Ausgänge",
  on: "an",
  off: "aus",
  conditions: {
    off: () => "aus",
    waiting: ({ value, until, interval }) =>
      `${value}${until === "" ? "" : ` bis ${until}`}: angeordnet, wartet auf das Board, das mindestens alle ${interval} fragt`,
    missed: () => "aus: das Board hat die Anordnung nicht rechtzeitig gehört",
    applied: ({ value, until }) => `${value} bis ${until}`,
    over: ({ since, until }) =>
      since === "" || since === until
        ? `aus seit ${until}, wie angeordnet`
        : `aus seit ${since}: die Anordnung galt bis ${until}`,
    cut: ({ since, lease }) => `von selbst aus${from(since)}: ${lease} nichts gehört`,
    limit: ({ since, limit }) => `aus${from(since)}: ${limit} am Tag sind aufgebraucht`,
    fault: ({ since }) =>
      `aus${from(since)}: das Board kann die Zeit nicht zählen oder hat nicht verstanden`,
    local: ({ value, since }) => `${value}${from(since)}: am Board gesetzt`,
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
