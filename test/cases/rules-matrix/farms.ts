/**
 * The farms with which every row of the tables begins. Most rows are about Oak. Elm belongs to another person. Both have
 * alert settings. Some records are odd on purpose:
 * - An administrator left the farm `fir`, the greenhouse `shed` and the sensor `bare` incomplete.
 * - `fir` is older than the list of used ids. An administrator deleted its alert settings, but not its alerts.
 * - An administrator deleted the record of the farm `yew`, but not its alert settings.
 * - The greenhouse `cellar` no longer exists, but its notes do. The same holds for `past` and its rollups.
 * - There are readings without a greenhouse (`ghost`).
 * - Two sensors share a name. A third sensor's uid is also the key of a history entry.
 * - The sensor `stray` is linked to another farm's greenhouse, and the greenhouse of `orphan` does not exist.
 * - One history entry is older than the renaming of its sensor.
 * - The sensor `own-1` has its own key. Another farm left a key under the uid `bare`.
 * - `nina` and `elmo` joined Oak with invitations and are no longer members. The invitation of `elmo` was withdrawn.
 * - The output `gone` has all records except its definition.
 * - The sensor `old-1` was removed. Its log and its exclusion remain.
 * - `dht-2` continues `dht-0`, which is not linked. The other sensors are older than the logs of sensors.
 * The readings of the greenhouse `north` are rolled up.
 */

import { ADDRESS_KINDS, ADDRESSES, addressOf } from "@greenhouse/domain/alerts/channels";
import type { AddressKind } from "@greenhouse/domain/alerts/channels";
import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { nextVersion } from "@greenhouse/domain/outputs/ordering";
import { update } from "./case.ts";
import type { Json, Operation } from "./case.ts";

export const OWNER = "olga";
export const SECOND_OWNER = "otto";
export const VIEWER = "vera";
/** Owns another farm. */
export const OUTSIDER = "elmo";
/** Signed in for the first time, and not a member of any farm. */
export const NEWCOMER = "nina";
/** A viewer of Oak with an old invitation that is not answered. */
export const INVITED = "ivan";
export const FUNCTIONS = "sensor-ingest";
export const JOBS = "farm-watch";

/** The current time, because readings must be recent. The server's clock may differ from the tests' clock. */
export const NOW_MS = Date.now();
export const EARLIER_MS = NOW_MS - 2 * MINUTE_MS;
const YESTERDAY_MS = NOW_MS - DAY_MS;

/** Keys of history entries. */
export const SIGNED_KEY = "-OaSignedEntry000001";
export const OLD_SIGNED_KEY = "-OaSignedEntry000000";
export const KEY_IN_BODY_KEY = "-OaKeyInBody00000001";
export const RENAMED_KEY = "-OaSignedEntry000002";
export const NEW_KEY = "-OaNewEntry000000001";

export const SIGNED_ENTRY = {
  uid: "dht-1",
  sensorName: "Bench",
  temperature: 21.5,
  humidity: 60,
  light: 900,
  battery: 88,
  updatedAt: EARLIER_MS,
};
export const KEY_IN_BODY_ENTRY = {
  sensorName: "Bench",
  temperature: 21.5,
  humidity: 60,
  light: 900,
  updatedAt: EARLIER_MS,
};

/** The viewer's note. */
export const NOTE_KEY = "-OaViewersNote000001";
export const NOTE = { at: EARLIER_MS, text: "Watered", by: "vera" };
/** The second owner's note. */
export const OTHER_NOTE_KEY = "-OaSecondNote0000001";

export const COLD_ID = "below,temperature,dht-1";
export const COLD_FACT = {
  kind: "below",
  uid: "dht-1",
  sensorName: "Bench",
  greenhouse: "north",
  greenhouseName: "North",
  measurement: "temperature",
  value: 4.2,
  bound: 10,
  since: EARLIER_MS,
};
export const COLD = { ...COLD_FACT, raisedAt: EARLIER_MS, remindedAt: EARLIER_MS };
/** An alert that was acknowledged and snoozed. */
export const SILENT_ID = "silent,,twin";
export const SILENT = {
  kind: "silent",
  uid: "twin",
  sensorName: "Bench",
  greenhouse: "north",
  greenhouseName: "North",
  since: YESTERDAY_MS,
  raisedAt: EARLIER_MS,
  remindedAt: EARLIER_MS,
  acknowledgedBy: "otto",
  snoozedUntil: NOW_MS + DAY_MS,
};
export const PENDING_ID = "above,humidity,dht-1";
export const LOG_KEY = "-OaLoggedAlert000001";
export const LOGGED = { ...COLD_FACT, raisedAt: YESTERDAY_MS, clearedAt: EARLIER_MS };
export const MESSAGE_ID = "-OaMessage0000000001";
export const WEBHOOK = {
  url: "https://hooks.example.org/oak",
  secret: `whsec_${"A/+b".repeat(10)}AA==`,
};
export const SETTINGS = { silentAfterMinutes: 30, lowBatteryPercent: 20 };
export const PLACE = { latitude: 52.5, longitude: 13.4, timeZone: "Europe/Berlin" };
export const SUBSCRIPTION = {
  endpoint: "https://push.example.org/send/1",
  keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
};
export const PERSONAL = {
  email: true,
  token: "0123456789abcdef".repeat(2),
  language: "de",
  push: { phone: SUBSCRIPTION },
  farms: { oak: false },
};

/** A stored address of each kind. */
export const STORED = Object.fromEntries(
  ADDRESS_KINDS.map((kind) => [kind, addressOf(kind, ADDRESSES[kind].example)!]),
) as Readonly<Record<AddressKind, string>>;
export const NUMBER = STORED.phone;
/** The viewer has typed the right code. */
export const ADDRESS_CODE = {
  farmId: "oak",
  address: NUMBER,
  via: "sms",
  askedAt: EARLIER_MS,
  sentAt: EARLIER_MS,
  typed: "042317",
  tries: 1,
};
export const ADDRESS_SECRET = { code: "042317", address: NUMBER, askedAt: EARLIER_MS };
export const CALL_ID = "OaCallOfTheViewer00001";
export const ALERT_CALL = {
  farmId: "oak",
  person: "vera",
  at: EARLIER_MS,
  until: NOW_MS + 5 * MINUTE_MS,
};
export const DAY = "20261129";
export const HASH = "0123456789abcdef".repeat(4);

export const HOUR_START_MS = Math.floor(NOW_MS / 3_600_000 - 2) * 3_600_000;
export const ROLLUP = { min: 20.5, max: 22, sum: 42.5, n: 2 };
export const GREENHOUSE_ROLLUP = { min: 18, max: 24.5, median: 21, n: 3 };
export const COVERAGE = {
  from: HOUR_START_MS - DAY_MS,
  until: HOUR_START_MS + 3_600_000,
  version: 3,
};

export const OUTPUT = {
  name: "Valve",
  kind: "switch",
  leaseSeconds: 600,
  maxOnSeconds: 1_800,
  place: "a",
};
export const FIRST_VERSION = nextVersion(undefined, EARLIER_MS);
export const ORDER = {
  value: 1,
  version: FIRST_VERSION,
  until: NOW_MS + 5 * MINUTE_MS,
  by: "olga",
  at: EARLIER_MS,
};
export const LOGGED_ORDER_KEY = "-OaLoggedOrder000001";
const OUTPUT_STATE = {
  value: 1,
  version: FIRST_VERSION,
  reason: "order",
  at: EARLIER_MS,
  heard: EARLIER_MS,
};
/** A board's report, as the functions write it. */
export const REPORT = { ...OUTPUT_STATE, at: NOW_MS, heard: { ".sv": "timestamp" } };

const token = (letter: string): string => letter.repeat(32);
/** The tokens of invitations. */
export const [AS_VIEWER, TO_ANOTHER, AS_OWNER] = [token("v"), token("a"), token("o")];
export const [EXPIRED, USED] = [token("x"), token("u")];
const WITHDRAWN = token("w");
/** An invitation by a former owner. */
export const VOID = token("d");
export const INVITATION = {
  role: "viewer",
  expiresAt: NOW_MS + DAY_MS,
  farmName: "Oak",
  by: "olga",
  byName: "Olga",
};

/** Waters when the soil is dry. */
export const TIMES_PLAN = {
  kind: "times",
  isOn: true,
  times: { 0: "0615", 1: "sunrise+30" },
  days: "1111100",
  forSeconds: 240,
  cycles: 3,
  pauseSeconds: 600,
  quantity: "soilMoisture",
  below: 30,
  freshMinutes: 30,
  at: EARLIER_MS,
};
/** Opens the vent to 40 % when it is hot. */
export const HOLD_PLAN = {
  kind: "hold",
  isOn: true,
  quantity: "temperature",
  above: 28,
  backAt: 25,
  freshMinutes: 15,
  minOffSeconds: 600,
  value: 40,
  at: EARLIER_MS,
};
/** The number of decisions about the plan of the valve. */
export const PLAN_VERSION = 4;
export const PLAN_RUN_ID = "20261129T0615";
export const PLAN_RUN = {
  action: "skipped",
  reason: "notBelow",
  at: EARLIER_MS,
  quantity: "soilMoisture",
  value: 34,
  bound: 30,
  measuredAt: EARLIER_MS,
};
const VALVE_RUNS = { version: PLAN_VERSION, [PLAN_RUN_ID]: PLAN_RUN };

/** An entry of a sensor's log. */
export const SENSOR_LOG_KEY = "-OaSensorLogged00001";
const SENSOR_LOGGED = { at: YESTERDAY_MS, by: "olga", what: "registered" };
const CALIBRATION = {
  from: YESTERDAY_MS,
  scale: 1,
  offset: -0.8,
  by: "olga",
  at: YESTERDAY_MS,
  entry: SENSOR_LOG_KEY,
  note: "Compared with the reference",
};
const EXCLUSION = {
  from: YESTERDAY_MS,
  until: NOW_MS,
  by: "olga",
  at: YESTERDAY_MS,
  entry: SENSOR_LOG_KEY,
};
/** Fields of changes that were undone: lately, and so long ago that another change may replace them. */
const UNDONE = { undoneBy: "olga", undoneAt: NOW_MS - 30 * DAY_MS + MINUTE_MS };
const LONG_UNDONE = { undoneBy: "olga", undoneAt: NOW_MS - 30 * DAY_MS - MINUTE_MS };

export const FARMS: Json = {
  usedFarmIds: { oak: true, elm: true, yew: true },
  unregistered: { oak: { a: { uid: "dht-7", reading: '{"humidity":60}', at: YESTERDAY_MS } } },
  farms: {
    oak: {
      name: "Oak",
      apiKey: "key-of-oak",
      ip: "192.168.1.20",
      ipUpdatedAt: YESTERDAY_MS,
      members: { olga: "owner", otto: "owner", vera: "viewer", ivan: "viewer" },
      place: PLACE,
      names: { olga: "Olga", otto: "Otto", vera: "Vera" },
    },
    fir: { apiKey: "key-of-fir", members: { olga: "owner", vera: "viewer" } },
    elm: { name: "Elm", apiKey: "key-of-elm", members: { elmo: "owner" } },
  },
  greenhouses: {
    north: { name: "North", farmId: "oak", thresholds: { temperature: { min: 10, max: 30 } } },
    south: { name: "South", farmId: "oak" },
    shed: { farmId: "oak" },
    east: { name: "East", farmId: "elm", thresholds: { light: { min: 100 } } },
    attic: { name: "Attic", farmId: "yew" },
  },
  registeredSensors: {
    "dht-1": { sensorName: "Bench", sensorType: "DHT22", farmId: "oak", greenhouse: "north" },
    twin: { sensorName: "Bench", sensorType: "DHT22", farmId: "oak", greenhouse: "north" },
    [SIGNED_KEY]: {
      sensorName: "Roof",
      sensorType: "DHT22",
      farmId: "oak",
      greenhouse: "north",
    },
    "dht-2": {
      sensorName: "Spare",
      sensorType: "DHT22",
      farmId: "oak",
      continues: "dht-0",
      continuesFrom: EARLIER_MS - DAY_MS,
      entry: SENSOR_LOG_KEY,
    },
    "dht-0": { sensorName: "Worn", sensorType: "DHT22", farmId: "oak", replacedBy: "dht-2" },
    bare: { sensorName: "Bare", farmId: "oak", greenhouse: "north" },
    "bme-1": { sensorName: "Door", sensorType: "BME280", farmId: "elm", greenhouse: "east" },
    stray: { sensorName: "Stray", sensorType: "DHT22", farmId: "elm", greenhouse: "north" },
    orphan: { sensorName: "Orphan", sensorType: "DHT22", farmId: "oak", greenhouse: "gone" },
    "yew-1": { sensorName: "Beam", sensorType: "DHT22", farmId: "yew", greenhouse: "attic" },
    "own-1": { sensorName: "Door", sensorType: "DHT22", farmId: "oak", greenhouse: "north" },
  },
  sensorLog: {
    oak: {
      "dht-2": { [SENSOR_LOG_KEY]: SENSOR_LOGGED },
      "old-1": { [SENSOR_LOG_KEY]: SENSOR_LOGGED },
    },
  },
  calibrations: {
    oak: {
      "dht-1": {
        temperature: {
          a0: CALIBRATION,
          a1: { ...CALIBRATION, ...UNDONE },
          a2: { ...CALIBRATION, ...LONG_UNDONE },
        },
      },
    },
  },
  exclusions: {
    oak: {
      "dht-1": {
        a0: EXCLUSION,
        a1: { ...EXCLUSION, ...UNDONE },
        a2: { ...EXCLUSION, ...LONG_UNDONE },
      },
      "old-1": { a0: EXCLUSION },
    },
  },
  imports: { oak: { import01: { from: YESTERDAY_MS, until: NOW_MS, at: NOW_MS, readings: 1 } } },
  sensorKeys: {
    "own-1": { farmId: "oak", key: "key-of-own-1" },
    bare: { farmId: "elm", key: "left-by-elm" },
    "bme-1": { farmId: "elm", key: "key-of-bme-1" },
  },
  lastSeen: {
    oak: { "dht-1": { none: EARLIER_MS, temperature: EARLIER_MS } },
    elm: { "bme-1": { light: EARLIER_MS } },
  },
  ingest: { "dht-1": "key-of-oak", "yew-1": "key-of-yew" },
  users: {
    olga: { farms: { oak: true } },
    otto: { farms: { oak: true }, alerts: PERSONAL },
    vera: { farms: { oak: true }, alerts: PERSONAL },
    elmo: { farms: { elm: true }, joined: { oak: WITHDRAWN } },
    ivan: { farms: { oak: "invited" } },
    // A former member.
    nina: { farms: { fir: true }, joined: { oak: USED } },
  },
  invitations: {
    oak: {
      [AS_VIEWER]: INVITATION,
      [TO_ANOTHER]: INVITATION,
      [AS_OWNER]: { ...INVITATION, role: "owner", by: "otto", byName: "Otto" },
      [EXPIRED]: { ...INVITATION, expiresAt: EARLIER_MS },
      [USED]: { ...INVITATION, usedBy: "nina" },
      [VOID]: { ...INVITATION, role: "owner", by: "vera" },
    },
  },
  alertSettings: { oak: { ...SETTINGS, webhook: WEBHOOK }, elm: SETTINGS, yew: SETTINGS },
  alerts: {
    oak: {
      version: 7,
      pending: { [PENDING_ID]: { since: EARLIER_MS } },
      open: { [COLD_ID]: COLD, [SILENT_ID]: SILENT },
      log: { [LOG_KEY]: LOGGED },
      undelivered: { "email,otto": { at: EARLIER_MS, problem: "Mailbox full." } },
    },
    fir: {
      version: 2,
      pending: { [PENDING_ID]: { since: EARLIER_MS } },
      open: { [COLD_ID]: COLD },
    },
  },
  alertOutbox: {
    oak: {
      [MESSAGE_ID]: {
        at: EARLIER_MS,
        alerts: { [COLD_ID]: { ...COLD_FACT, state: "raised" } },
        to: {
          "email,otto": { attempts: 2, nextAt: NOW_MS },
          webhook: { attempts: 0, nextAt: EARLIER_MS },
        },
      },
    },
    elm: { [MESSAGE_ID]: { at: EARLIER_MS, to: { webhook: { attempts: 1, nextAt: NOW_MS } } } },
  },
  notes: {
    north: { [NOTE_KEY]: NOTE, [OTHER_NOTE_KEY]: { ...NOTE, by: "otto" } },
    east: { [NOTE_KEY]: { ...NOTE, by: "elmo" } },
    attic: { [NOTE_KEY]: { ...NOTE, by: "olga" } },
    cellar: { [NOTE_KEY]: NOTE },
  },
  alertTests: { vera: { email: { farmId: "oak", askedAt: EARLIER_MS } } },
  addressCodes: { vera: { phone: ADDRESS_CODE } },
  addressSecrets: { vera: { phone: ADDRESS_SECRET } },
  alertCalls: { [CALL_ID]: ALERT_CALL },
  rollups: {
    north: { "dht-1": { hour: { temperature: { [HOUR_START_MS]: ROLLUP } } } },
    past: { "old-1": { hour: { temperature: { [HOUR_START_MS]: ROLLUP } } } },
  },
  greenhouseRollups: { north: { hour: { temperature: { [HOUR_START_MS]: GREENHOUSE_ROLLUP } } } },
  rollupSensors: { north: { "dht-1": true } },
  rollupDue: { north: { [HOUR_START_MS]: { [SIGNED_KEY]: true } } },
  rollupCoverage: { north: COVERAGE, past: COVERAGE },
  alertService: { lookedAt: EARLIER_MS, email: true, push: "P".repeat(87) },
  outputs: {
    oak: {
      "dht-1": {
        valve: OUTPUT,
        vent: { ...OUTPUT, name: "Vent", kind: "level", viewersMay: true, place: "b" },
      },
    },
    elm: { "bme-1": { valve: OUTPUT } },
  },
  outputPlaces: {
    oak: { "dht-1": { a: "valve", b: "vent", g: "gone" } },
    elm: { "bme-1": { a: "valve" } },
  },
  outputOrders: {
    oak: {
      "dht-1": {
        valve: { ...ORDER, entry: LOGGED_ORDER_KEY },
        gone: { ...ORDER, entry: LOGGED_ORDER_KEY },
      },
    },
  },
  outputLog: {
    oak: {
      "dht-1": { valve: { [LOGGED_ORDER_KEY]: ORDER }, gone: { [LOGGED_ORDER_KEY]: ORDER } },
    },
  },
  outputStates: { oak: { "dht-1": { valve: OUTPUT_STATE, gone: OUTPUT_STATE } } },
  plannedFarms: { oak: true },
  outputPlans: { oak: { "dht-1": { valve: TIMES_PLAN, gone: TIMES_PLAN } } },
  outputPlanRuns: { oak: { "dht-1": { valve: VALVE_RUNS, gone: VALVE_RUNS } } },
  sensors: {
    north: {
      current: {
        temperature: 21.5,
        humidity: 60,
        light: 900,
        updatedAt: EARLIER_MS,
        "dht-1": { ...KEY_IN_BODY_ENTRY, sensorType: "DHT22" },
      },
      bySensor: {
        "dht-1": { sensorName: "Bench", sensorType: "DHT22", temperature: 21.5, battery: 88 },
      },
      history: {
        [OLD_SIGNED_KEY]: { ...SIGNED_ENTRY, updatedAt: YESTERDAY_MS },
        [SIGNED_KEY]: SIGNED_ENTRY,
        [RENAMED_KEY]: { ...SIGNED_ENTRY, sensorName: "Old bench" },
        "dht-1": {
          [KEY_IN_BODY_KEY]: KEY_IN_BODY_ENTRY,
          [RENAMED_KEY]: { ...KEY_IN_BODY_ENTRY, sensorName: "Old bench" },
        },
      },
    },
    east: { current: { temperature: 18 } },
    attic: { current: { temperature: 16 } },
    ghost: { current: { temperature: 17 } },
  },
};

/** A farm that `nina` creates. */
export const ASH = { name: "Ash", apiKey: "key-of-ash", members: { nina: "owner" } };

/** Creates a farm. @param farm replaces the honest farm */
export function founding(farm: Json = ASH, farmId = "ash"): Operation {
  return update({ [`farms/${farmId}`]: farm, [`usedFarmIds/${farmId}`]: true });
}
