/** Channels with a confirmed address, their escalation, and quiet hours, in English. */

import { withUnit } from "@greenhouse/domain/quantities/measurements";

export const en = {
  unsupported: (channels: string): string => `Not available on this site: ${channels}.`,
  isOn: (channel: string): string => `${channel}: switched on.`,
  isOff: (channel: string): string => `${channel}: switched off.`,
  maxPerDay: (count: number): string => `At most ${count} a day.`,

  address: {
    notSetUp: (label: string): string => `${label}: not set up`,
    setUp: "Set up",
    needsAlerts: "To set this up, alerts must be on for this farm.",
    example: (example: string): string => `For example ${example}`,
    bad: (example: string): string => `Enter it like this: ${example}`,
    via: "Send the code by",
    send: "Send code",
    sendAgain: "Send again",
    change: (name: string): string => `Change ${name}`,
    codesLeft: (count: number): string =>
      `You can ask for ${count} more ${count === 1 ? "code" : "codes"} within an hour.`,
    nextCode: (moment: string): string =>
      `You have asked for three codes. You can ask for the next one at ${moment}.`,
    waiting: (address: string, channel: string): string =>
      `The code goes to ${address} by ${channel}. This takes up to a minute …`,
    late: "The code has not been sent yet. Perhaps the farm is not being checked.",
    sent: (address: string, channel: string): string =>
      `The code was sent to ${address} by ${channel}.`,
    failed: (problem: string): string => `The code could not be sent: ${problem}`,
    spent: "Five wrong codes. Ask for a new one.",
    code: "Code",
    codeHint: (tries: number, moment: string): string =>
      `Six digits, valid until ${moment}. ${tries} ${tries === 1 ? "try" : "tries"} left.`,
    badCode: "Enter the six digits.",
    wrongCode: "This code is wrong or has expired.",
    confirm: "Confirm",
    confirmed: (address: string, channel: string): string =>
      `${address} is confirmed. ${channel}: switched on.`,
    removed: (label: string): string => `${label} removed. It gets no more messages.`,
    notRestored: "The code has expired. Set it up again.",
  },

  telegram: {
    start: (bot: string): string => `Open @${bot} in Telegram`,
    thenStart: "and press Start there.",
    find: "Ask",
    findThen: "for your chat id. It answers with a number.",
    enter: "Enter this number below. The code then comes into the chat.",
  },

  steps: {
    lead: "How long an alert stays unanswered before a channel is used.",
    now: "At once",
    later: (minutes: number): string => `After ${withUnit(String(minutes), "min")}`,
    set: (channel: string, when: string): string => `${channel}: ${when}.`,
  },

  quiet: {
    title: "Quiet hours",
    lead: "On all your farms.",
    on: "Quiet hours are on.",
    off: "Quiet hours are off.",
    saved: (from: string, until: string): string => `Quiet hours: ${from} to ${until}.`,
    from: "From",
    until: "Until",
    empty: "Enter a time.",
    equal: "Choose two different times.",
    effect: (from: string, until: string): string =>
      `From ${from} to ${until} only frost, heat and other limits reach you. Everything else waits until ${until}.`,
    zone: (zone: string): string => `Time of this farm: ${zone}.`,
    noZone: "This farm has no place yet, so its times are in UTC.",
  },
};

/** The texts that every language needs. */
export type ChannelTexts = typeof en;
