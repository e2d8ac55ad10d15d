/** Every text of the page, in English. The other languages have the same entries. */

import { labelsIn, shortLabelsIn } from "@greenhouse/domain/words/names";
import type { Problem } from "../../data/connection/problem";
import type { Fault } from "../../model/input/validate";

const problems: Readonly<Record<Problem, string>> = {
  refused: "The database refused this: you are not allowed to, or not any more.",
  discarded: "Discarded: it was not stored.",
  changedMeanwhile: "Not stored: it was changed elsewhere meanwhile.",
  wrongCredentials: "The e-mail address or the password is wrong.",
  tooManyAttempts: "Too many attempts. Wait a few minutes and try again.",
  noNetwork: "There is no connection to the network.",
  popupClosed: "The sign-in window was closed before it was done.",
  popupBlocked: "The browser blocked the sign-in window. Allow pop-ups for this page.",
  emailTaken: "There is an account with this e-mail address already: sign in.",
  weakPassword: "The password is too short: take at least 6 characters.",
  badEmail: "This is not an e-mail address.",
  unknown: "Something went wrong. Try again.",
};

const validation: Readonly<Record<Fault, string>> = {
  empty: "This must not be empty.",
  tooLong: "At most 100 characters.",
  lineBreak: "This must be a single line.",
  hiddenCharacters: "This contains hidden control characters. Type it instead of pasting it.",
  forbiddenCharacters: "The characters . # $ [ ] / are not allowed.",
  reservedUid: "This word is reserved: choose another uid.",
  uidLikeKey: "20 characters with a hyphen first are the keys of readings: choose another uid.",
  taken: "A sensor with this uid is registered already.",
  refused: "The database refused this uid: a sensor of another farm may have it.",
  notAnEmail: "This is not an e-mail address.",
  shortPassword: "Take at least 6 characters.",
};

/**
 * @param until undefined: all of it is known; otherwise, the readings since then are not
 * @param hasNow but for the current values
 */
const lastDay = (until: string | undefined, hasNow: boolean): string =>
  `the last 24 hours${until === undefined ? "" : ` until ${until}${hasNow ? ", and now" : ""}`}`;

export const en = {
  appName: "Greenhouses",
  skipToContent: "Skip to the content",
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
  discard: { question: "Discard what you typed?", yes: "Discard", no: "Keep typing" },
  copy: "Copy",
  copied: "Copied",
  copyWhat: (what: string): string => `Copy ${what}`,
  copyRefused:
    "The browser does not let this page copy. Here is the text, selected: copy it yourself.",
  edit: "Edit",
  remove: "Remove",

  signIn: {
    title: "Sign in",
    lead: "See your greenhouses live.",
    signUpLead:
      "Afterwards you open an owner's invitation link, or create a farm if this site lets you.",
    invited: "You are invited to a farm. Sign in, or create an account: the invitation comes next.",
    passwordHint: "At least 6 characters.",
    email: "E-mail address",
    password: "Password",
    submit: "Sign in",
    signUp: "Create an account",
    google: "Sign in with Google",
    forgotten: "Forgotten your password?",
    resetSent: "If there is an account with this address, an e-mail is on its way.",
    resetNeedsEmail: "Type your e-mail address first.",
    demo: "Demo: sign in as",
    newHere: "New here?",
    haveAccount: "Have an account?",
    roles: { owner: "owner", viewer: "viewer" } as Readonly<Record<string, string>>,
  },

  account: {
    title: "Account",
    language: "Language",
  },

  connection: {
    offline: (moment: string | undefined): string =>
      moment === undefined ? "Connecting …" : `No connection. Values of ${moment}.`,
    /** Shown until the line with more text is loaded. */
    pending: "Not stored yet: leave this page open.",
  },

  nav: {
    main: "Views",
    overview: "Greenhouses",
    sensors: "Sensors",
    alerts: "Alerts",
    settings: "Settings",
  },

  farm: {
    /** The name of the list of what needs attention. */
    state: "State",
    allWell: "Everything is fine",
    allWellHere: "Everything is fine here",
    /** Where some greenhouses are checked and others are not. */
    noProblem: "No problems found",
    unchecked: "Not everything is checked",
    gaps: {
      "no-limits": "No limits set: nothing is checked.",
      "not-measured": "No limits for what is measured here: nothing is checked.",
      "no-readings": "No readings yet: nothing is checked.",
      "by-night": "No limits by day: nothing is checked until sunset.",
      "no-values": "No current readings: nothing is checked.",
      "no-temperature": "No limits for temperature: it is not checked.",
    },
    gapOf: (greenhouse: string, gap: string): string => `${greenhouse}: ${gap}`,
    gapsOf: (count: number): string => `${count} greenhouses are not fully checked.`,
    setLimits: "Set limits",
    alertsOff: "Alerts are off.",
    switchOn: "Switch on",
    /** Where the newest values are not known. */
    wasCalm: "nothing needed attention",
    attention: (count: number): string =>
      count === 1 ? "1 needs attention" : `${count} need attention`,
    asOf: (moment: string, text: string): string => `At ${moment}: ${text}`,
    inHand: (count: number): string =>
      count === 1 ? "1 is taken care of" : `${count} are taken care of`,
    over: "Nothing needs attention any more",
    cardWords: {
      bad: "Alarm",
      warn: "Attention",
      "in-hand": "In hand",
      unchecked: "Not checked",
      well: "Fine",
    },
    acknowledge: "Acknowledge",
    acknowledgeOf: (sensor: string): string => `Acknowledge for ${sensor}`,
    acknowledgeAll: "Acknowledge all",
    acknowledged: "Acknowledged: there are no more reminders.",
    youCare: "You take care of it",
    cares: (who: string): string => `${who} takes care of it`,
    snoozedUntil: (moment: string): string => `Snoozed until ${moment}`,
    seemsOver: "seems to be over",
    noReadings: "No reading yet",
    newest: (age: string): string => `newest reading ${age}`,
    id: "Farm ID",
    greenhouses: "Greenhouses",
    noGreenhouses: "There is no greenhouse yet.",
    addGreenhouse: "Add a greenhouse",
    greenhouseName: "Name of the greenhouse",
    noSensors: "No sensor is linked yet",
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

  since: (moment: string): string => `since ${moment}`,
  sinceUnknown: "since when is not known",

  sensorFault: "sensor fault",
  sensorRoles: { air: "Air", soil: "Soil", outdoor: "Outdoors" },

  freshness: {
    never: "no reading yet",
    untimed: "time not known",
  },

  greenhouse: {
    back: "All greenhouses",
    unknown: "This farm has no such greenhouse.",
    dayByDay: "Day by day",
    sensors: "Sensors",
    sensor: "Sensor",
    noValueHere: "no value here yet",
    lastReading: "Last reading",
    median: (count: number): string => `median of ${count}`,
    span: (low: string, high: string): string => `${low}\u00a0–\u00a0${high}`,
    allAlike: (value: string): string => `all ${value}`,
    without: (sensor: string, value: string): string => `without ${sensor} (${value})`,
    moreValues: "More values",
    lessValues: "Fewer values",
    threshold: (bounds: string): string => `should be ${bounds}`,
    thresholdAtNight: (bounds: string): string => `should be ${bounds} at night`,
    noReadings: "No reading yet. This line sends the first one:",
    noReadingsYet: "No reading yet. The board needs its code to send the first one.",
    setUp: "Code for the board",
    noSensors: "No sensor is linked to this greenhouse yet.",
    linkOne: "Register or link a sensor",
    addOutput: "Add a valve, pump or vent",
  },

  bounds: (min: string | undefined, max: string | undefined): string => {
    if (min === undefined) return `at most ${max ?? ""}`;
    return max === undefined ? `at least ${min}` : `${min}\u00a0–\u2060\u00a0${max}`;
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
      "1y": "Last year",
    },
    own: "Own range",
    reset: "Back to the last 24 hours",
    cursor: (measurement: string): string => `Cursor of ${measurement}`,
    cursorNowhere: "no value here",
    since: (moment: string): string => `No reading before ${moment}.`,
    showSince: "Show from there",
    more: (count: number): string => `${count} more`,
    fewer: "Fewer",
    former: "former",
    reading: "Reading the history …",
    band: (count: number): string => `Lowest, median and highest of ${count}`,
    sampled:
      "Shows a sample of the readings: the lowest and highest may be missing. Zoom in for all.",
    sampledBefore: (moment: string): string =>
      `Before ${moment} this is a sample of the readings: the lowest and highest may be missing there.`,
    sampledSince: (moment: string): string =>
      `Since ${moment} this is a sample of the readings: the lowest and highest may be missing there.`,
    nothing: "No readings in this range.",
    offline: "No connection: the history is shown when it is back.",
    faults: (names: string): string => `Sensor faults, marked at the edge: ${names}`,
    table: (measurement: string): string => `${measurement} as a table`,
    tableTime: "Time",
    notes: "Notes",
    night: "Night",
    tableCell: (low: string, high: string): string => `${low} – ${high}`,
    chart: (measurement: string, range: string): string =>
      `Chart of ${measurement}, ${range}. The table below holds its values.`,
  },

  notFound: {
    title: "There is nothing here",
    lead: "The address leads nowhere.",
    home: "To your farms",
  },

  fatal: {
    title: "The page could not start",
    lead: "It cannot reach its server. Check the connection and try again.",
    /** For a view, or a part of one. */
    offline: "Not on this device yet: it opens when the connection is back.",
  },
};

/** What a language has to have. */
export type Texts = typeof en;
