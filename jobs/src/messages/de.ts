/** The words of messages, in German. */

import type { Texts } from "./en";

const sensors = (count: number, greenhouses: number): string =>
  greenhouses === 1 ? `${count} Sensoren` : `${count} Sensoren in ${greenhouses} Gewächshäusern`;

export const de: Texts = {
  names: {
    temperature: "Temperatur",
    humidity: "Luftfeuchte",
    light: "Licht",
    battery: "Batterie",
    vpd: "VPD",
    dewPoint: "Taupunkt",
  },
  ago: { "60": "vor einer Stunde", "40": "40\u202fmin", "20": "20\u202fmin", "0": "jetzt" },
  what: ({ kind, name, value, bound, since }) => {
    switch (kind) {
      case "below":
        return `${value}, unter ${bound}`;
      case "above":
        return `${value}, über ${bound}`;
      case "fault":
        return `Sensorfehler, ${value}`;
      case "silent":
        return name === undefined ? `still seit ${since}` : `${name} fehlt seit ${since}`;
      case "battery":
        return `${value}, schwach`;
    }
  },
  whatIsOver: ({ kind, name, value, bound, duration }) => {
    if (kind === "silent")
      return name === undefined
        ? `sendet nach ${duration} wieder`
        : `${name} nach ${duration} wieder da`;
    if (value !== undefined) return `wieder ${value}`;
    switch (kind) {
      case "below":
        return `nicht mehr unter ${bound}`;
      case "above":
        return `nicht mehr über ${bound}`;
      case "fault":
        return "kein Sensorfehler mehr";
      case "battery":
        return "Batterie nicht mehr schwach";
    }
  },
  silent: (count, greenhouses, since) => `${sensors(count, greenhouses)} still seit ${since}`,
  sending: (count, greenhouses, duration) =>
    `${sensors(count, greenhouses)} senden nach ${duration} wieder`,
  more: (text, count) => `${text}, und ${count} weitere`,
  alsoOver: (text, count) => `${text}; ${count} vorbei`,
  still: (text) => `Weiterhin: ${text}`,
  over: (text) => `Vorbei: ${text}`,

  since: (moment) => `seit ${moment}`,
  span: (from, to, duration) => `${from} bis ${to} (${duration})`,
  lowest: (value) => `Tiefstwert ${value}`,
  highest: (value) => `Höchstwert ${value}`,
  andMore: (count) => `und ${count} weitere`,
  open: "Gewächshaus öffnen",
  acknowledge: "Bestätigen",
  acknowledgeAll: "Alle bestätigen",
  acknowledgeHint: "Die anderen sehen, dass Sie sich kümmern, und niemand wird mehr erinnert.",
  allAlerts: "Alle Alarme ansehen",
  why: "Sie bekommen diese E-Mail, weil Sie Alarme per E-Mail eingeschaltet haben.",
  unsubscribe: "Diese E-Mails abbestellen",
  test: {
    subject: (farm) => `Test: Alarme von ${farm} kommen hier an`,
    text: "Das ist ein Test, es ist alles in Ordnung. Hier erfahren Sie von Frost, Hitze und stillen Sensoren.",
  },
};
