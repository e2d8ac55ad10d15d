/** The texts of all views, in English. The other languages have the same entries. */

import { MIN_PAIRED_CHARACTERS } from "@greenhouse/domain/identity/farm-key";
import { labelsIn, shortLabelsIn } from "@greenhouse/domain/words/names";
import type { Problem } from "../../data/connection/problem";
import type { Fault } from "../../model/input/validate";
import { range } from "../range";

const problems: Readonly<Record<Problem, string>> = {
  refused: "You don't have permission to do this.",
  discarded: "Discarded. Nothing was saved.",
  changedMeanwhile: "Not saved: someone changed it in the meantime.",
  tooManyChanges: "Not saved: this sensor has 60 changes. Undo some; they make room after 30 days.",
  wrongCredentials: "The e-mail address or the password is wrong.",
  tooManyAttempts: "Too many attempts. Wait a few minutes and try again.",
  noNetwork: "You're offline. Check your connection.",
  popupClosed: "The sign-in window was closed too early. Try again.",
  popupBlocked: "The browser blocked the sign-in window. Allow pop-ups for this page.",
  emailTaken: "You already have an account. Sign in instead.",
  weakPassword: "The password is too short. Use at least 6 characters.",
  badEmail: "Enter a valid e-mail address.",
  unknown: "Something went wrong. Try again.",
};

const validation: Readonly<Record<Fault, string>> = {
  empty: "Required",
  tooLong: "At most 100 characters.",
  lineBreak: "Must be a single line.",
  hiddenCharacters: "Contains hidden control characters. Type the text instead of pasting it.",
  forbiddenCharacters: "The characters . # $ [ ] / are not allowed.",
  reservedUid: "This word is reserved. Choose another UID.",
  uidLikeKey:
    "Looks like the key of a reading (20 characters that start with a hyphen). Choose another UID.",
  taken: "A sensor with this UID is already registered.",
  shortKey: `At least ${MIN_PAIRED_CHARACTERS} characters, or empty for a new key.`,
  refused: "This UID was rejected. Another farm may be using it.",
  notAnEmail: "Enter a valid e-mail address.",
  shortPassword: "Use at least 6 characters.",
};

/**
 * @param until the readings after this time are not known; undefined if all are
 * @param hasNow whether the current values are known as well
 */
const lastDay = (until: string | undefined, hasNow: boolean): string =>
  `the last 24 hours${until === undefined ? "" : ` until ${until}${hasNow ? ", and now" : ""}`}`;

export const en = {
  appName: "Greenhouses",
  skipToContent: "Skip to content",
  measurements: labelsIn("en"),
  /** For tiles and cards. */
  shortMeasurements: shortLabelsIn("en"),
  problems,
  validation,

  loading: "Loading …",
  retry: "Try again",
  cancel: "Cancel",
  save: "Save",
  saved: "Saved.",
  close: "Close",
  undo: "Undo",
  discard: { question: "Discard changes?", yes: "Discard", no: "Keep editing" },
  copy: "Copy",
  copied: "Copied",
  copyLabel: (label: string): string => `Copy ${label}`,
  copyRefused: "Couldn't copy. Select the text below and copy it.",
  edit: "Edit",
  remove: "Remove",

  signIn: {
    title: "Sign in",
    lead: "See your greenhouses live.",
    signUpLead: "Next, open your invitation link or create a farm.",
    invited: "You've been invited to a farm. Sign in or create an account to see the invitation.",
    passwordHint: "At least 6 characters.",
    email: "E-mail address",
    password: "Password",
    submit: "Sign in",
    signUp: "Create an account",
    google: "Sign in with Google",
    forgotten: "Forgot your password?",
    resetSent: "If this address has an account, an e-mail is on its way.",
    resetNeedsEmail: "Enter your e-mail address first.",
    demo: "Demo: sign in as",
    newHere: "Create an account",
    haveAccount: "I have an account",
    roles: { owner: "owner", viewer: "viewer" } as Readonly<Record<string, string>>,
  },

  account: {
    title: "Account",
    language: "Language",
  },

  connection: {
    offline: (moment: string | undefined): string =>
      moment === undefined ? "Connecting …" : `Offline. Showing values from ${moment}.`,
    /** Shown until the line with more text is loaded. */
    pending: "Not saved yet. Keep this page open.",
  },

  nav: {
    main: "Views",
    overview: "Greenhouses",
    sensors: "Sensors",
    alerts: "Alerts",
    settings: "Settings",
  },

  farm: {
    /** Names the list of problems. */
    state: "Status",
    allWell: "Everything is fine",
    allWellHere: "Everything is fine here",
    /** Shown if some greenhouses are checked and others are not. */
    noProblem: "No problems found",
    unchecked: "Not everything is checked",
    gaps: {
      "no-limits": "No limits set, so nothing is checked.",
      "not-measured": "No limits for these measurements, so nothing is checked.",
      "no-readings": "No readings yet, so nothing is checked.",
      "by-night": "No daytime limits, so nothing is checked until sunset.",
      "no-values": "No current readings, so nothing is checked.",
      "no-temperature": "No temperature limits, so temperature is not checked.",
    },
    gapOf: (greenhouse: string, gap: string): string => `${greenhouse}: ${gap}`,
    gapsOf: (count: number): string => `${count} greenhouses are not fully checked.`,
    setLimits: "Set limits",
    alertsOff: "Alerts are off.",
    switchOn: "Switch on",
    /** Shown while the newest values are not known. */
    wasCalm: "no problems",
    attention: (count: number): string => (count === 1 ? "1 problem" : `${count} problems`),
    asOf: (moment: string, text: string): string => `At ${moment}: ${text}`,
    inHand: (count: number): string => `${count} being dealt with`,
    over: "All clear again",
    cardWords: {
      bad: "Alarm",
      warn: "Warning",
      "in-hand": "Being dealt with",
      unchecked: "Not checked",
      well: "Fine",
    },
    acknowledge: "Acknowledge",
    acknowledgeOf: (sensor: string): string => `Acknowledge for ${sensor}`,
    acknowledgeAll: "Acknowledge all",
    acknowledged: "Acknowledged. No more reminders.",
    youCare: "You're on it",
    cares: (name: string): string => `${name} is on it`,
    snoozedUntil: (moment: string): string => `Snoozed until ${moment}`,
    seemsOver: "now back to normal",
    fineAgain: (value: string, isOfBounds: boolean): string =>
      `now ${value}, ${isOfBounds ? "back within limits" : "back to normal"}`,
    noReadings: "No readings yet",
    newest: (age: string): string => `last reading ${age}`,
    id: "Farm ID",
    greenhouses: "Greenhouses",
    noGreenhouses: "No greenhouses yet.",
    addGreenhouse: "Add a greenhouse",
    greenhouseName: "Greenhouse name",
    noSensors: "No sensors yet",
    sparkline: (measurement: string): string => `${measurement}, last 24 hours`,
    more: (count: number): string => `${count} more`,
    showMore: "Show more",
    less: "Show less",
    low: (until: string | undefined, hasNow: boolean): string =>
      `Lowest of ${lastDay(until, hasNow)}`,
    high: (until: string | undefined, hasNow: boolean): string =>
      `Highest of ${lastDay(until, hasNow)}`,
    awaitsLate: "Late readings are still being added.",
    now: "now",
    after: (moment: string): string => `after ${moment}`,
  },

  ages: { justNow: "just now", ago: (duration: string): string => `${duration} ago` },
  since: (moment: string): string => `since ${moment}`,
  /** For a beginning that is known only roughly. */
  sinceRoughly: {
    about: (moment: string): string => `since about ${moment}`,
    latest: (moment: string): string => `since ${moment} or earlier`,
  },
  sinceUnknown: "start time not known",

  sensorFault: "sensor fault",
  sensorRoles: { air: "Air", soil: "Soil", outdoor: "Outdoors" },

  freshness: {
    never: "no readings yet",
    untimed: "time not known",
  },

  greenhouse: {
    back: "All greenhouses",
    unknown: "Greenhouse not found. It may have been removed.",
    dayByDay: "Day by day",
    sensors: "Sensors",
    sensor: "Sensor",
    noValueHere: "no value here yet",
    leftOut: "left out",
    lastReading: "Last reading",
    median: (count: number): string => `middle value of ${count}\u00a0sensors`,
    span: range,
    allAlike: (value: string): string => `all sensors ${value}`,
    without: (sensor: string, value: string): string => `${sensor} (${value}) left out`,
    night: {
      last: "Last night",
      soFar: "Tonight so far",
      at: (time: string): string => `at ${time}`,
      frost: "frost",
      /** @param up the time of sunrise; false before it */
      none: (down: string, up: string | false): string =>
        up === false
          ? `No readings since sunset (${down}).`
          : `No readings from sunset (${down}) to sunrise (${up}).`,
      sun: (down: string, up: string | false): string =>
        up === false
          ? `lowest since sunset (${down})`
          : `lowest from sunset (${down}) to sunrise (${up})`,
    },
    moreValues: "More values",
    lessValues: "Fewer values",
    threshold: (bounds: string): string => `limits: ${bounds}`,
    thresholdAtNight: (bounds: string): string => `limits at night: ${bounds}`,
    noReadings: "Run this to send the first reading:",
    noReadingsYet: "Put the code on the board to send the first reading.",
    setUp: "Code for the board",
    noSensors: "No sensors in this greenhouse yet.",
    linkOne: "Register or assign a sensor",
    addOutput: "Add a valve, pump or vent",
  },

  bounds: (min: string | undefined, max: string | undefined): string => {
    if (min === undefined) return `at most ${max ?? ""}`;
    return max === undefined ? `at least ${min}` : range(min, max);
  },

  charts: {
    title: "Charts",
    range: "Range",
    presets: { "1h": "1 h", "24h": "24 h", "7d": "7 d", "30d": "30 d", "90d": "90 d", "1y": "1 y" },
    presetNames: {
      "1h": "Last hour",
      "24h": "Last 24 hours",
      "7d": "Last 7 days",
      "30d": "Last 30 days",
      "90d": "Last 90 days",
      "1y": "Last 12 months",
    },
    own: "Custom",
    reset: "Back to the last 24 hours",
    cursor: (measurement: string): string => `Cursor: ${measurement}`,
    cursorNowhere: "no value here",
    since: (moment: string): string => `No readings before ${moment}.`,
    showSince: "Start there",
    more: (count: number): string => `${count} more`,
    fewer: "Fewer",
    onlyThese: "Only these",
    allLines: "All sensors",
    yearBefore: "A year earlier",
    notComparable: "There is nothing to compare here.",
    former: "removed",
    reading: "Loading history …",
    band: (count: number): string => `All ${count} sensors (median and range)`,
    sampled:
      "Only some of the readings are shown, so highs and lows may be missing. Zoom in to see all.",
    sampledBefore: (moment: string): string =>
      `Before ${moment} only some of the readings are shown. Highs and lows may be missing.`,
    sampledSince: (moment: string): string =>
      `After ${moment} only some of the readings are shown. Highs and lows may be missing.`,
    noData: "No readings in this range.",
    offline: "Offline. The history loads when you're back online.",
    faults: (names: string): string => `Sensor faults, marked at the edge: ${names}`,
    table: (measurement: string): string => `${measurement} as a table`,
    tableTime: "Time",
    notes: "Notes",
    night: "Night",
    tableCell: range,
    chart: (measurement: string, period: string): string =>
      `Chart: ${measurement}, ${period}. Values are in the table below.`,
  },

  notFound: {
    title: "Page not found",
    lead: "Check the address, or start from your farms.",
    home: "Go to your farms",
  },

  fatal: {
    title: "Couldn't start the page",
    lead: "Couldn't reach the server. Check your connection and try again.",
    /** For a view or a part of a view. */
    offline: "Not available offline. Opens when you're back online.",
  },
};

/** The texts that every language needs. */
export type Texts = typeof en;
