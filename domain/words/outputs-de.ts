/** The condition of outputs in German. */

import type { OutputWords } from "./output-words.ts";

const from = (since: string): string => (since === "" ? "" : ` seit ${since}`);

export const de: OutputWords = {
  on: "an",
  off: "aus",
  unknown: "noch nicht bekannt",
  surelyOff: "sollte von selbst aus sein",
  conditions: {
    off: ({ reported }) => reported,
    waiting: ({ reported, ordered, until, interval }) =>
      `${reported} · wird auf „${ordered}“${until === "" ? "" : ` bis ${until}`} geschaltet: wartet auf das Board, das mindestens alle ${interval} fragen sollte`,
    missed: ({ reported }) =>
      `${reported} · die Zeit der Anordnung ist um: das Board hat nicht gesagt, dass es rechtzeitig davon gehört hat`,
    applied: ({ reported, until }) => `${reported} bis ${until}`,
    ending: ({ reported, until }) =>
      until === ""
        ? `${reported}, obwohl nichts angeordnet ist`
        : `${reported} · die Zeit war um ${until} vorbei: das Board hat noch nicht gesagt, dass es aus ist`,
    over: ({ since, until }) =>
      since === "" || since === until
        ? `aus seit ${until}, wie angeordnet`
        : `aus seit ${since}: die Anordnung galt bis ${until}`,
    cut: ({ since, lease }) => `von selbst aus${from(since)}: ${lease} nichts gehört`,
    limit: ({ reported, since, limit }) =>
      `${reported}${from(since)}: Tageslimit (${limit}) erreicht`,
    fault: ({ reported, since }) =>
      `${reported}${from(since)}: das Board kann die Zeit nicht zählen oder hat nicht verstanden`,
    local: ({ reported, since }) => `${reported}${from(since)}: am Board gesetzt`,
    silent: ({ heard }) =>
      `sollte von selbst aus sein: vom Board war seit ${heard} nichts zu hören`,
  },
};
