/** The texts of notifications, in English. The other language has the same entries. */

import { en as words } from "@greenhouse/domain/words/en";
import type { Alert } from "@greenhouse/domain/alerts/model";

const number = (count: number): string => count.toLocaleString(words.locale);

/** Why a notification was not delivered. `{detail}` is an HTTP status, an error code or the mail server's answer. */
const problems = {
  channelOff: "This deployment does not use this channel.",
  emailOff: "E-mail is not switched on.",
  pushOff: "Push messages are not switched on for any device.",
  noWebhook: "The farm has no webhook.",
  noConfirmedAddress: "The account has no confirmed e-mail address.",
  subscriptionEnded: "The browser has ended this subscription. Switch push messages on again.",
  subscriptionInvalid:
    "The device's subscription is not valid. Switch push messages off and on again.",
  notPrepared: "The message could not be created.",
  askedTooLate: "The farm was not checked when you asked for the test. Try again.",
  addressInvalid: "The address is not valid.",
  notHttps: "The address must begin with https://.",
  holdsLogin: "The address must not contain a user name or a password.",
  privateAddress: "The address leads into a private network. It must be on the public internet.",
  unknownName: "The name in the address was not found.",
  noAnswer: "The server did not answer in time.",
  closed: "The connection was closed.",
  mailNotSent: "The mail was not sent.",
  mailLogin: "The mail server refuses the login. The operator has to correct SMTP_URL.",
  mailUnknownName: "The name of the mail server was not found.",
  mailNoAnswer: "The mail server did not answer in time.",
  mailNotEncrypted: "The connection to the mail server could not be encrypted.",
  connectionFailed: "The connection failed ({detail}).",
  certificate: "The certificate of the address is not valid ({detail}).",
  webhookStatus: "The webhook answered with status {detail}.",
  pushStatus: "The push service answered with status {detail}.",
  webhookMoved: "The webhook redirects to another address ({detail}). Enter the final one.",
  pushMoved: "The push service redirects to another address ({detail}). Enter the final one.",
  mailConnectionFailed: "The connection to the mail server failed ({detail}).",
  mailServerSaid: "The mail server answered: {detail}",
};

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
};

export const en = {
  ...words,
  ago: { "60": "an hour ago", "40": "40\u202fmin", "20": "20\u202fmin", "0": "now" },
  problems,

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
