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
      `${said} · switching ${ordered}${until === "" ? "" : ` until ${until}`}: waiting for the board (checks in at least every ${interval})`,
    missed: ({ said }) => `${said} · order expired; the board did not confirm it in time`,
    applied: ({ said, until }) => `${said} until ${until}`,
    ending: ({ said, until }) =>
      until === ""
        ? `${said} without an order`
        : `${said} · ended at ${until}; the board has not confirmed that it is off`,
    over: ({ since, until }) =>
      since === "" || since === until
        ? `off since ${until}, as ordered`
        : `off since ${since} (ordered until ${until})`,
    cut: ({ since, lease }) => `off by itself${from(since)}: offline for ${lease}`,
    limit: ({ said, since, limit }) => `${said}${from(since)}: daily limit (${limit}) reached`,
    fault: ({ said, since }) =>
      `${said}${from(since)}: the board cannot measure time or did not understand the order`,
    local: ({ said, since }) => `${said}${from(since)}: set at the board`,
    silent: ({ heard }) => `board offline since ${heard}; it should have switched off by itself`,
  },
};
