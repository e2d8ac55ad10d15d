/** Alerts, in English. Loaded with the views that need them. */

import { en as words } from "@greenhouse/domain/words/en";
import type { Language } from "@greenhouse/domain/words/languages";
import type { PushFailure, PushObstacle } from "../../data/changes/push";
import type { AlertFault } from "../../model/findings/alert-settings";

const validation: Readonly<Record<AlertFault, string>> = {
  badMinutes: "Enter a whole number from 0 to 10080 (a week).",
  badPercent: "Enter a whole number from 0 to 100.",
  badWebhook: "Enter a public https:// address with a host name, at most 1000 characters.",
};

const pushProblems: Readonly<Record<PushObstacle | PushFailure, string>> = {
  insecure: "Push only works on https:// pages.",
  installFirst:
    "First add this page to your Home Screen (Share, “Add to Home Screen”). Open it from there and switch push on here.",
  unsupported: "This browser doesn't support push. Use Chrome, Edge, Firefox or Safari.",
  denied:
    "Notifications are blocked. Allow them for this site (the icon next to the address), then reload.",
  noService:
    "Couldn't reach the browser's push service. Check your connection or try another browser.",
};

export const en = {
  /** Describes an alert in the same words as messages do. */
  words,
  title: "Alerts",
  /** The languages of messages, as a sentence names them. */
  languages: { en: "English", de: "German" } as Readonly<Record<Language, string>>,

  service: {
    absent: "Messages are not being sent yet.",
    absentHint:
      "After a new setup this takes a minute. If it stays like this, ask the operator of this site.",
    asleep: (moment: string): string => `Your farm has not been checked since ${moment}.`,
    asleepHint: "There are no alerts and no messages until this is fixed.",
  },

  off: {
    lead: "Alerts are off for this farm.",
    explanation:
      "When on, the farm is checked every minute, and members can be told when a value is out of limits, a sensor stops sending, a battery runs low or a valve or pump doesn't switch.",
    switchOn: "Switch alerts on",
    switchedOn: "Alerts are on. Choose below how you want to be notified.",
    askOwner: "Owners can switch them on here.",
  },

  open: {
    lasting: (duration: string): string => `for ${duration}`,
    takeBack: "Undo",
    snooze: "Snooze",
    snoozeAll: "Snooze all",
    hour: "1 hour",
    hours: "8 hours",
    until: (moment: string): string => `Until ${moment}`,
    snoozed: (moment: string): string => `Snoozed until ${moment}.`,
    endSnooze: "Stop snoozing",
    forSensor: (sensor: string): string => `for ${sensor}`,
  },

  linked: {
    over: (moment: string): string => `This alert has ended (${moment}).`,
    gone: "This alert has ended.",
    loading: "Loading alert …",
  },

  log: {
    title: "Alert history",
    emptyList: "No past alerts.",
    lasted: (duration: string): string => `lasted ${duration}`,
    acknowledgedBy: (name: string): string => `acknowledged by ${name}`,
    reportedLate: (moment: string): string => `reported late: ${moment}`,
    more: "Show more",
  },

  undelivered: {
    title: "Not delivered",
    to: (channel: string, name: string): string => `${channel} to ${name}`,
    devices: (channel: string, name: string, devices: number): string =>
      `${channel} to ${devices === 1 ? "a device" : `${devices} devices`} of ${name}`,
  },

  currentPerson: { by: "you", to: "you" },

  notify: {
    title: "Notify me",
    lead: "For you, on all your farms.",
    emailTo: (address: string): string => `E-mail to ${address}`,
    emailOn: "E-mail is on.",
    emailOff: "E-mail is off.",
    noEmail: "Your account has no e-mail address.",
    unverified: "Your address isn't confirmed yet. You get no e-mail until you confirm it.",
    verify: "Send confirmation e-mail",
    verifySent: "The confirmation e-mail is on its way. Click the link in it, then come back.",
    push: "Push on this device",
    pushOn: "Push is on for this device.",
    pushOff: "Push is off for this device.",
    pushProblems,
    otherDevices: (count: number): string =>
      `Also on for ${count} other ${count === 1 ? "device" : "devices"}.`,
    when: (farm: string): string => `Messages from ${farm}`,
    whens: {
      atOnce: "Straight away",
      after: (minutes: number): string => `If nobody responds for ${minutes} minutes`,
      never: "No messages",
    },
    whenHints: {
      atOnce: "You get every alert straight away.",
      after: (minutes: number): string =>
        `Others are told first; you only if nobody acknowledges the alert for ${minutes} minutes.`,
      never: "You get no alerts from this farm.",
      alone: "You're the only member, so nobody is told before then.",
    },
    whenSet: (farm: string, when: string): string => `Messages from ${farm}: ${when}.`,
    language: (now: string): string => `Messages are in ${now}.`,
    inThisLanguage: "Send in English",
    languageSet: "Messages are now in English.",
  },

  test: {
    send: "Send a test",
    sendOf: (channel: string): string => `Send a test: ${channel}`,
    waiting: "Arrives within a minute …",
    late: "The test hasn't been sent yet. Perhaps the farm is not being checked.",
    delivered: (moment: string): string => `Test delivered ${moment}.`,
    failed: (problem: string): string => `Couldn't deliver the test: ${problem}`,
  },

  settings: {
    title: "When to alert",
    lead: "Values outside a greenhouse's limits, impossible readings, valves and pumps that don't switch, and the conditions below.",
    silentAfter: "Alert if a sensor sends nothing for (minutes)",
    silentAfterHint: "0 = off",
    battery: "Alert if a battery is at or below (percent)",
    batteryHint: "0 = off",
    thresholds: "Edit limits",
    language: "Language of webhook messages",
    languageHint:
      "Used for webhook messages and for reasons why a message was not delivered. Members get messages in their own language.",
    languageSet: (language: string): string => `Webhook messages are now in ${language}.`,
    webhook: "Webhook",
    webhookLead:
      "Every message is also sent to this address (signed, Standard Webhooks). For ntfy, Slack, Telegram or Home Assistant.",
    url: "Address",
    addWebhook: "Add",
    webhookSaved: "Webhook saved.",
    webhookRemoved: "Webhook removed.",
    secretTitle: "Webhook secret",
    secretLead:
      "The receiver checks signatures with this secret. Copy it now: it is shown only once. If you lose it, you can create a new one.",
    secret: "Secret",
    newSecret: "New secret …",
    newSecretTitle: "Replace the secret?",
    newSecretWarning:
      "The receiver rejects messages until you give it the new secret. This cannot be undone.",
    newSecretSubmit: "Replace secret",
    done: "Done",
    switchOff: "Switch alerts off …",
    switchOffTitle: "Switch alerts off?",
    switchOffWarning:
      "Nobody is told about frost, heat or sensors that stop sending. These settings, the webhook and open alerts are deleted; the history is kept.",
    switchOffSubmit: "Switch alerts off",
    switchedOff: "Alerts are off for this farm.",
    validation,
  },
};

/** The texts that every language needs. */
export type AlertTexts = typeof en;
