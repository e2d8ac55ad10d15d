/** The condition of outputs in German. */

import type { OutputWords } from "./output-words.ts";

const from = (since: string): string => (since === "" ? "" : ` seit ${since}`);

export const de: OutputWords = {
  on: "an",
  off: "aus",
  unknown: "noch nicht bekannt",
  surelyOff: "sollte von selbst aus sein",
  conditions: {
    off: ({ said }) => said,
    waiting: ({ said, ordered, until, interval }) =>
      `${said} · wird auf „${ordered}“${until === "" ? "" : ` bis ${until}`} geschaltet: wartet auf das Board, das mindestens alle ${interval} fragen sollte`,
    missed: ({ said }) =>
      `${said} · die Zeit der Anordnung ist um: das Board hat nicht gesagt, dass es rechtzeitig davon gehört hat`,
    applied: ({ said, until }) => `${said} bis ${until}`,
    ending: ({ said, until }) =>
      until === ""
        ? `${said}, obwohl nichts angeordnet ist`
        : `${said} · die Zeit war um ${until} vorbei: das Board hat noch nicht gesagt, dass es aus ist`,
    over: ({ since, until }) =>
      since === "" || since === until
        ? `aus seit ${until}, wie angeordnet`
        : `aus seit ${since}: die Anordnung galt bis ${until}`,
    cut: ({ since, lease }) => `von selbst aus${from(since)}: ${lease} nichts gehört`,
    limit: ({ said, since, limit }) => `${said}${from(since)}: Tageslimit (${limit}) erreicht`,
    fault: ({ said, since }) =>
      `${said}${from(since)}: das Board kann die Zeit nicht zählen oder hat nicht verstanden`,
    local: ({ said, since }) => `${said}${from(since)}: am Board gesetzt`,
    silent: ({ heard }) =>
      `sollte von selbst aus sein: vom Board war seit ${heard} nichts zu hören`,
  },
};
