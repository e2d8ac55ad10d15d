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
      `${reported} · wird auf „${ordered}“${until === "" ? "" : ` bis ${until}`} geschaltet: wartet auf das Board (meldet sich mindestens alle ${interval})`,
    missed: ({ reported }) =>
      `${reported} · Schaltbefehl abgelaufen; das Board hat ihn nicht rechtzeitig bestätigt`,
    applied: ({ reported, until }) => `${reported} bis ${until}`,
    ending: ({ reported, until }) =>
      until === ""
        ? `${reported} ohne Schaltbefehl`
        : `${reported} · Ende war um ${until}; das Board hat noch nicht bestätigt, dass es aus ist`,
    over: ({ since, until }) =>
      since === "" || since === until
        ? `aus seit ${until}, wie geschaltet`
        : `aus seit ${since} (geschaltet bis ${until})`,
    cut: ({ since, lease }) => `von selbst aus${from(since)}: ${lease} offline`,
    limit: ({ reported, since, limit }) =>
      `${reported}${from(since)}: Tageslimit (${limit}) erreicht`,
    fault: ({ reported, since }) =>
      `${reported}${from(since)}: das Board kann die Zeit nicht messen oder hat den Schaltbefehl nicht verstanden`,
    local: ({ reported, since }) => `${reported}${from(since)}: am Board gesetzt`,
    fallback: ({ reported, since }) => `${reported}${from(since)} durch die Notregelung des Boards`,
    silent: ({ heard }) =>
      `Board offline seit ${heard}; es sollte sich von selbst ausgeschaltet haben`,
  },
};
