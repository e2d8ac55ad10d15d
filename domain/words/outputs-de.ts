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
      `${said} · wird auf „${ordered}“${until === "" ? "" : ` bis ${until}`} geschaltet: wartet auf das Board (meldet sich mindestens alle ${interval})`,
    missed: ({ said }) =>
      `${said} · Schaltbefehl abgelaufen; das Board hat ihn nicht rechtzeitig bestätigt`,
    applied: ({ said, until }) => `${said} bis ${until}`,
    ending: ({ said, until }) =>
      until === ""
        ? `${said} ohne Schaltbefehl`
        : `${said} · Ende war um ${until}; das Board hat noch nicht bestätigt, dass es aus ist`,
    over: ({ since, until }) =>
      since === "" || since === until
        ? `aus seit ${until}, wie geschaltet`
        : `aus seit ${since} (geschaltet bis ${until})`,
    cut: ({ since, lease }) => `von selbst aus${from(since)}: ${lease} offline`,
    limit: ({ said, since, limit }) => `${said}${from(since)}: Tageslimit (${limit}) erreicht`,
    fault: ({ said, since }) =>
      `${said}${from(since)}: das Board kann die Zeit nicht messen oder hat den Schaltbefehl nicht verstanden`,
    local: ({ said, since }) => `${said}${from(since)}: am Board gesetzt`,
    silent: ({ heard }) =>
      `Board offline seit ${heard}; es sollte sich von selbst ausgeschaltet haben`,
  },
};
