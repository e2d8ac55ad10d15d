/** The condition of outputs in English. */

import type { OutputWords } from "./output-words.ts";

const from = (since: string): string => (since === "" ? "" : ` since ${since}`);

export const en: OutputWords = {
  on: "on",
  off: "off",
  unknown: "not known yet",
  surelyOff: "should be off by itself",
  conditions: {
    off: ({ reported }) => reported,
    waiting: ({ reported, ordered, until, interval }) =>
      `${reported} · switching ${ordered}${until === "" ? "" : ` until ${until}`}: waiting for the board (checks in at least every ${interval})`,
    missed: ({ reported }) => `${reported} · order expired; the board did not confirm it in time`,
    applied: ({ reported, until }) => `${reported} until ${until}`,
    ending: ({ reported, until }) =>
      until === ""
        ? `${reported} without an order`
        : `${reported} · ended at ${until}; the board has not confirmed that it is off`,
    over: ({ since, until }) =>
      since === "" || since === until
        ? `off since ${until}, as ordered`
        : `off since ${since} (ordered until ${until})`,
    cut: ({ since, lease }) => `off by itself${from(since)}: offline for ${lease}`,
    limit: ({ reported, since, limit }) =>
      `${reported}${from(since)}: daily limit (${limit}) reached`,
    fault: ({ reported, since }) =>
      `${reported}${from(since)}: the board cannot measure time or did not understand the order`,
    local: ({ reported, since }) => `${reported}${from(since)}: set at the board`,
    fallback: ({ reported, since }) => `${reported}${from(since)} by the board's own fallback`,
    silent: ({ heard }) => `board offline since ${heard}; it should have switched off by itself`,
  },
};
