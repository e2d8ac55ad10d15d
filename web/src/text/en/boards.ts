/** Boards, in English. */

export const en = {
  title: "Board",
  weakSignal: (signal: string): string => `Weak signal ${signal}`,
  older: (version: string, newest: string): string =>
    `Older program: ${version}, others have ${newest}`,
  /** How well Zigbee hears it. */
  outOf: (value: string): string => `${value} of 255`,
  quality: (value: string): string => `quality ${value}`,
  program: "Program",
  signal: "Signal",
  good: "good",
  weak: "weak",
  notSaid: "not reported",
  heard: "Heard",
  interval: {
    name: "Interval",
    none: "as its program is set",
    own: (duration: string): string => `asked for ${duration}, only this sensor`,
    ofGreenhouse: (duration: string): string =>
      `asked for ${duration}, like all boards of the greenhouse`,
    ofSensor: "Asks its board to report every … seconds",
    ofBoards: "Asks its boards to report every … seconds",
    /** @param duration what the greenhouse asks for */
    emptySensor: (duration: string | undefined): string =>
      duration === undefined
        ? "Empty: as the greenhouse."
        : `Empty: as the greenhouse, ${duration}.`,
    emptyGreenhouse: "Empty: nothing is asked for. A sensor may have its own interval.",
    obeyed: "Boards obey only if their program does, and within their own bounds.",
    bounds: (min: string, max: string): string => `Must be a whole number from ${min} to ${max}.`,
    nearlySilent: (limit: string): string =>
      `Sensors of this farm count as silent after ${limit}. With this interval, one lost reading can be enough.`,
  },
};

export type BoardTexts = typeof en;
