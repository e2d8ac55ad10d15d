/** The overview, in English: its list on a phone, and the outputs that are on. */

export const en = {
  /** The list on a phone. */
  list: {
    filter: "Show",
    shown: { all: "All", problems: "Problems" },
    order: "Sort",
    orders: {
      worst: "Problems first",
      name: "By name",
      coldest: "Coldest first",
      warmest: "Warmest first",
    },
    none: "No greenhouse has a problem.",
  },
  /** An output that is on. `value` is "on" or for example "40 %". */
  running: {
    on: "on",
    isOn: (name: string, value: string, left: string | undefined): string =>
      left === undefined ? `${name} ${value}` : `${name} ${value}, ${left} left`,
    /** While offline. */
    wasOn: (name: string, value: string, until: string | undefined): string =>
      `${name} ${value}${until === undefined ? "" : ` until ${until}`} (last known)`,
    states: {
      switching: (name: string): string => `${name}: switching on`,
      unordered: (name: string, value: string): string => `${name} ${value} without an order`,
      "by-hand": (name: string, value: string): string => `${name} ${value}, set at the board`,
      fallback: (name: string, value: string): string =>
        `${name} ${value}, by the board's fallback`,
      unheard: (name: string): string => `${name}: board offline`,
    },
  },
};

export type OverviewTexts = typeof en;
