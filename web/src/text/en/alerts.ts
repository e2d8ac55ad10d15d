/** The texts of the alerts, in English. They come with the views that need them. */

import { en as words } from "@greenhouse/domain/words/en";
import type { Channel } from "@greenhouse/domain/alerts/people";
import type { PushFailure, PushObstacle } from "../../data/changes/push";
import type { AlertFault } from "../../model/findings/alert-settings";

const validation: Readonly<Record<AlertFault, string>> = {
  badMinutes: "A whole number from 0 to 10080 (a week).",
  badPercent: "A whole number from 0 to 100.",
  badWebhook:
    "An https:// address on the public internet, with a name, of at most 1000 characters.",
};

const pushProblems: Readonly<Record<PushObstacle | PushFailure, string>> = {
  insecure: "Push needs a page with https:// in its address.",
  installFirst:
    "Add this page to the Home Screen first (Share, “Add to Home Screen”), open it from there, and switch push on here.",
  unsupported: "This browser has no push messages. Chrome, Edge, Firefox and Safari have.",
  denied:
    "This browser blocks notifications of this page. Allow them in its settings for this site (the icon beside the address), then reload.",
  noService:
    "The browser did not reach its push service. Check the connection, or try another browser.",
};

const channels: Readonly<Record<Channel, string>> = {
  email: "E-mail",
  push: "Push",
  webhook: "Webhook",
};

export const en = {
  /** What an alert is, as in messages. */
  words,
  title: "Alerts",

  service: {
    absent: "No messages are sent yet.",
    absentHint:
      "Just set up? Then they begin within a minute. Otherwise ask whoever runs this page for your farm.",
    asleep: (moment: string): string => `The farm has not been watched since ${moment}.`,
    asleepHint: "No alert is raised and no message sent until this is repaired.",
  },

  off: {
    lead: "Alerts are off for this farm.",
    what: "Switched on, the farm is looked at every minute: members who want it get a message when a value passes its threshold, a sensor falls silent, a battery runs low or an output is not as ordered.",
    switchOn: "Switch alerts on",
    switchedOn: "Alerts are on. Choose below how you want to be notified.",
    askOwner: "An owner of the farm can switch them on here.",
  },

  open: {
    lasting: (duration: string): string => `for ${duration}`,
    takeBack: "Take back",
    snooze: "Snooze",
    snoozeAll: "Snooze all",
    hour: "1 hour",
    hours: "8 hours",
    until: (moment: string): string => `Until ${moment}`,
    snoozed: (moment: string): string => `Snoozed until ${moment}.`,
    endSnooze: "End the snooze",
    of: (sensor: string): string => `for ${sensor}`,
  },

  linked: {
    over: (moment: string): string => `This alert is over since ${moment}.`,
    gone: "This alert is over.",
    loading: "Looking for the alert …",
  },

  log: {
    title: "What happened",
    none: "No alert is over yet.",
    lasted: (duration: string): string => `lasted ${duration}`,
    acknowledgedBy: (who: string): string => `acknowledged by ${who}`,
    reportedLate: (moment: string): string => `reported late, ${moment}`,
    more: "Show more",
  },

  undelivered: {
    title: "Not delivered",
    email: (who: string): string => `E-mail to ${who}`,
    push: (who: string, devices: number): string =>
      `Push to ${devices === 1 ? "a device" : `${devices} devices`} of ${who}`,
    webhook: "Webhook",
  },

  someone: { by: "you", to: "you" },

  notify: {
    title: "Notify me",
    lead: "Yours alone, for all your farms, until you switch it off.",
    channels,
    emailTo: (address: string): string => `E-mail to ${address}`,
    emailOn: "E-mail is on.",
    emailOff: "E-mail is off.",
    noEmail: "Your account has no e-mail address.",
    emailUnsupported: "This deployment sends no e-mail.",
    unverified:
      "Your address is not confirmed yet. It gets no e-mail until you press the link in the confirmation mail.",
    verify: "Send the confirmation mail",
    verifySent: "The confirmation mail is on its way. Press its link, then come back.",
    push: "Push on this device",
    pushOn: "Push is on for this device.",
    pushOff: "Push is off for this device.",
    pushUnsupported: "This deployment sends no push messages.",
    pushProblems,
    otherDevices: (count: number): string =>
      count === 1 ? "On for 1 other device of yours." : `On for ${count} other devices of yours.`,
    when: (farm: string): string => `Messages of ${farm}`,
    whens: {
      atOnce: "At once",
      after: (minutes: number): string => `Unanswered for ${minutes} minutes`,
      never: "No messages",
    },
    whenHints: {
      atOnce: "You hear of each alert as soon as it is raised.",
      after: (minutes: number): string =>
        `Others hear first; you only if nobody acknowledged the alert for ${minutes} minutes.`,
      never: "You hear of no alert of this farm, on any channel.",
      alone: "You are the only member: until then nobody hears of it.",
    },
    whenSet: (farm: string, when: string): string => `Messages of ${farm}: ${when}.`,
    language: (now: string): string => `Messages are in ${now}.`,
    inThisLanguage: "Write in English",
    languageSet: "Messages are in English now.",
  },

  test: {
    send: "Send a test",
    sendOf: (channel: string): string => `Send a test: ${channel}`,
    waiting: "Arrives within a minute …",
    late: "Nothing has sent the test yet: the farm may not be watched.",
    delivered: (moment: string): string => `Test delivered ${moment}.`,
    failed: (problem: string): string => `The test could not be delivered: ${problem}`,
  },

  settings: {
    title: "What raises an alert",
    lead: "Values beyond a greenhouse's thresholds, readings that cannot be true, outputs that are not as ordered, and what is set here.",
    silentAfter: "Silent for (minutes)",
    silentAfterHint: "0: silent sensors raise no alert.",
    battery: "Battery at or below (percent)",
    batteryHint: "0: batteries raise no alert.",
    thresholds: "To the thresholds",
    language: "Language of the farm's messages",
    languageHint:
      "Of the webhook's messages, and of why something was not delivered. People get theirs in the language that they chose.",
    languageSet: (language: string): string => `The farm's messages are in ${language} now.`,
    webhook: "Webhook",
    webhookLead:
      "Each message goes there too, signed as Standard Webhooks describes: to ntfy, Slack, Telegram, Home Assistant.",
    url: "Address",
    addWebhook: "Add",
    webhookSaved: "The webhook's address was saved.",
    webhookRemoved: "The webhook was removed.",
    secretTitle: "Secret of the webhook",
    secretLead:
      "Its receiver checks the signature with it. It is shown only now: copy it. A lost one can be replaced.",
    secret: "Secret",
    newSecret: "New secret …",
    newSecretTitle: "Replace the secret?",
    newSecretWarning:
      "The receiver refuses messages until it has the new one. This cannot be undone.",
    newSecretSubmit: "Replace the secret",
    done: "Done",
    switchOff: "Switch alerts off …",
    switchOffTitle: "Switch alerts off?",
    switchOffWarning:
      "Nobody is notified of frost, heat or silent sensors of this farm any more. These settings, the webhook and what is open are forgotten; what happened stays.",
    switchOffSubmit: "Switch alerts off",
    switchedOff: "Alerts are off for this farm.",
    validation,
  },
};

/** What a language has to have. */
export type AlertTexts = typeof en;
