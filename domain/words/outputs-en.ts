/** The condition of outputs in English. */

import type { OutputWords } from "./output-words.ts";

const from = (since: string): string => (since === "" ? "" : ` since ${since}`);

export const en: OutputWords = {
  on: "on",
  off: "off",
  unknown: "not known yet",
  surelyOff: "should be off by itself",
  conditions: {
    off: ({ said }) => said,
    waiting: ({ said, ordered, until, interval }) =>
      `${said} · switching ${ordered}${until === "" ? "" : ` until ${until}`}: waiting for the board, which should ask at least every ${interval}`,
    missed: ({ said }) =>
      `${said} · the order's time is over: the board has not said that it heard of it in time`,
    applied: ({ said, until }) => `${said} until ${until}`,
    ending: ({ said, until }) =>
      until === ""
        ? `${said}, though nothing is ordered`
        : `${said} · its time was over at ${until}: the board has not said yet that it is off`,
    over: ({ since, until }) =>
      since === "" || since === until
        ? `off since ${until}, as ordered`
        : `off since ${since}: the order was until ${until}`,
    cut: ({ since, lease }) => `off by itself${from(since)}: it heard nothing for ${lease}`,
    limit: ({ said, since, limit }) => `${said}${from(since)}: daily limit (${limit}) reached`,
    fault: ({ said, since }) =>
      `${said}${from(since)}: the board cannot count its time, or did not understand`,
    local: ({ said, since }) => `${said}${from(since)}: set at the board`,
    silent: ({ heard }) => `should be off by itself: nothing was heard of the board since ${heard}`,
  },
};
