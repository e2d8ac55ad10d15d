/** Every text of the page, in English. The other languages have the same entries. */

import type { Quantity } from "../../../domain/src/measurements";
import type { Attention } from "../model/attention";
import type { Problem } from "../data/problem";
import type { Fault } from "../model/validate";

const measurements: Readonly<Record<Quantity, string>> = {
  temperature: "Temperature",
  humidity: "Humidity",
  light: "Light",
  battery: "Battery",
  vpd: "VPD",
  dewPoint: "Dew point",
};

const problems: Readonly<Record<Problem, string>> = {
  refused: "The database refused this: you are not allowed to, or not any more.",
  discarded: "Discarded: it was not stored.",
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
  forbiddenCharacters: "The characters . # $ [ ] / are not allowed.",
  reservedUid: "This word is reserved: choose another uid.",
  uidLikeKey: "20 characters with a hyphen first are the keys of readings: choose another uid.",
  taken: "A sensor with this uid is registered already.",
  refused: "The database refused this uid: a sensor of another farm may have it.",
  notAnEmail: "This is not an e-mail address.",
  shortPassword: "Take at least 6 characters.",
};

/** What is to be done about a sensor or a value, without the sensor's name. */
interface AttentionWords {
  readonly kind: Attention["kind"];
  readonly measurement: string;
  readonly value: string;
  readonly bound: string;
  readonly since: string | undefined;
  /** Begins the words of a single missing measurement. */
  readonly missing: string;
}

export const en = {
  appName: "Greenhouses",
  skipToContent: "Skip to the content",
  measurements,
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
    signUpLead: "Afterwards you create a farm, or open the link with which an owner invites you.",
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
    signedInAs: (name: string): string => `Signed in as ${name}`,
    yourId: "Your ID",
    signOut: "Sign out",
    language: "Language",
    preferences: "Units and time zone",
  },

  connection: {
    offline: (moment: string | undefined): string =>
      moment === undefined ? "Connecting …" : `No connection since ${moment}. Values as of then.`,
  },

  nav: {
    main: "Views",
    overview: "Greenhouses",
    sensors: "Sensors",
    alerts: "Alerts",
    open: (count: number): string => `${count} open`,
    settings: "Settings",
  },

  farms: {
    title: "Your farms",
    none: "You are not a member of any farm yet.",
    join: "Join a farm",
    joinHint:
      "Ask an owner of the farm to invite you: under Settings, Members, they make a link for you. Open it here.",
    ask: "If you do not know an owner, ask whoever gave you the address of this page.",
    create: "Create a farm",
    createHint: "You become its owner, and can invite others.",
    ownName: "Your name, for its members",
    invited: "Invited",
    invitedAs: { owner: "as an owner", viewer: "as a viewer" },
    accept: "Accept",
    acceptOf: (name: string): string => `Accept: ${name}`,
    accepted: (name: string): string => `${name} is on your list.`,
    decline: "Decline",
    declineOf: (name: string): string => `Decline: ${name}`,
    declined: (name: string): string => `You declined the invitation to ${name}.`,
    leave: "Leave …",
    leaveOf: (name: string): string => `Leave ${name} …`,
    unlistTitle: "Take this farm off your list?",
    unlistLead: "You stay an owner of it. Its address brings you back:",
    unlist: "Take it off the list",
    unlisted: (name: string): string => `${name} is off your list.`,
    command: "Or in a terminal, in the folder of the project that runs here:",
    commandName: "the command",
    name: "Name of the farm",
    leaveThis: "Leave this farm",
    leaveTitle: "Leave this farm?",
    leaveWarning: "You will not see it any more until an owner adds you again.",
    confirm: (name: string): string => `Type the farm's name to confirm: ${name}`,
  },

  farm: {
    allWell: "Everything is fine",
    calm: "No value needs attention now",
    wasWell: (moment: string): string => `Everything was fine at ${moment}`,
    attention: (count: number): string =>
      count === 1 ? "1 thing needs attention" : `${count} things need attention`,
    noReadings: "No reading yet",
    newest: (age: string): string => `newest reading ${age}`,
    id: "Farm ID",
    gateway: "Gateway",
    gatewayNone: "not reported yet",
    reported: (age: string): string => `reported ${age}`,
    greenhouses: "Greenhouses",
    noGreenhouses: "There is no greenhouse yet.",
    addGreenhouse: "Add a greenhouse",
    greenhouseName: "Name of the greenhouse",
    noSensors: "No sensor is linked yet",
    sparkline: (measurement: string): string => `${measurement}, last 24 hours`,
    more: (count: number): string => `and ${count} more`,
    less: "show less",
    low: "Today's low",
    high: "Today's high",
    now: "now",
    until: (moment: string): string => `until ${moment}`,
  },

  attention: ({ kind, measurement, value, bound, since, missing }: AttentionWords): string => {
    switch (kind) {
      case "above":
        return `${measurement} ${value}, above ${bound}`;
      case "below":
        return `${measurement} ${value}, below ${bound}`;
      case "silent":
        return `${missing}${since === undefined ? "silent for more than a day" : `silent since ${since}`}`;
      case "fault":
        return `sensor fault: ${measurement} ${value}`;
      case "battery":
        return `battery ${value}`;
    }
  },
  attentionWord: { bad: "Alarm", warning: "Attention" },

  sensorFault: "sensor fault",
  sensorRoles: { air: "Air", soil: "Soil", outdoor: "Outdoors" },

  freshness: {
    never: "no reading yet",
    olderThan: "older than a day",
    silentSince: (moment: string): string => `silent since ${moment}`,
  },

  greenhouse: {
    back: "All greenhouses",
    unknown: "This farm has no such greenhouse.",
    dayByDay: "Day by day",
    sensors: "Sensors",
    sensor: "Sensor",
    lastReading: "Last reading",
    median: (count: number): string => `median of ${count}`,
    span: (low: string, high: string): string => `${low}\u00a0–\u00a0${high}`,
    allAlike: (value: string): string => `all ${value}`,
    threshold: (bounds: string): string => `should be ${bounds}`,
    thresholdAtNight: (bounds: string): string => `should be ${bounds} at night`,
    noReadings: "No reading yet. This line sends the first one:",
    noReadingsYet: "No reading yet. The board needs its code to send the first one.",
    setUp: "Code for the board",
    noSensors: "No sensor is linked to this greenhouse yet.",
    linkOne: "Register or link a sensor",
  },

  bounds: (min: string | undefined, max: string | undefined): string => {
    if (min === undefined) return `at most ${max ?? ""}`;
    return max === undefined ? `at least ${min}` : `${min}\u00a0–\u00a0${max}`;
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
    from: "From",
    to: "To",
    apply: "Show",
    badRange: "The end must be after the beginning.",
    reset: "Back to the last 24 hours",
    hintMouse:
      "Drag across a chart to zoom in, double-click to go back. On a chart: arrows move the cursor, + and − zoom, Shift with an arrow moves the range, Esc leads back.",
    hintTouch:
      "Slide a finger over a chart to read its values; zoom with two fingers, tap twice to go back.",
    cursor: (measurement: string): string => `Cursor of ${measurement}`,
    cursorNowhere: "no value here",
    since: (moment: string): string => `No reading before ${moment}.`,
    showSince: "Show from there",
    more: (count: number): string => `${count} more`,
    fewer: "Fewer",
    former: "former",
    export: "Export as CSV",
    exporting: (count: string): string => `${count} readings`,
    exportCancelled: "Export cancelled.",
    exported: (count: string): string => `${count} readings exported.`,
    reading: "Reading the history …",
    band: (count: number): string => `Lowest, median and highest of ${count}`,
    sampled:
      "Shows a sample of the readings: the lowest and highest may be missing. Zoom in for all.",
    noRollUps: "With roll-ups (they are not set up here), every lowest and highest is shown.",
    sampledBefore: (moment: string): string =>
      `Before ${moment} this is a sample of the readings: the lowest and highest may be missing there.`,
    sampledSince: (moment: string): string =>
      `Since ${moment} this is a sample of the readings: the lowest and highest may be missing there.`,
    nothing: "No readings in this range.",
    faults: (names: string): string => `Sensor faults, marked at the edge: ${names}`,
    table: (measurement: string): string => `${measurement} as a table`,
    tableTime: "Time",
    notes: "Notes",
    night: "Night",
    onTheRight: (measurement: string): string => `${measurement} on the right`,
    tableCell: (low: string, high: string): string => `${low} – ${high}`,
    chart: (measurement: string, range: string): string =>
      `Chart of ${measurement}, ${range}. The table below holds its values.`,
  },

  sensors: {
    title: "Sensors",
    none: "There is no sensor yet.",
    noneHint: "Register the first one: you get the lines for its board, filled in.",
    search: "Search name, UID, type, greenhouse",
    searchShort: "Search name, UID, type …",
    filter: "Which sensors",
    shown: { all: "All", attention: "Attention", unlinked: "Not linked" },
    found: (count: string, all: string): string => `${count} of ${all} sensors`,
    nothingFound: "No sensor is like that.",
    showAll: "Show all",
    register: "Register a sensor",
    uid: "UID",
    uidHint: "What the board sends as its uid. It cannot be changed later.",
    invent: "Invent one",
    name: "Name",
    type: "Type",
    typeHint: "What is on the board: SHT31, BME280 …",
    role: "Where it measures",
    roleHint: "Thresholds and the greenhouse's own values are those of the air sensors.",
    greenhouse: "Greenhouse",
    unlinked: "not linked",
    unlinkedHint: "cannot send readings",
    lastReading: "Last reading",
    snippet: "Board code",
    snippetOf: (name: string): string => `Code for ${name}`,
    snippetUnlinked:
      "This sensor is not linked to a greenhouse: its readings are refused until it is.",
    snippetLeads: {
      shell: "Sends one reading from a terminal, with curl and openssl.",
      python: "Sends one reading, with Python alone.",
      arduino: "Goes into secrets.h of the client in devices/arduino.",
      micropython: "Goes into config.py of the client in devices/micropython.",
    },
    snippetKey: "Put in the key",
    snippetKeyHint:
      "KEY stands for the sensor's own key or, where it has none, the farm's. Owners can put it in.",
    ownKey: "Give it a key of its own",
    ownKeyHint: "If its board is lost, it can be cut off without touching the others.",
    ownKeyRemove: "Remove this key",
    ownKeyRemoved: (name: string): string =>
      `${name} has no key of its own any more: its board needs the farm's.`,
    boardTitle: "Address, UID and key",
    qr: (name: string): string => `QR code with address, UID and key for the board of ${name}`,
    qrHint: "Holds address, UID and key as text. Show it only to whom you trust with the key.",
    lost: "Lost this board?",
    cutOff: "Cut it off …",
    cutOffTitle: (name: string): string => `Cut off the board of ${name}?`,
    cutOffWarning:
      "The sensor gets a new key, and the key on the lost board is refused for it at once. The readings so far stay. This cannot be undone.",
    cutOffFarmKey:
      "The lost board has the farm's key, with which it can still send for other sensors. Replace that one too, under Settings.",
    cutOffSubmit: "Cut it off",
    cutOffDone: "The lost board is cut off. Its replacement needs the new key.",
    languages: { shell: "Shell", python: "Python", arduino: "Arduino", micropython: "MicroPython" },
    snippetLoopback:
      "127.0.0.1 reaches this machine alone. A board needs its address in the network, which stands here after",
    snippetLanguage: "Language",
    edit: (name: string): string => `Edit ${name}`,
    actions: (name: string): string => `Actions for ${name}`,
    removed: (name: string): string => `${name} was removed. Its readings stay.`,
    registered: (name: string): string => `${name} is registered.`,
    linked: (name: string, greenhouse: string): string => `${name} is linked to ${greenhouse}.`,
    unlinkedNow: (name: string): string =>
      `${name} is not linked any more and cannot send readings.`,
    linkOf: (name: string): string => `Greenhouse of ${name}`,
  },

  notFound: {
    title: "There is nothing here",
    lead: "The address leads nowhere.",
    home: "To your farms",
  },

  fatal: {
    title: "The page could not start",
    lead: "It cannot reach its server. Check the connection and try again.",
  },
};

/** What a language has to have. */
export type Texts = typeof en;
