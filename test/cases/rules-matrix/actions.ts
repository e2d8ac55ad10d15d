/**
 * Who may do what with a farm: the rows of the tables in docs/security.md (`npm run generate`), with the operations of
 * each row. Every role tries every operation.
 */

import { OFFERED_CHANNELS } from "@greenhouse/domain/alerts/service";
import { switchingOff } from "@greenhouse/domain/alerts/settings";
import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { remove, update } from "./case.ts";
import type { Case, Operation, Query } from "./case.ts";
import {
  AS_VIEWER,
  COLD_FACT,
  COLD_ID,
  COVERAGE,
  DAY,
  EARLIER_MS,
  FUNCTIONS,
  HASH,
  HOUR_START_MS,
  JOBS,
  KEY_IN_BODY_ENTRY,
  KEY_IN_BODY_KEY,
  LOG_KEY,
  LOGGED,
  NEW_KEY,
  NOTE,
  NOTE_KEY,
  NOW_MS,
  OLD_SIGNED_KEY,
  OTHER_NOTE_KEY,
  OUTPUT,
  REPORT,
  SENSOR_LOG_KEY,
  OUTSIDER,
  OWNER,
  PERSONAL,
  PLACE,
  PLAN_RUN,
  PLAN_RUN_ID,
  PLAN_VERSION,
  ROLLUP,
  SETTINGS,
  SIGNED_ENTRY,
  SIGNED_KEY,
  SILENT_ID,
  SUBSCRIPTION,
  TIMES_PLAN,
  VIEWER,
  WEBHOOK,
} from "./farms.ts";
import { ordering } from "./outputs.ts";
import { calibrating, excluding, undoing } from "./corrections.ts";
import { changing, changingKey, logging, registering, replacing } from "./sensor-changes.ts";

/** The roles of the tables, with an actor for each. */
export const ROLES = {
  Owner: OWNER,
  Viewer: VIEWER,
  "Someone else": OUTSIDER,
  "Signed out": null,
  Functions: FUNCTIONS,
  Jobs: JOBS,
} as const;

export type Role = keyof typeof ROLES;

export interface Action {
  readonly name: string;
  readonly may: readonly Role[];
  /** `SELF` is replaced by the uid of the actor. */
  readonly operations: readonly Operation[];
}

const SELF = "SELF";
const BY_SELF = { by: SELF };
const OF_OAK: Query = { orderByChild: "farmId", equalTo: "oak" };
const MEMBERS: readonly Role[] = ["Owner", "Viewer"];
const BY_KEY = { orderByChild: "$key", limitToLast: 2 };
const MEMBERS_AND_JOBS: readonly Role[] = [...MEMBERS, "Jobs"];
const PEOPLE: readonly Role[] = ["Owner", "Viewer", "Someone else"];

const FARMS: readonly Action[] = [
  {
    name: "Read the farm's name, location and members",
    may: MEMBERS_AND_JOBS,
    operations: ["name", "members", "members/olga", "names", "names/vera", "place"].map(
      (field) => ({
        read: `farms/oak/${field}`,
      }),
    ),
  },
  {
    name: "Read the gateway's address and the unregistered devices that it hears",
    may: MEMBERS,
    operations: [
      ...["ip", "ipUpdatedAt"].map((field) => ({ read: `farms/oak/${field}` })),
      { read: "unregistered/oak" },
    ],
  },
  {
    name: "Read the farm's key",
    may: ["Owner", "Functions"],
    operations: [{ read: "farms/oak/apiKey" }],
  },
  {
    name: "Read the whole record, rename the farm, set its location, replace its key",
    may: ["Owner"],
    operations: [
      { read: "farms/oak" },
      { set: "farms/oak/name", to: "Old Oak" },
      { set: "farms/oak/place", to: { ...PLACE, latitude: -33.9 } },
      { set: "farms/oak/apiKey", to: "another-key" },
    ],
  },
  {
    name: "Change or remove another member, remove that member's display name",
    may: ["Owner"],
    operations: [
      { set: "farms/oak/members/vera", to: "owner" },
      { update: { "farms/oak/members/otto": null, "farms/oak/names/otto": null } },
      remove("farms/oak/names/otto"),
    ],
  },
  {
    name: "Add a person who did not ask to join",
    may: [],
    operations: [
      { set: "farms/oak/members/nina", to: "viewer" },
      { update: { "farms/oak/members/nina": "viewer", "users/nina/farms/oak": true } },
    ],
  },
  {
    name: "Create, list and withdraw invitation links",
    may: ["Owner"],
    operations: [
      { read: "invitations/oak" },
      {
        set: `invitations/oak/${"n".repeat(32)}`,
        to: { role: "owner", expiresAt: NOW_MS + DAY_MS, farmName: "Oak", by: SELF },
      },
      remove(`invitations/oak/${AS_VIEWER}`),
    ],
  },
  {
    name: "Read an invitation by its whole link",
    may: PEOPLE,
    operations: [{ read: `invitations/oak/${AS_VIEWER}` }],
  },
  {
    name: "Join the farm by an invitation",
    may: ["Someone else"],
    operations: [
      {
        update: {
          [`invitations/oak/${AS_VIEWER}/usedBy`]: SELF,
          [`users/${SELF}/joined/oak`]: AS_VIEWER,
          [`farms/oak/members/${SELF}`]: "viewer",
          [`farms/oak/names/${SELF}`]: "Somebody",
          [`users/${SELF}/farms/oak`]: true,
        },
      },
    ],
  },
  {
    name: "Choose a display name, put the farm on one's own list",
    may: MEMBERS,
    operations: [
      { set: `farms/oak/names/${SELF}`, to: "Somebody" },
      { set: `users/${SELF}/farms/oak`, to: true },
    ],
  },
  {
    name: "Leave the farm",
    may: ["Viewer"],
    operations: [
      { update: { [`farms/oak/members/${SELF}`]: null, [`users/${SELF}/farms/oak`]: null } },
    ],
  },
  {
    name: "Create a farm and own it, read whether one may",
    may: PEOPLE,
    operations: [
      {
        update: {
          "farms/ash": { name: "Ash", apiKey: "key-of-ash", members: { [SELF]: "owner" } },
          "usedFarmIds/ash": true,
          [`users/${SELF}/farms/ash`]: true,
        },
      },
      { read: "settings/farmCreation" },
      { read: `farmCreators/${SELF}` },
    ],
  },
  {
    name: "List one's own farms, choose a temperature unit and a time zone",
    may: PEOPLE,
    operations: [
      { read: `users/${SELF}` },
      { read: `users/${SELF}/preferences` },
      { set: `users/${SELF}/preferences`, to: { temperatureUnit: "F", timeZone: "Asia/Tokyo" } },
      { set: `users/${SELF}/preferences/temperatureUnit`, to: "C" },
      { set: `users/${SELF}/preferences/timeZone`, to: "America/Argentina/Buenos_Aires" },
      remove(`users/${SELF}/preferences`),
    ],
  },
  {
    name: "Read or change another person's list, temperature unit or time zone",
    may: [],
    operations: [
      remove("users/ivan/farms/oak"),
      { set: "users/otto/farms/oak", to: "invited" },
      { read: "users/otto/farms" },
      { read: "users/otto/preferences" },
      { set: "users/otto/preferences", to: { temperatureUnit: "F" } },
    ],
  },
  {
    name: "Decide who may create farms, list all farms, delete a farm, reuse an earlier id",
    may: [],
    operations: [
      { set: "settings/farmCreation", to: "listed" },
      { set: `farmCreators/${SELF}`, to: true },
      { read: "farms" },
      remove("farms/oak"),
      remove("farms/oak/apiKey"),
      {
        update: {
          "farms/yew": { name: "Yew", apiKey: "key-of-yew", members: { [SELF]: "owner" } },
          "usedFarmIds/yew": true,
          [`users/${SELF}/farms/yew`]: true,
        },
      },
      remove("usedFarmIds/yew"),
    ],
  },
  {
    name: "Store the gateway's address and the unregistered devices that it hears",
    may: ["Functions"],
    operations: [
      { update: { "farms/oak/ip": "10.0.0.7", "farms/oak/ipUpdatedAt": NOW_MS } },
      { set: "farms/elm/ip", to: "10.0.0.7" },
      { set: "unregistered/oak", to: { a: { uid: "dht-9", reading: "{}", at: NOW_MS } } },
    ],
  },
  {
    name: "Clear the list of unregistered devices",
    may: ["Owner", "Functions"],
    operations: [remove("unregistered/oak")],
  },
];

const GREENHOUSES: readonly Action[] = [
  {
    name: "List the farm's greenhouses and sensors",
    may: MEMBERS_AND_JOBS,
    operations: [
      { read: "greenhouses", query: OF_OAK },
      { read: "registeredSensors", query: OF_OAK },
    ],
  },
  {
    name: "Read a greenhouse and its notes, add a note, change one's own",
    may: MEMBERS,
    operations: [
      { read: "greenhouses/north" },
      { read: "notes/north" },
      { read: `notes/north/${NOTE_KEY}` },
      { set: `notes/north/${NEW_KEY}`, to: { ...NOTE, by: SELF } },
    ],
  },
  {
    name: "Read one sensor",
    may: [...MEMBERS, "Functions"],
    operations: [{ read: "registeredSensors/dht-1" }],
  },
  {
    name: "List up to 1,000 greenhouses of all farms at a time",
    may: ["Jobs"],
    operations: [{ read: "greenhouses", query: { orderByChild: "$key", limitToFirst: 1000 } }],
  },
  {
    name: "List all greenhouses at once, or all sensors, people or readings",
    may: [],
    operations: ["greenhouses", "registeredSensors", "users", "sensors", "lastSeen", ""].map(
      (path) => ({ read: path }),
    ),
  },
  {
    name: "Create and rename greenhouses, set thresholds, card, light source, degree-day base, delete another person's note",
    may: ["Owner"],
    operations: [
      { set: "greenhouses/west", to: { name: "West", farmId: "oak" } },
      { set: "greenhouses/north/name", to: "Far north" },
      { set: "greenhouses/north/thresholds/vpd", to: { max: 1.6, nightMin: 0.2 } },
      remove("greenhouses/north/thresholds"),
      { set: "greenhouses/north/card", to: { temperature: true, co2: true } },
      { set: "greenhouses/north/lightSource", to: "sodium" },
      { set: "greenhouses/north/degreeDayBase", to: 10 },
      remove(`notes/north/${OTHER_NOTE_KEY}`),
    ],
  },
  {
    name: "Delete a greenhouse, move a greenhouse or a sensor to another farm, change another person's note",
    may: [],
    operations: [
      remove("greenhouses/south"),
      { set: "greenhouses/south/farmId", to: "elm" },
      { set: "registeredSensors/dht-2/farmId", to: "elm" },
      { set: `notes/north/${OTHER_NOTE_KEY}/text`, to: "Dry" },
    ],
  },
  {
    name: "Register, rename and remove sensors, assign them to greenhouses, set their roles, intervals and own keys",
    may: ["Owner"],
    operations: [
      update(registering("new-1", {}, BY_SELF)),
      update(changing("dht-1", "renamed", { sensorName: "Table" }, BY_SELF)),
      update(changing("dht-2", "linked", { greenhouse: "south" }, BY_SELF)),
      update(changing("dht-1", "moved", { greenhouse: "south" }, BY_SELF)),
      update(changing("dht-1", "role", { role: "soil" }, BY_SELF)),
      update(changing("dht-2", "role", { role: "air" }, BY_SELF)),
      update(changing("twin", "role", { role: "outdoor" }, BY_SELF)),
      update(changing("dht-1", "interval", { intervalSeconds: 60 }, BY_SELF)),
      update(changing("dht-1", "unlinked", { greenhouse: null }, BY_SELF)),
      update({ "registeredSensors/twin": null, ...logging("twin", "removed", BY_SELF) }),
      remove("registeredSensors/twin"),
      update(changingKey("dht-1", { farmId: "oak", key: "key-of-dht-1" }, BY_SELF)),
      update({ "sensorKeys/own-1/key": "another-key", ...changing("own-1", "key", {}, BY_SELF) }),
      update(changingKey("own-1", null, BY_SELF)),
    ],
  },
  {
    name: "Replace a sensor. Calibrate it, exclude readings, undo both",
    may: ["Owner"],
    operations: [
      update(replacing({ by: SELF })),
      calibrating(BY_SELF),
      excluding(BY_SELF),
      undoing("calibrations/oak/dht-1/temperature/a0", BY_SELF),
      undoing("exclusions/oak/dht-1/a0", BY_SELF),
    ],
  },
  {
    name: "Read calibrations and exclusions",
    may: MEMBERS_AND_JOBS,
    operations: ["calibrations", "exclusions"].flatMap((root) => [
      { read: `${root}/oak` },
      { read: `${root}/oak/dht-1` },
    ]),
  },
  {
    name: "Read who changed a sensor, and the imports",
    may: MEMBERS,
    operations: [{ read: "sensorLog/oak/dht-2" }, { read: "imports/oak" }],
  },
  {
    name: "Change or remove a calibration, an exclusion or an entry in a sensor's log, record an import",
    may: [],
    operations: [
      { set: "calibrations/oak/dht-1/temperature/a0/offset", to: 1 },
      remove("calibrations/oak/dht-1/temperature/a0"),
      { set: "exclusions/oak/dht-1/a0/until", to: EARLIER_MS },
      remove("exclusions/oak/dht-1/a0"),
      { set: `sensorLog/oak/dht-2/${SENSOR_LOG_KEY}/what`, to: "renamed" },
      remove(`sensorLog/oak/dht-2/${SENSOR_LOG_KEY}`),
      remove("sensorLog/oak/dht-2"),
      { set: "imports/oak/import02", to: { from: EARLIER_MS, until: NOW_MS } },
      remove("imports/oak/import01"),
    ],
  },
  {
    name: "Read a sensor's own key",
    may: ["Owner", "Functions"],
    operations: [{ read: "sensorKeys/own-1" }],
  },
];

const READINGS: readonly Action[] = [
  {
    name: "Read the newest readings, rollups, when sensors were last seen, and history in parts",
    may: MEMBERS_AND_JOBS,
    operations: [
      { read: "sensors/north/current" },
      { read: "sensors/north/bySensor/dht-1" },
      { read: "sensors/north/history", query: BY_KEY },
      { read: "lastSeen/oak" },
      { read: "lastSeen/oak/dht-1" },
      { read: "rollups/north/dht-1/hour/temperature" },
      { read: "greenhouseRollups/north/hour" },
      { read: "rollupSensors/north" },
      { read: "rollupCoverage/north" },
      { read: "rollupDue/north" },
    ],
  },
  {
    name: "Look up whether a reading is stored",
    may: [...MEMBERS, "Functions"],
    operations: [{ read: `sensors/north/history/${SIGNED_KEY}/updatedAt` }],
  },
  {
    name: "Read all readings of a greenhouse at once",
    may: MEMBERS,
    operations: [
      { read: "sensors/north" },
      { read: "sensors/north/history" },
      { read: `sensors/north/history/dht-1/${KEY_IN_BODY_KEY}` },
    ],
  },
  {
    name: "Add readings of a sensor with a greenhouse, mark the hour of a late reading",
    may: ["Functions"],
    operations: [
      {
        update: {
          "sensors/north/current/temperature": 22,
          "sensors/north/current/updatedAt": NOW_MS,
          "sensors/north/bySensor/dht-1/sensorName": "Bench",
          "sensors/north/bySensor/dht-1/sensorType": "DHT22",
          "sensors/north/bySensor/dht-1/temperature": 22,
          [`sensors/north/history/${NEW_KEY}`]: {
            uid: "dht-1",
            sensorName: "Bench",
            temperature: 22,
            updatedAt: NOW_MS,
          },
        },
      },
      {
        update: {
          "sensors/north/current/dht-1/sensorName": "Bench",
          "sensors/north/current/dht-1/sensorType": "DHT22",
          "sensors/north/current/dht-1/humidity": 61,
          "sensors/north/current/dht-1/updatedAt": NOW_MS,
          [`sensors/north/history/dht-1/${NEW_KEY}`]: {
            sensorName: "Bench",
            humidity: 61,
            updatedAt: NOW_MS,
          },
        },
      },
      { set: `rollupDue/north/${HOUR_START_MS}/dht-1`, to: { ".sv": "timestamp" } },
      { set: `rollupDue/north/${HOUR_START_MS}/${OLD_SIGNED_KEY}`, to: true },
    ],
  },
  {
    name: "Change history, delete readings, read the keys that readings were signed with",
    may: [],
    operations: [
      {
        set: `sensors/north/history/${SIGNED_KEY}`,
        to: { ...SIGNED_ENTRY, updatedAt: NOW_MS + MINUTE_MS },
      },
      { set: `sensors/north/history/${SIGNED_KEY}/temperature`, to: 35 },
      {
        set: `sensors/north/history/dht-1/${KEY_IN_BODY_KEY}`,
        to: { ...KEY_IN_BODY_ENTRY, light: 0 },
      },
      remove(`sensors/north/history/${SIGNED_KEY}`),
      remove("sensors/north/current"),
      remove("sensors/north"),
      { read: "ingest/dht-1" },
    ],
  },
  {
    name: "Fold history into rollups",
    may: ["Jobs"],
    operations: [
      {
        update: {
          "rollupCoverage/north": { ...COVERAGE, version: 4 },
          [`rollups/north/dht-1/day/vpd/${HOUR_START_MS}`]: ROLLUP,
          [`rollupDue/north/${HOUR_START_MS}/${SIGNED_KEY}`]: null,
        },
      },
    ],
  },
];

const ALERTS: readonly Action[] = [
  {
    name: "Read the farm's alerts and its limits for silent sensors and batteries",
    may: MEMBERS_AND_JOBS,
    operations: [
      { read: "alerts/oak" },
      { read: "alerts/oak/log" },
      { read: "alertSettings/oak/silentAfterMinutes" },
      { read: "alertSettings/oak/lowBatteryPercent" },
    ],
  },
  {
    name: "Acknowledge and snooze alerts, ask for a test message to oneself",
    may: MEMBERS,
    operations: [
      { set: `alerts/oak/open/${COLD_ID}/acknowledgedBy`, to: SELF },
      { set: `alerts/oak/open/${COLD_ID}/snoozedUntil`, to: NOW_MS + DAY_MS },
      remove(`alerts/oak/open/${SILENT_ID}/acknowledgedBy`),
      ...OFFERED_CHANNELS.map((channel) => ({
        set: `alertTests/${SELF}/${channel}`,
        to: { farmId: "oak", askedAt: { ".sv": "timestamp" } },
      })),
    ],
  },
  {
    name: "Read the webhook and its secret",
    may: ["Owner", "Jobs"],
    operations: [{ read: "alertSettings/oak" }, { read: "alertSettings/oak/webhook/secret" }],
  },
  {
    name: "Change the farm's limits and webhook, test the webhook, switch alerts off",
    may: ["Owner"],
    operations: [
      { set: "alertSettings/oak/silentAfterMinutes", to: 0 },
      { set: "alertSettings/oak", to: { ...SETTINGS, webhook: WEBHOOK } },
      { set: "alertSettings/fir", to: SETTINGS },
      update(switchingOff("oak")),
      {
        set: `alertTests/${SELF}/webhook`,
        to: { farmId: "oak", askedAt: { ".sv": "timestamp" } },
      },
    ],
  },
  {
    name: "Open and close alerts, write notifications, answer test requests",
    may: ["Jobs"],
    operations: [
      {
        update: {
          "alerts/oak/version": 8,
          [`alerts/oak/open/${COLD_ID}/clearingSince`]: NOW_MS,
          "alerts/oak/pending/battery,,own-1": { since: NOW_MS },
        },
      },
      {
        update: {
          "alerts/oak/version": 8,
          [`alerts/oak/open/${COLD_ID}`]: null,
          [`alerts/oak/log/${NEW_KEY}`]: LOGGED,
          [`alertOutbox/oak/${NEW_KEY}`]: {
            at: NOW_MS,
            alerts: { [COLD_ID]: { ...COLD_FACT, state: "cleared", clearedAt: NOW_MS } },
            to: { webhook: { attempts: 0, nextAt: NOW_MS } },
          },
        },
      },
      {
        set: "alertTests/vera/email",
        to: { farmId: "oak", askedAt: EARLIER_MS, doneAt: NOW_MS },
      },
      remove("alertTests/vera/email"),
    ],
  },
  {
    name: "Read the outbox, all test requests, and the alert settings of all farms",
    may: ["Jobs"],
    operations: [
      ...["alertOutbox", "alertOutbox/oak", "alertTests"].map((path) => ({ read: path })),
      { read: "alertSettings" },
    ],
  },
  {
    name: "Change or delete the log of alerts, read the alerts of all farms",
    may: [],
    operations: [
      { set: `alerts/oak/log/${LOG_KEY}/clearedAt`, to: NOW_MS },
      { update: { "alerts/oak/version": 8, [`alerts/oak/log/${LOG_KEY}`]: null } },
      remove("alerts/oak/log"),
      remove("alerts/oak"),
      { read: "alerts" },
    ],
  },
  {
    name: "Read which channels the deployment offers",
    may: [...PEOPLE, "Functions", "Jobs"],
    operations: [{ read: "alertService" }],
  },
  {
    name: "Choose the alerts that one gets, and the channels",
    may: PEOPLE,
    operations: [
      // Without muted farms, which would have to be on the person's list.
      { set: `users/${SELF}/alerts`, to: { ...PERSONAL, farms: null } },
      { set: `users/${SELF}/alerts/push/laptop`, to: SUBSCRIPTION },
      remove(`users/${SELF}/alerts`),
    ],
  },
  {
    name: "Ask for a code that confirms one's own phone number or chat",
    may: MEMBERS,
    operations: [
      {
        set: `addressCodes/${SELF}/telegram`,
        to: {
          farmId: "oak",
          address: "123456789",
          via: "telegram",
          askedAt: { ".sv": "timestamp" },
        },
      },
    ],
  },
  {
    name: "Read the codes and their requests, count deliveries, read calls",
    may: ["Jobs"],
    operations: [
      ...["addressCodes", "addressSecrets/vera/phone", "deliveryCounts", "alertCalls"].map(
        (path) => ({ read: path }),
      ),
      { set: `deliveryCounts/${DAY}/sms/budget`, to: 200 },
      { set: `deliveryCounts/${DAY}/addresses/${HASH}`, to: 1 },
    ],
  },
  {
    name: "Read another person's channels and whether the farm is on that person's list, remove a channel",
    may: ["Jobs"],
    operations: [
      { read: "users/otto/alerts" },
      remove("users/otto/alerts/email"),
      remove("users/otto/alerts/push/phone"),
      { read: "users/otto/farms/oak" },
    ],
  },
];

const OUTPUTS: readonly Action[] = [
  {
    name: "Read outputs, orders and reports",
    may: MEMBERS_AND_JOBS,
    operations: ["outputs", "outputOrders", "outputStates"].map((root) => ({
      read: `${root}/oak`,
    })),
  },
  {
    name: "Read the outputs and orders of one sensor",
    may: [...MEMBERS_AND_JOBS, "Functions"],
    operations: ["outputs", "outputOrders"].map((root) => ({ read: `${root}/oak/dht-1` })),
  },
  { name: "Read who ordered what", may: MEMBERS, operations: [{ read: "outputLog/oak" }] },
  {
    name: "Define, change and remove outputs, switch any output",
    may: ["Owner"],
    operations: [
      update({
        "outputs/oak/dht-1/pump": { ...OUTPUT, place: "c" },
        "outputPlaces/oak/dht-1/c": "pump",
      }),
      { set: "outputs/oak/dht-1/vent/leaseSeconds", to: 60 },
      remove("outputs/oak/dht-1/vent"),
      ordering(SELF),
    ],
  },
  {
    name: "Switch an output that its owner lets viewers switch",
    may: MEMBERS,
    operations: [ordering(SELF, { path: "oak/dht-1/vent" })],
  },
  {
    name: "Change or delete the orders of an existing output",
    may: [],
    operations: [remove("outputLog/oak/dht-1/valve"), remove("outputOrders/oak/dht-1/valve")],
  },
  {
    name: "Store a board's report",
    may: ["Functions"],
    operations: [{ set: "outputStates/oak/dht-1/valve", to: REPORT }],
  },
  {
    name: "Read plans of outputs, and why they switched",
    may: MEMBERS_AND_JOBS,
    operations: ["outputPlans", "outputPlanRuns"].map((root) => ({ read: `${root}/oak` })),
  },
  {
    name: "Write, pause and remove plans of outputs",
    may: ["Owner"],
    operations: [
      update({
        "outputPlans/oak/dht-1/valve": { ...TIMES_PLAN, at: { ".sv": "timestamp" } },
        "plannedFarms/oak": true,
      }),
      { set: "outputPlans/oak/dht-1/valve/pausedUntil", to: NOW_MS + DAY_MS },
      remove("outputPlans/oak/dht-1/valve"),
    ],
  },
  {
    name: "Record what a plan decided, list the farms with plans",
    may: ["Jobs"],
    operations: [
      { read: "plannedFarms" },
      update({
        [`outputPlanRuns/oak/dht-1/valve/${PLAN_RUN_ID}`]: PLAN_RUN,
        "outputPlanRuns/oak/dht-1/valve/version": PLAN_VERSION + 1,
      }),
    ],
  },
];

/** The tables of docs/security.md, in their order. */
export const AREAS = [
  { title: "Farms and people", actions: FARMS },
  { title: "Greenhouses and sensors", actions: GREENHOUSES },
  { title: "Readings", actions: READINGS },
  { title: "Alerts", actions: ALERTS },
  { title: "Outputs", actions: OUTPUTS },
] as const;

const ACTIONS: readonly Action[] = AREAS.flatMap(({ actions }) => actions);

export const ACTION_CASES: readonly Case[] = ACTIONS.flatMap(({ name, may, operations }) =>
  operations.flatMap((operation) =>
    (Object.keys(ROLES) as Role[]).map((role): Case => {
      const actor = ROLES[role];
      return {
        title: name,
        actor,
        operation: replaceSelf(operation, actor ?? "nobody"),
        verdict: may.includes(role) ? "allowed" : "denied",
      };
    }),
  ),
);

function replaceSelf(operation: Operation, uid: string): Operation {
  return JSON.parse(JSON.stringify(operation).replaceAll(SELF, uid)) as Operation;
}
