/** The words of messages, in English. The other language has the same entries. */

import type { AlertFact } from "../../../domain/src/alerts";
import type { Quantity } from "../../../domain/src/measurements";

const names: Readonly<Record<Quantity, string>> = {
  temperature: "temperature",
  humidity: "humidity",
  light: "light",
  battery: "battery",
  vpd: "VPD",
  dewPoint: "dew point",
};

type Minutes = "60" | "40" | "20" | "0";

const ago: Readonly<Record<Minutes, string>> = {
  "60": "an hour ago",
  "40": "40\u202fmin",
  "20": "20\u202fmin",
  "0": "now",
};

/** A kind of alert and, with a measurement, what is missing of a live sensor. Values have their names and units. */
interface Words {
  readonly kind: AlertFact["kind"];
  readonly name: string | undefined;
  readonly value: string;
  readonly bound: string;
  readonly since: string;
}

/** `value` is the newest, where it is within the bound. */
interface OverWords extends Omit<Words, "value" | "since"> {
  readonly value: string | undefined;
  readonly duration: string;
}

/** The count of sensors in words. */
const sensors = (count: number, greenhouses: number): string =>
  greenhouses === 1 ? `${count} sensors` : `${count} sensors of ${greenhouses} greenhouses`;

export const en = {
  names,
  ago,
  what: ({ kind, name, value, bound, since }: Words): string => {
    switch (kind) {
      case "below":
        return `${value}, below ${bound}`;
      case "above":
        return `${value}, above ${bound}`;
      case "fault":
        return `sensor fault, ${value}`;
      case "silent":
        return name === undefined ? `silent since ${since}` : `no ${name} since ${since}`;
      case "battery":
        return `${value}, low`;
    }
  },
  whatIsOver: ({ kind, name, value, bound, duration }: OverWords): string => {
    if (kind === "silent")
      return `${name === undefined ? "sending" : name} again after ${duration}`;
    if (value !== undefined) return `${value} again`;
    switch (kind) {
      case "below":
        return `no longer below ${bound}`;
      case "above":
        return `no longer above ${bound}`;
      case "fault":
        return "no sensor fault any more";
      case "battery":
        return "battery no longer low";
    }
  },
  silent: (count: number, greenhouses: number, since: string): string =>
    `${sensors(count, greenhouses)} silent since ${since}`,
  sending: (count: number, greenhouses: number, duration: string): string =>
    `${sensors(count, greenhouses)} sending again after ${duration}`,
  more: (text: string, count: number): string => `${text}, and ${count} more`,
  alsoOver: (text: string, count: number): string => `${text}; ${count} over`,
  still: (text: string): string => `Still: ${text}`,
  over: (text: string): string => `Over: ${text}`,

  since: (moment: string): string => `since ${moment}`,
  span: (from: string, to: string, duration: string): string => `${from} to ${to} (${duration})`,
  lowest: (value: string): string => `lowest ${value}`,
  highest: (value: string): string => `highest ${value}`,
  andMore: (count: number): string => `and ${count} more`,
  open: "Open the greenhouse",
  acknowledge: "Acknowledge",
  acknowledgeAll: "Acknowledge all",
  acknowledgeHint: "The others see that you take care of it, and nobody is reminded again.",
  allAlerts: "See all alerts",
  why: "You get this e-mail because you switched on alerts by e-mail.",
  unsubscribe: "Stop these e-mails",
  test: {
    subject: (farm: string): string => `Test: alerts of ${farm} arrive here`,
    text: "This is a test, and nothing is wrong. This is where you will hear of frost, heat and silent sensors.",
  },
};

export type Texts = typeof en;
