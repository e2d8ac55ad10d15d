/**
 * What people and the functions may do with a farm: the table of docs/security.md, row by row, with the operations that
 * each row stands for. Every role tries every operation.
 */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { remove, update } from "./case";
import type { Case, Operation, Query } from "./case";
import {
  AS_VIEWER,
  COLD_FACT,
  COLD_ID,
  COVERAGE,
  EARLIER_MS,
  FUNCTIONS,
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
  SAID,
  OUTSIDER,
  OWNER,
  PERSONAL,
  PLACE,
  ROLLUP,
  SETTINGS,
  SIGNED_ENTRY,
  SIGNED_KEY,
  SILENT_ID,
  SUBSCRIPTION,
  USED,
  VIEWER,
  WEBHOOK,
} from "./farms";
import { ordering } from "./outputs";

/** The columns of the table, and an actor for each. */
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
  /** The first column of the table. */
  readonly name: string;
  readonly may: readonly Role[];
  /** `SELF` is replaced by the uid of the actor. */
  readonly operations: readonly Operation[];
}

const SELF = "SELF";
const OF_OAK: Query = { orderByChild: "farmId", equalTo: "oak" };
const MEMBERS: readonly Role[] = ["Owner", "Viewer"];
const BY_KEY = { orderByChild: "$key", limitToLast: 2 };
const MEMBERS_AND_JOBS: readonly Role[] = [...MEMBERS, "Jobs"];
const PEOPLE: readonly Role[] = ["Owner", "Viewer", "Someone else"];

export const ACTIONS: readonly Action[] = [
  {
    name: "Read the farm's name, members and place",
    may: MEMBERS_AND_JOBS,
    operations: ["name", "members", "members/olga", "place"].map((field) => ({
      read: `farms/oak/${field}`,
    })),
  },
  {
    name: "Read the gateway's address",
    may: MEMBERS,
    operations: ["ip", "ipUpdatedAt"].map((field) => ({ read: `farms/oak/${field}` })),
  },
  { name: "Read the whole farm", may: ["Owner"], operations: [{ read: "farms/oak" }] },
  {
    name: "Read the farm's key",
    may: ["Owner", "Functions"],
    operations: [{ read: "farms/oak/apiKey" }],
  },
  {
    name: "Rename the farm, set its place, rotate its key",
    may: ["Owner"],
    operations: [
      { set: "farms/oak/name", to: "Old Oak" },
      { set: "farms/oak/place", to: { ...PLACE, latitude: -33.9 } },
      { set: "farms/oak/apiKey", to: "another-key" },
    ],
  },
  {
    name: "Change and remove other members",
    may: ["Owner"],
    operations: [
      { set: "farms/oak/members/vera", to: "owner" },
      { set: "farms/oak/members/otto", to: "viewer" },
      { update: { "farms/oak/members/otto": null, "farms/oak/names/otto": null } },
    ],
  },
  {
    name: "Make somebody a member who did not ask for it",
    may: [],
    operations: [
      { set: "farms/oak/members/nina", to: "viewer" },
      { update: { "farms/oak/members/nina": "viewer", "users/nina/farms/oak": true } },
    ],
  },
  {
    name: "Write on another person's list of farms",
    may: [],
    operations: [
      remove("users/ivan/farms/oak"),
      { set: "users/ivan/farms/oak", to: true },
      { set: "users/otto/farms/oak", to: "invited" },
    ],
  },
  {
    name: "Invite people by link, list and withdraw invitations",
    may: ["Owner"],
    operations: [
      { read: "invitations/oak" },
      {
        set: `invitations/oak/${"n".repeat(32)}`,
        to: { role: "owner", expiresAt: NOW_MS + DAY_MS, farmName: "Oak", by: SELF },
      },
      remove(`invitations/oak/${AS_VIEWER}`),
      remove(`invitations/oak/${USED}`),
    ],
  },
  {
    name: "Read an invitation whose whole link one has",
    may: PEOPLE,
    operations: [{ read: `invitations/oak/${AS_VIEWER}` }],
  },
  {
    name: "Join the farm with an invitation",
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
    name: "Read the names of the farm's people",
    may: [...MEMBERS, "Jobs"],
    operations: [{ read: "farms/oak/names" }, { read: "farms/oak/names/vera" }],
  },
  {
    name: "Choose the name that the farm's people see of oneself",
    may: MEMBERS,
    operations: [{ set: `farms/oak/names/${SELF}`, to: "Somebody" }],
  },
  {
    name: "Take away the name of another member",
    may: ["Owner"],
    operations: [remove("farms/oak/names/otto")],
  },
  {
    name: "Leave the farm",
    may: ["Viewer"],
    operations: [
      { update: { [`farms/oak/members/${SELF}`]: null, [`users/${SELF}/farms/oak`]: null } },
    ],
  },
  {
    name: "Create a farm and own it",
    may: PEOPLE,
    operations: [
      {
        update: {
          "farms/ash": { name: "Ash", apiKey: "key-of-ash", members: { [SELF]: "owner" } },
          "usedFarmIds/ash": true,
          [`users/${SELF}/farms/ash`]: true,
        },
      },
    ],
  },
  {
    name: "Read whether farms may be created",
    may: PEOPLE,
    operations: [{ read: "settings/farmCreation" }, { read: `farmCreators/${SELF}` }],
  },
  {
    name: "Open or close the creation of farms",
    may: [],
    operations: [
      { set: "settings/farmCreation", to: "listed" },
      { set: `farmCreators/${SELF}`, to: true },
    ],
  },
  {
    name: "Create a farm under an id that was used before",
    may: [],
    operations: [
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
    name: "List all farms, or delete one",
    may: [],
    operations: [{ read: "farms" }, remove("farms/oak"), remove("farms/oak/apiKey")],
  },
  {
    name: "Report the gateway's address",
    may: ["Functions"],
    operations: [
      { update: { "farms/oak/ip": "10.0.0.7", "farms/oak/ipUpdatedAt": NOW_MS } },
      { set: "farms/elm/ip", to: "10.0.0.7" },
    ],
  },
  {
    name: "Read what the gateway hears of",
    may: MEMBERS,
    operations: [{ read: "unregistered/oak" }],
  },
  {
    name: "Remove what the gateway hears of",
    may: ["Owner", "Functions"],
    operations: [remove("unregistered/oak")],
  },
  {
    name: "Say what the gateway hears of",
    may: ["Functions"],
    operations: [
      { set: "unregistered/oak", to: { a: { uid: "dht-9", reading: "{}", at: NOW_MS } } },
    ],
  },
  {
    name: "List one's own farms",
    may: PEOPLE,
    operations: [{ read: `users/${SELF}` }, { read: `users/${SELF}/farms` }],
  },
  {
    name: "Put a farm one belongs to on one's own list",
    may: MEMBERS,
    operations: [{ set: `users/${SELF}/farms/oak`, to: true }],
  },
  { name: "Read the list of another person", may: [], operations: [{ read: "users/otto/farms" }] },
  {
    name: "Read whether the farm is on another person's list",
    may: ["Jobs"],
    operations: [{ read: "users/otto/farms/oak" }],
  },
  {
    name: "List the farm's greenhouses",
    may: MEMBERS_AND_JOBS,
    operations: [{ read: "greenhouses", query: OF_OAK }],
  },
  { name: "Read one greenhouse", may: MEMBERS, operations: [{ read: "greenhouses/north" }] },
  {
    name: "Create and rename greenhouses, set thresholds, card, light source, degree-day base",
    may: ["Owner"],
    operations: [
      { set: "greenhouses/west", to: { name: "West", farmId: "oak" } },
      { set: "greenhouses/north/name", to: "Far north" },
      { set: "greenhouses/north/thresholds/humidity", to: { min: 40, max: 80 } },
      { set: "greenhouses/north/thresholds/temperature/max", to: 28 },
      { set: "greenhouses/north/thresholds/vpd", to: { max: 1.6, nightMin: 0.2 } },
      remove("greenhouses/north/thresholds"),
      { set: "greenhouses/north/card", to: { temperature: true, co2: true } },
      { set: "greenhouses/north/lightSource", to: "sodium" },
      { set: "greenhouses/north/degreeDayBase", to: 10 },
    ],
  },
  {
    name: "Delete a greenhouse, or give it to another farm",
    may: [],
    operations: [remove("greenhouses/south"), { set: "greenhouses/south/farmId", to: "elm" }],
  },
  {
    name: "List the farm's sensors",
    may: MEMBERS_AND_JOBS,
    operations: [{ read: "registeredSensors", query: OF_OAK }],
  },
  {
    name: "Read one sensor",
    may: [...MEMBERS, "Functions"],
    operations: [{ read: "registeredSensors/dht-1" }, { read: "registeredSensors/dht-2" }],
  },
  {
    name: "List all greenhouses, a part at a time",
    may: ["Jobs"],
    operations: [{ read: "greenhouses", query: { orderByChild: "$key", limitToFirst: 1000 } }],
  },
  {
    name: "List all greenhouses at once; all sensors, people or readings",
    may: [],
    operations: ["greenhouses", "registeredSensors", "users", "sensors", "lastSeen", ""].map(
      (path) => ({ read: path }),
    ),
  },
  {
    name: "Register, rename, link, unlink and remove sensors, set their roles",
    may: ["Owner"],
    operations: [
      {
        set: "registeredSensors/new-1",
        to: { sensorName: "New", sensorType: "SHT31", farmId: "oak" },
      },
      { set: "registeredSensors/dht-1/sensorName", to: "Table" },
      { set: "registeredSensors/dht-1/sensorType", to: "SHT31" },
      { set: "registeredSensors/dht-2/greenhouse", to: "south" },
      { set: "registeredSensors/dht-1/role", to: "soil" },
      { set: "registeredSensors/dht-2/role", to: "air" },
      { set: "registeredSensors/twin/role", to: "outdoor" },
      remove("registeredSensors/dht-1/role"),
      remove("registeredSensors/dht-1/greenhouse"),
      remove("registeredSensors/twin"),
    ],
  },
  {
    name: "Read a sensor's own key",
    may: ["Owner", "Functions"],
    operations: [{ read: "sensorKeys/own-1" }],
  },
  {
    name: "Set, replace and remove a sensor's own key",
    may: ["Owner"],
    operations: [
      { set: "sensorKeys/dht-1", to: { farmId: "oak", key: "key-of-dht-1" } },
      { set: "sensorKeys/own-1/key", to: "another-key" },
      remove("sensorKeys/own-1"),
    ],
  },
  {
    name: "Read the keys that readings were signed with",
    may: [],
    operations: [{ read: "ingest" }, { read: "ingest/dht-1" }],
  },
  {
    name: "Give a sensor to another farm",
    may: [],
    operations: [{ set: "registeredSensors/dht-2/farmId", to: "elm" }],
  },
  {
    name: "Read the farm's newest readings, and history a part at a time",
    may: MEMBERS_AND_JOBS,
    operations: [
      { read: "sensors/north/current" },
      { read: "sensors/north/current/temperature" },
      { read: "sensors/north/bySensor/dht-1" },
      { read: "sensors/north/history", query: BY_KEY },
    ],
  },
  {
    name: "Read the farm's readings all at once",
    may: MEMBERS,
    operations: [
      { read: "sensors/north" },
      { read: "sensors/north/history" },
      { read: `sensors/north/history/dht-1/${KEY_IN_BODY_KEY}` },
    ],
  },
  {
    name: "Add readings of a linked sensor",
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
    ],
  },
  {
    name: "Read when each sensor was last seen",
    may: MEMBERS_AND_JOBS,
    operations: [{ read: "lastSeen/oak" }, { read: "lastSeen/oak/dht-1" }],
  },
  {
    name: "Change history, or delete readings",
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
    ],
  },
  {
    name: "Read the rollups of history",
    may: MEMBERS_AND_JOBS,
    operations: [
      { read: "rollups/north/dht-1/hour/temperature" },
      { read: "greenhouseRollups/north/hour" },
      { read: "rollupSensors/north" },
      { read: "rollupCoverage/north" },
      { read: "rollupDue/north" },
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
  {
    name: "Mark the hour of a late reading",
    may: ["Functions"],
    operations: [
      { set: `rollupDue/north/${HOUR_START_MS}/dht-1`, to: { ".sv": "timestamp" } },
      { set: `rollupDue/north/${HOUR_START_MS}/${OLD_SIGNED_KEY}`, to: true },
    ],
  },
  {
    name: "Read the farm's alerts, and the limits for silent sensors and batteries",
    may: MEMBERS_AND_JOBS,
    operations: [
      { read: "alerts/oak" },
      { read: "alerts/oak/log" },
      { read: "alertSettings/oak/silentAfterMinutes" },
      { read: "alertSettings/oak/lowBatteryPercent" },
    ],
  },
  {
    name: "Acknowledge and snooze alerts",
    may: MEMBERS,
    operations: [
      { set: `alerts/oak/open/${COLD_ID}/acknowledgedBy`, to: SELF },
      { set: `alerts/oak/open/${COLD_ID}/snoozedUntil`, to: NOW_MS + DAY_MS },
      remove(`alerts/oak/open/${SILENT_ID}/acknowledgedBy`),
    ],
  },
  {
    name: "Read the notes of a greenhouse",
    may: MEMBERS,
    operations: [{ read: "notes/north" }, { read: `notes/north/${NOTE_KEY}` }],
  },
  {
    name: "Add a note, and change one's own",
    may: MEMBERS,
    operations: [{ set: `notes/north/${NEW_KEY}`, to: { ...NOTE, by: SELF } }],
  },
  {
    name: "Delete another member's note",
    may: ["Owner"],
    operations: [remove(`notes/north/${OTHER_NOTE_KEY}`)],
  },
  {
    name: "Change another member's note",
    may: [],
    operations: [{ set: `notes/north/${OTHER_NOTE_KEY}/text`, to: "Dry" }],
  },
  {
    name: "Read the webhook and its secret",
    may: ["Owner", "Jobs"],
    operations: [{ read: "alertSettings/oak" }, { read: "alertSettings/oak/webhook/secret" }],
  },
  {
    name: "Set the limits for silent sensors and batteries, and the webhook; switch alerts off",
    may: ["Owner"],
    operations: [
      { set: "alertSettings/oak/silentAfterMinutes", to: 0 },
      { set: "alertSettings/oak", to: { ...SETTINGS, webhook: WEBHOOK } },
      { set: "alertSettings/fir", to: SETTINGS },
      {
        update: {
          "alertSettings/oak": null,
          "alerts/oak/open": null,
          "alerts/oak/pending": null,
        },
      },
    ],
  },
  {
    name: "Raise and close alerts, and write messages of them",
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
    ],
  },
  {
    name: "Change or delete what the log of alerts holds",
    may: [],
    operations: [
      { set: `alerts/oak/log/${LOG_KEY}/clearedAt`, to: NOW_MS },
      { update: { "alerts/oak/version": 8, [`alerts/oak/log/${LOG_KEY}`]: null } },
      remove(`alerts/oak/log/${LOG_KEY}`),
      remove("alerts/oak/log"),
      remove("alerts/oak"),
    ],
  },
  {
    name: "Read messages on their way, and everybody's requests for tests",
    may: ["Jobs"],
    operations: ["alertOutbox", "alertOutbox/oak", "alertTests"].map((path) => ({ read: path })),
  },
  {
    name: "List all farms with alert settings, with these",
    may: ["Jobs"],
    operations: [{ read: "alertSettings" }],
  },
  {
    name: "Read all farms' alerts",
    may: [],
    operations: [{ read: "alerts" }],
  },
  {
    name: "Ask for a test message to oneself",
    may: MEMBERS,
    operations: ["email", "push"].map((channel) => ({
      set: `alertTests/${SELF}/${channel}`,
      to: { farmId: "oak", askedAt: { ".sv": "timestamp" } },
    })),
  },
  {
    name: "Ask for a test of the webhook",
    may: ["Owner"],
    operations: [
      {
        set: `alertTests/${SELF}/webhook`,
        to: { farmId: "oak", askedAt: { ".sv": "timestamp" } },
      },
    ],
  },
  {
    name: "Say what became of a test message, and remove it",
    may: ["Jobs"],
    operations: [
      {
        set: "alertTests/vera/email",
        to: { farmId: "oak", askedAt: EARLIER_MS, doneAt: NOW_MS },
      },
      remove("alertTests/vera/email"),
    ],
  },
  {
    name: "Read which messages the deployment can send",
    may: [...PEOPLE, "Functions", "Jobs"],
    operations: [{ read: "alertService" }],
  },
  {
    name: "Choose which alerts one gets, and by which channels",
    may: PEOPLE,
    operations: [
      // A person need not have the muted farm on their list.
      { set: `users/${SELF}/alerts`, to: { ...PERSONAL, farms: null } },
      { set: `users/${SELF}/alerts/push/laptop`, to: SUBSCRIPTION },
      remove(`users/${SELF}/alerts`),
    ],
  },
  {
    name: "Read and choose one's own temperature unit and time zone",
    may: PEOPLE,
    operations: [
      { read: `users/${SELF}/preferences` },
      { set: `users/${SELF}/preferences`, to: { temperatureUnit: "F", timeZone: "Asia/Tokyo" } },
      { set: `users/${SELF}/preferences/temperatureUnit`, to: "C" },
      { set: `users/${SELF}/preferences/timeZone`, to: "America/Argentina/Buenos_Aires" },
      remove(`users/${SELF}/preferences`),
    ],
  },
  {
    name: "Read or choose another person's temperature unit and time zone",
    may: [],
    operations: [
      { read: "users/otto/preferences" },
      { set: "users/otto/preferences", to: { temperatureUnit: "F" } },
    ],
  },
  {
    name: "Read what outputs there are, what is ordered, and what boards say of them",
    may: MEMBERS_AND_JOBS,
    operations: ["outputs", "outputOrders", "outputStates"].map((root) => ({
      read: `${root}/oak`,
    })),
  },
  {
    name: "Read the outputs of one sensor and their orders",
    may: [...MEMBERS_AND_JOBS, "Functions"],
    operations: ["outputs", "outputOrders"].map((root) => ({ read: `${root}/oak/dht-1` })),
  },
  {
    name: "Read who ordered what",
    may: MEMBERS,
    operations: [{ read: "outputLog/oak" }],
  },
  {
    name: "Define, change and remove outputs",
    may: ["Owner"],
    operations: [
      update({
        "outputs/oak/dht-1/pump": { ...OUTPUT, place: "c" },
        "outputPlaces/oak/dht-1/c": "pump",
      }),
      { set: "outputs/oak/dht-1/vent/leaseSeconds", to: 60 },
      remove("outputs/oak/dht-1/vent"),
    ],
  },
  {
    name: "Switch an output",
    may: ["Owner"],
    operations: [ordering(SELF)],
  },
  {
    name: "Switch an output that its owner lets members switch",
    may: MEMBERS,
    operations: [ordering(SELF, { path: "oak/dht-1/vent" })],
  },
  {
    name: "Change or delete what was ordered of an output that is there",
    may: [],
    operations: [remove("outputLog/oak/dht-1/valve"), remove("outputOrders/oak/dht-1/valve")],
  },
  {
    name: "Store what a board says of its outputs",
    may: ["Functions"],
    operations: [{ set: "outputStates/oak/dht-1/valve", to: SAID }],
  },
  {
    name: "Read by which channels another person gets alerts, remove one of them",
    may: ["Jobs"],
    operations: [
      { read: "users/otto/alerts" },
      remove("users/otto/alerts/email"),
      remove("users/otto/alerts/push/phone"),
    ],
  },
];

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
