/** The texts of notifications, in English. The other language has the same entries. */

import { en as words } from "@greenhouse/domain/words/en";
import type { Alert } from "@greenhouse/domain/alerts/model";

const number = (count: number): string => count.toLocaleString(words.locale);

/** Similar alerts of several sensors or outputs. `name` is the name of the measurement. */
const counted: Readonly<Record<Alert["kind"], (sensors: string, name: string) => string>> = {
  below: (sensors, name) => `${name} too low at ${sensors}`,
  above: (sensors, name) => `${name} too high at ${sensors}`,
  fault: (sensors, name) => `faulty ${name} at ${sensors}`,
  silent: (sensors, name) => `no ${name} from ${sensors}`,
  battery: (sensors) => `battery low at ${sensors}`,
  unapplied: (outputs) => `orders not applied at ${outputs}`,
  limit: (outputs) => `${outputs} off by the daily limit`,
  manual: (outputs) => `${outputs} on by hand`,
  blind: (outputs) => `no fresh values for the plans of ${outputs}`,
  ineffective: (outputs) => `soil not wetter after runs of ${outputs}`,
};

export const en = {
  ...words,
  ago: { "60": "an hour ago", "40": "40\u202fmin", "20": "20\u202fmin", "0": "now" },

  sensors: (count: number): string => (count === 1 ? "1 sensor" : `${number(count)} sensors`),
  outputs: (count: number): string => (count === 1 ? "1 output" : `${number(count)} outputs`),
  inGreenhouses: (sensors: string, count: number): string =>
    `${sensors} of ${number(count)} greenhouses`,
  silent: (sensors: string, since: string): string => `no readings from ${sensors} since ${since}`,
  silentFirst: (sensors: string, since: string): string =>
    `no readings from ${sensors}, the first since ${since}`,
  sending: (sensors: string, duration: string): string =>
    `${sensors} sending again after ${duration}`,
  silentSensors: (sensors: string): string => `no readings from ${sensors}`,
  counted,
  andMore: (count: number): string => `and ${number(count)} more`,
  acknowledged: (count: number): string => `${number(count)} acknowledged`,
  ended: (count: number): string => `${number(count)} over`,
  still: "Still",
  takesCare: (name: string | undefined): string => `${name ?? "Somebody"} is on it`,
  over: "Over",
  late: "Reported late",
  /** In a headline, after other alerts. */
  reportedLate: (count: number): string => `${number(count)} reported late`,
  lateBecause: "The readings from that time arrived late.",
  at: (moment: string): string => `at ${moment}`,
  period: (from: string, to: string): string => `${from} to ${to}`,
  /** Alerts that wait for an answer and are not in the notification. */
  stillOpen: (count: number): string => `${number(count)} still open`,

  since: (moment: string): string => `since ${moment}`,
  span: (from: string, to: string, duration: string): string => `${from} to ${to} (${duration})`,
  unanswered: (duration: string): string => `no response for ${duration}`,
  acknowledgedBy: (name: string): string => `acknowledged by ${name}`,
  open: "Open the greenhouse",
  acknowledge: "View and acknowledge",
  acknowledgeHint:
    "When you acknowledge it there, the others see that you are on it, and nobody gets more reminders.",
  allAlerts: "View all alerts",
  reason: "You get this e-mail because you switched on alerts by e-mail.",
  unsubscribe: "Stop these e-mails",
  test: {
    subject: (farm: string): string => `Test: alerts from ${farm} arrive here`,
    text: "This is a test. Nothing is wrong. You will get alerts about frost, heat and silent sensors here.",
  },
};

export type Texts = typeof en;
