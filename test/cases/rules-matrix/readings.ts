/** Writes of the functions: those of the real version, and those of a faulty version. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { AMBIENT, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { allowed as allowedFor, denied as deniedFor, remove, set, update } from "./case";
import type { Case, Json, Operation } from "./case";
import {
  EARLIER_MS,
  FUNCTIONS,
  KEY_IN_BODY_ENTRY,
  KEY_IN_BODY_KEY,
  NEW_KEY,
  NOW_MS,
  OLD_SIGNED_KEY,
  RENAMED_KEY,
  SIGNED_ENTRY,
  SIGNED_KEY,
} from "./farms";

const allowed = (title: string, ...operations: readonly Operation[]): readonly Case[] =>
  allowedFor(title, ...byFunctions(operations));
const denied = (title: string, ...operations: readonly Operation[]): readonly Case[] =>
  deniedFor(title, ...byFunctions(operations));

function byFunctions(operations: readonly Operation[]) {
  return operations.map((operation) => [FUNCTIONS, operation] as const);
}

/** A device that sends to a gateway and is not registered. */
const DEVICE = { uid: "dht-9", reading: '{"temperature":21.5}', at: NOW_MS };

const NORTH = "sensors/north";
const HISTORY = `${NORTH}/history`;
const SIGNED = `${HISTORY}/${SIGNED_KEY}`;
const KEY_IN_BODY = `${HISTORY}/dht-1/${KEY_IN_BODY_KEY}`;
const NEW_SIGNED = { uid: "dht-1", sensorName: "Bench", temperature: 22, updatedAt: NOW_MS };
const NEW_KEY_IN_BODY = { sensorName: "Bench", temperature: 22, updatedAt: NOW_MS };
const ORPHAN_ENTRY = { uid: "orphan", sensorName: "Orphan", updatedAt: NOW_MS };
const EXTREMES = [-273.15, 0, 1e300, 0.1];
/** Within ten minutes the time is plausible. */
const NEAR = [NOW_MS - 9 * MINUTE_MS, NOW_MS + 9 * MINUTE_MS];
const YESTERDAY_MS = NOW_MS - DAY_MS;
const OLD = [NOW_MS - 11 * MINUTE_MS, YESTERDAY_MS, NOW_MS - 31 * DAY_MS + MINUTE_MS];
/** Entries of signed history may be 31 days old. */
const FAR_FOR_HISTORY: readonly Json[] = [
  NOW_MS - 31 * DAY_MS - MINUTE_MS,
  NOW_MS - 400 * DAY_MS,
  NOW_MS + 11 * MINUTE_MS,
  NOW_MS + DAY_MS,
  0,
  -1,
  1e300,
  "now",
  true,
];
const FAR: readonly Json[] = [NOW_MS - 11 * MINUTE_MS, NOW_MS + 11 * MINUTE_MS, 0, -1, "now", true];

export const READING_CASES: readonly Case[] = [
  ...allowed(
    "A new entry",
    set(`${HISTORY}/${NEW_KEY}`, NEW_SIGNED),
    set(`${HISTORY}/${NEW_KEY}`, { uid: "dht-1", sensorName: "Bench", updatedAt: NOW_MS }),
    set(`${HISTORY}/${NEW_KEY}`, { uid: "bare", sensorName: "Bare", updatedAt: NOW_MS }),
    ...MEASUREMENTS.map((name) => set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, [name]: 7 })),
    set(`${HISTORY}/dht-1/${NEW_KEY}`, NEW_KEY_IN_BODY),
    set(`${HISTORY}/bare/${NEW_KEY}`, { sensorName: "Bare", updatedAt: NOW_MS }),
    ...NEAR.map((updatedAt) => set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, updatedAt })),
    ...NEAR.map((updatedAt) =>
      set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, updatedAt }),
    ),
  ),
  ...allowed(
    "The same entry, repeated",
    set(SIGNED, SIGNED_ENTRY),
    set(KEY_IN_BODY, KEY_IN_BODY_ENTRY),
  ),
  ...allowed(
    "An old reading, only in history, and repeated after its sensor was renamed",
    ...OLD.map((updatedAt) => set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, updatedAt })),
    set(`${HISTORY}/${RENAMED_KEY}`, SIGNED_ENTRY),
    set(`${HISTORY}/${OLD_SIGNED_KEY}`, { ...SIGNED_ENTRY, updatedAt: YESTERDAY_MS }),
    update({
      [`${HISTORY}/${NEW_KEY}`]: { ...NEW_SIGNED, updatedAt: NOW_MS - DAY_MS },
      [`${HISTORY}/${RENAMED_KEY}`]: SIGNED_ENTRY,
      "ingest/dht-1": "key-of-oak",
    }),
  ),
  ...denied(
    "An old reading in the newest values, or in the key-in-body layout",
    ...OLD.flatMap((updatedAt) => [
      set(`${NORTH}/current/updatedAt`, updatedAt),
      set(`${NORTH}/current/dht-1/updatedAt`, updatedAt),
      set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, updatedAt }),
    ]),
    update({
      [`${HISTORY}/${NEW_KEY}`]: { ...NEW_SIGNED, updatedAt: NOW_MS - DAY_MS },
      [`${NORTH}/current/updatedAt`]: NOW_MS - DAY_MS,
    }),
  ),
  ...denied(
    "An old reading that replaces an entry, of a foreign sensor, malformed, or with a wrong key",
    set(`${HISTORY}/${OLD_SIGNED_KEY}`, SIGNED_ENTRY),
    set(`${HISTORY}/${OLD_SIGNED_KEY}`, {
      ...SIGNED_ENTRY,
      temperature: 1,
      updatedAt: YESTERDAY_MS,
    }),
    set(`${HISTORY}/${OLD_SIGNED_KEY}`, {
      ...SIGNED_ENTRY,
      sensorName: "Old bench",
      updatedAt: YESTERDAY_MS,
    }),
    set(`${HISTORY}/${OLD_SIGNED_KEY}`, { ...SIGNED_ENTRY, uid: "twin", updatedAt: YESTERDAY_MS }),
    set(`${HISTORY}/${RENAMED_KEY}`, { ...SIGNED_ENTRY, sensorName: "Old bench" }),
    set(`${HISTORY}/${RENAMED_KEY}/sensorName`, "Old bench"),
    set(`${HISTORY}/dht-1/${RENAMED_KEY}`, KEY_IN_BODY_ENTRY),
    ...["bme-1", "stray", "new-1", "dht-2", "orphan"].map((uid) =>
      set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid, updatedAt: NOW_MS - DAY_MS }),
    ),
    set(`sensors/south/history/${NEW_KEY}`, { ...NEW_SIGNED, updatedAt: NOW_MS - DAY_MS }),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, updatedAt: NOW_MS - DAY_MS, ".priority": 1 }),
    set(`${HISTORY}/${NEW_KEY}`, {
      ...NEW_SIGNED,
      updatedAt: { ".value": NOW_MS - DAY_MS, ".priority": 1 },
    }),
    update({
      [`${HISTORY}/${NEW_KEY}`]: { ...NEW_SIGNED, updatedAt: NOW_MS - DAY_MS },
      "ingest/dht-1": "key-of-elm",
    }),
    update({
      [`${HISTORY}/${NEW_KEY}`]: { ...NEW_SIGNED, updatedAt: NOW_MS - DAY_MS },
      [`${HISTORY}/-OaNewEntry000000002`]: { ...NEW_SIGNED, updatedAt: NOW_MS - 32 * DAY_MS },
    }),
  ),
  ...denied(
    "A different entry that replaces an entry",
    set(SIGNED, NEW_SIGNED),
    set(SIGNED, { ...SIGNED_ENTRY, humidity: null }),
    set(SIGNED, { ...SIGNED_ENTRY, sensorName: "Table" }),
    set(SIGNED, { ...SIGNED_ENTRY, uid: "twin" }),
    set(SIGNED, { ...SIGNED_ENTRY, uid: "bare", sensorName: "Bare" }),
    ...MEASUREMENTS.map((field) => set(SIGNED, { ...SIGNED_ENTRY, [field]: 1 })),
    set(SIGNED, { ...SIGNED_ENTRY, updatedAt: EARLIER_MS + 1 }),
    set(KEY_IN_BODY, NEW_KEY_IN_BODY),
    set(KEY_IN_BODY, { ...KEY_IN_BODY_ENTRY, humidity: null }),
    set(KEY_IN_BODY, { ...KEY_IN_BODY_ENTRY, sensorName: "Table" }),
    ...["temperature", "humidity", "light"].map((field) =>
      set(KEY_IN_BODY, { ...KEY_IN_BODY_ENTRY, [field]: 1 }),
    ),
    set(KEY_IN_BODY, { ...KEY_IN_BODY_ENTRY, updatedAt: EARLIER_MS + 1 }),
    set(`${HISTORY}/dht-1`, NEW_SIGNED),
    set(`${HISTORY}/dht-1`, { ...NEW_SIGNED, [KEY_IN_BODY_KEY]: KEY_IN_BODY_ENTRY }),
  ),
  ...denied(
    "A part of an entry",
    set(`${SIGNED}/temperature`, 1),
    set(`${SIGNED}/uid`, "bare"),
    set(`${SIGNED}/note`, 1),
    remove(`${SIGNED}/humidity`),
    remove(`${SIGNED}/uid`),
    remove(`${SIGNED}/updatedAt`),
    set(`${KEY_IN_BODY}/temperature`, 1),
    set(`${KEY_IN_BODY}/note`, 1),
    remove(`${KEY_IN_BODY}/humidity`),
    remove(`${KEY_IN_BODY}/updatedAt`),
    set(`${HISTORY}/${NEW_KEY}/temperature`, 22),
    set(`${HISTORY}/dht-1/${NEW_KEY}/temperature`, 22),
  ),
  ...denied(
    "Deletion of an entry",
    remove(SIGNED),
    remove(`${HISTORY}/${OLD_SIGNED_KEY}`),
    remove(KEY_IN_BODY),
    remove(`${HISTORY}/dht-1/${NEW_KEY}`),
    remove(`${HISTORY}/dht-1`),
    remove(HISTORY),
    set(HISTORY, { [NEW_KEY]: NEW_SIGNED }),
    { update: { [SIGNED]: null, [`${HISTORY}/${NEW_KEY}`]: NEW_SIGNED } },
  ),
  ...denied(
    "An entry changed by a priority",
    set(`${SIGNED}/.priority`, 1),
    set(`${SIGNED}/temperature/.priority`, 1),
    set(`${SIGNED}/uid/.priority`, 1),
    set(`${SIGNED}/sensorName/.priority`, 1),
    set(`${SIGNED}/updatedAt/.priority`, 1),
    set(SIGNED, { ...SIGNED_ENTRY, ".priority": 1 }),
    set(SIGNED, { ...SIGNED_ENTRY, humidity: { ".value": 60, ".priority": "x" } }),
    set(SIGNED, { ...SIGNED_ENTRY, light: { ".value": 900, ".priority": 1 } }),
    ...MEASUREMENTS.slice(3).map((name) =>
      set(SIGNED, { ...SIGNED_ENTRY, [name]: { ".value": 88, ".priority": 1 } }),
    ),
    set(`${KEY_IN_BODY}/.priority`, 1),
    set(`${KEY_IN_BODY}/light/.priority`, 1),
    set(KEY_IN_BODY, { ...KEY_IN_BODY_ENTRY, ".priority": 1 }),
    set(`${HISTORY}/dht-1/.priority`, 1),
    set(`${HISTORY}/.priority`, 1),
  ),
  ...denied(
    "An entry of a sensor that is not linked to the greenhouse",
    set(`sensors/south/history/${NEW_KEY}`, NEW_SIGNED),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid: "dht-2", sensorName: "Spare" }),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid: "bme-1", sensorName: "Door" }),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid: "new-1" }),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid: "dht-1/" }),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid: 1 }),
    set(`${HISTORY}/${NEW_KEY}`, NEW_KEY_IN_BODY),
    set(`sensors/south/history/dht-1/${NEW_KEY}`, NEW_KEY_IN_BODY),
    set(`${HISTORY}/dht-2/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, sensorName: "Spare" }),
    set(`${HISTORY}/new-1/${NEW_KEY}`, NEW_KEY_IN_BODY),
    {
      update: {
        "registeredSensors/dht-2/greenhouse": "north",
        [`${HISTORY}/dht-2/${NEW_KEY}`]: { ...NEW_KEY_IN_BODY, sensorName: "Spare" },
      },
    },
  ),
  ...denied(
    "A malformed entry",
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, sensorName: "Table" }),
    set(`${HISTORY}/${NEW_KEY}`, { uid: "dht-1", temperature: 22, updatedAt: NOW_MS }),
    set(`${HISTORY}/${NEW_KEY}`, { uid: "dht-1", sensorName: "Bench", temperature: 22 }),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, sensorType: "DHT22" }),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, noise: 1013 }),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, [KEY_IN_BODY_KEY]: KEY_IN_BODY_ENTRY }),
    set(`${HISTORY}/${NEW_KEY}`, "dht-1"),
    set(`${HISTORY}/${"k".repeat(700)}`, NEW_SIGNED),
    ...MEASUREMENTS.flatMap((field) => [
      set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, [field]: "21.5" }),
      set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, [field]: { deep: 1 } }),
      set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, [field]: { ".value": 7, ".priority": 1 } }),
    ]),
    ...FAR_FOR_HISTORY.map((updatedAt) =>
      set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, updatedAt }),
    ),
    set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, sensorName: "Table" }),
    set(`${HISTORY}/dht-1/${NEW_KEY}`, { temperature: 22, updatedAt: NOW_MS }),
    set(`${HISTORY}/dht-1/${NEW_KEY}`, { sensorName: "Bench", temperature: 22 }),
    ...MEASUREMENTS.slice(3).map((name) =>
      set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, [name]: 88 }),
    ),
    set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, uid: "dht-1" }),
    set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, light: false }),
    set(`${HISTORY}/dht-1/${NEW_KEY}`, 22),
    set(`${HISTORY}/dht-1/${"k".repeat(700)}`, NEW_KEY_IN_BODY),
    ...FAR.map((updatedAt) =>
      set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, updatedAt }),
    ),
    set(`${HISTORY}/dht-1/uid`, "dht-1"),
    set(`${HISTORY}/dht-1/temperature`, 22),
    set(`${HISTORY}/${RENAMED_KEY}/${NEW_KEY}`, NEW_KEY_IN_BODY),
    set(`${HISTORY}/${SIGNED_KEY}/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, sensorName: "Roof" }),
  ),
  ...allowed(
    "The newest values, field by field",
    ...EXTREMES.map((value) => set(`${NORTH}/current/temperature`, value)),
    set(`${NORTH}/current/humidity`, 61),
    set(`${NORTH}/current/light`, 0),
    ...NEAR.map((updatedAt) => set(`${NORTH}/current/updatedAt`, updatedAt)),
    ...MEASUREMENTS.map((name) => set(`${NORTH}/bySensor/dht-1/${name}`, 87)),
    set(`${NORTH}/bySensor/bare/sensorName`, "Bare"),
    set(`${NORTH}/current/bare/temperature`, 20),
    ...NEAR.map((updatedAt) => set(`${NORTH}/current/dht-1/updatedAt`, updatedAt)),
  ),
  ...denied(
    "Malformed newest values",
    ...MEASUREMENTS.slice(3).map((name) => set(`${NORTH}/current/${name}`, 88)),
    set(`${NORTH}/current/temperature`, "21.5"),
    set(`${NORTH}/current/temperature/deep`, 21.5),
    set(`${NORTH}/current/humidity`, true),
    set(`${NORTH}/current/light`, { lux: 900 }),
    ...FAR.map((updatedAt) => set(`${NORTH}/current/updatedAt`, updatedAt)),
    set(`${NORTH}/current`, { temperature: 22, updatedAt: NOW_MS }),
    set(`${NORTH}/current/dht-1`, { ...NEW_KEY_IN_BODY, sensorType: "DHT22" }),
    set(`${NORTH}/current/dht-1`, 22),
    ...MEASUREMENTS.slice(3).map((name) => set(`${NORTH}/current/dht-1/${name}`, 88)),
    set(`${NORTH}/current/dht-1/humidity`, "61"),
    set(`${NORTH}/current/dht-1/humidity/deep`, 61),
    set(`${NORTH}/current/dht-1/uid`, "dht-1"),
    ...FAR.map((updatedAt) => set(`${NORTH}/current/dht-1/updatedAt`, updatedAt)),
    set(`${NORTH}/bySensor/dht-1`, { sensorName: "Bench", sensorType: "DHT22" }),
    set(`${NORTH}/bySensor/dht-1/updatedAt`, NOW_MS),
    set(`${NORTH}/bySensor/dht-1/temperature`, "21.5"),
    set(`${NORTH}/bySensor/dht-1/farmId`, "oak"),
    set(`${NORTH}/note`, 1),
    set("sensors/north", { current: { temperature: 22 } }),
  ),
  ...denied(
    "Names that differ from the registration",
    set(`${NORTH}/bySensor/dht-1/sensorName`, "Table"),
    set(`${NORTH}/bySensor/dht-1/sensorType`, "SHT31"),
    set(`${NORTH}/bySensor/bare/sensorType`, "DHT22"),
    set(`${NORTH}/current/dht-1/sensorName`, "Table"),
    set(`${NORTH}/current/dht-1/sensorType`, "SHT31"),
    set(`${NORTH}/current/bare/sensorType`, "DHT22"),
  ),
  ...denied(
    "The newest values of a sensor that is not linked to the greenhouse",
    set("sensors/south/bySensor/dht-1/temperature", 22),
    set("sensors/south/current/dht-1/temperature", 22),
    set(`${NORTH}/bySensor/dht-2/temperature`, 22),
    set(`${NORTH}/current/dht-2/temperature`, 22),
    set(`${NORTH}/bySensor/bme-1/temperature`, 22),
    set(`${NORTH}/current/new-1/temperature`, 22),
  ),
  ...denied(
    "Readings of a greenhouse that does not exist",
    ...["gone", "ghost"].flatMap((greenhouse) => [
      set(`sensors/${greenhouse}/current/temperature`, 22),
      set(`sensors/${greenhouse}/current/humidity`, 61),
      set(`sensors/${greenhouse}/current/light`, 900),
      set(`sensors/${greenhouse}/current/updatedAt`, NOW_MS),
    ]),
    set("sensors/gone/current/orphan/temperature", 22),
    set("sensors/gone/bySensor/orphan/temperature", 22),
    set(`sensors/gone/history/${NEW_KEY}`, ORPHAN_ENTRY),
    set(`sensors/gone/history/orphan/${NEW_KEY}`, { sensorName: "Orphan", updatedAt: NOW_MS }),
    update({ "greenhouses/gone/farmId": "oak", "sensors/gone/current/temperature": 22 }),
  ),
  ...denied(
    "Readings of a sensor that is linked to another farm's greenhouse",
    set(`${NORTH}/current/stray/temperature`, 22),
    set(`${NORTH}/bySensor/stray/temperature`, 22),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid: "stray", sensorName: "Stray" }),
    set(`${HISTORY}/stray/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, sensorName: "Stray" }),
  ),
  ...denied(
    "Deletion of the newest values",
    ...AMBIENT.map((name) => remove(`${NORTH}/current/${name}`)),
    remove(`${NORTH}/current/updatedAt`),
    remove(`${NORTH}/current/dht-1/humidity`),
    remove(`${NORTH}/current/dht-1`),
    remove(`${NORTH}/bySensor/dht-1/battery`),
    remove(`${NORTH}/bySensor/dht-1`),
    remove(`${NORTH}/bySensor/bare/sensorType`),
    remove("sensors/ghost"),
  ),
  ...denied(
    "A valid reading with an invalid part",
    {
      update: {
        [`${HISTORY}/${NEW_KEY}`]: NEW_SIGNED,
        [`${NORTH}/bySensor/dht-1/temperature`]: 22,
        [`${NORTH}/current/temperature`]: "22",
      },
    },
    { update: { [`${HISTORY}/${NEW_KEY}`]: NEW_SIGNED, "farms/oak/apiKey": "mine" } },
  ),
  ...allowed(
    "A gateway's unregistered devices",
    set("unregistered/oak", { a: DEVICE }),
    set(
      "unregistered/oak",
      Object.fromEntries(Array.from("abcdefghijklmnopqrst", (key) => [key, DEVICE])),
    ),
    set("unregistered/oak/t", { ...DEVICE, uid: "\u{1f331}/a b.c", reading: "x".repeat(500) }),
    set("unregistered/oak", null),
  ),
  ...denied(
    "A malformed list of unregistered devices",
    set("unregistered/oak", "dht-9"),
    set("unregistered/oak", { u: DEVICE }),
    set("unregistered/oak", { 0: DEVICE }),
    set("unregistered/oak", { ab: DEVICE }),
    set("unregistered/oak", { a: "dht-9" }),
    set("unregistered/oak", { a: { ...DEVICE, more: 1 } }),
    ...["uid", "reading", "at"].map((name) =>
      set("unregistered/oak", { a: { ...DEVICE, [name]: null } }),
    ),
    ...[1, "", " ", "a\nb", "x".repeat(101), { deep: "x" }].map((uid) =>
      set("unregistered/oak", { a: { ...DEVICE, uid } }),
    ),
    ...[1, "", "a\u202eb", "x".repeat(501), { deep: "x" }].map((reading) =>
      set("unregistered/oak", { a: { ...DEVICE, reading } }),
    ),
    ...["now", 0, -1, NOW_MS + 11 * MINUTE_MS, { deep: 1 }].map((at) =>
      set("unregistered/oak", { a: { ...DEVICE, at } }),
    ),
    ...["uid", "reading", "at"].map((name) => set(`unregistered/oak/a/${name}/.priority`, 1)),
    set("unregistered/oak", { a: { ...DEVICE, at: { ".value": NOW_MS, ".priority": 1 } } }),
    set("unregistered/oak", { a: { ...DEVICE, uid: { ".value": "dht-9", ".priority": 1 } } }),
    set("unregistered/oak", { a: { ...DEVICE, reading: { ".value": "{}", ".priority": 1 } } }),
    set("unregistered/oak", { a: { ...DEVICE, ".priority": 1 } }),
    set("unregistered/oak", { a: DEVICE, ".priority": 1 }),
    set("unregistered/ash", { a: DEVICE }),
    set("unregistered", { oak: { a: DEVICE } }),
  ),
  ...allowed("A gateway's address", set("farms/oak/ipUpdatedAt", NOW_MS - MINUTE_MS)),
  ...denied(
    "A malformed address of a gateway",
    ...[
      "",
      "fe80::1",
      "10.0.0",
      "10.0.0.7.8",
      "x10.0.0.7",
      "10.0.0.7\n",
      10,
      { a: "10.0.0.7" },
    ].map((ip) => set("farms/oak/ip", ip)),
    ...FAR.map((updatedAt) => set("farms/oak/ipUpdatedAt", updatedAt)),
    remove("farms/oak/ip"),
    remove("farms/oak/ipUpdatedAt"),
    set("farms/ash/ip", "10.0.0.7"),
    set("farms/ash/ipUpdatedAt", NOW_MS),
    set("farms/oak", { name: "Oak", apiKey: "key-of-oak", ip: "10.0.0.7" }),
  ),
];
