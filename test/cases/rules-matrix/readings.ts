/** Writes of the functions: those of the real version, and those of a faulty version. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { AMBIENT, MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { allowed as allowedFor, denied as deniedFor, remove, set } from "./case";
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
/** Within ten minutes the time is plausible. */
const NEAR = [NOW_MS - 9 * MINUTE_MS, NOW_MS + 9 * MINUTE_MS];
const YESTERDAY_MS = NOW_MS - DAY_MS;
const OLD = [NOW_MS - 11 * MINUTE_MS, YESTERDAY_MS, NOW_MS - 31 * DAY_MS + MINUTE_MS];
/** Entries of signed history may be 31 days old. */
const FAR_FOR_HISTORY: readonly Json[] = [
  NOW_MS - 31 * DAY_MS - MINUTE_MS,
  NOW_MS + 11 * MINUTE_MS,
  "now",
];
const FAR: readonly Json[] = [NOW_MS - 11 * MINUTE_MS, NOW_MS + 11 * MINUTE_MS, "now"];

export const READING_CASES: readonly Case[] = [
  ...allowed(
    "A new entry",
    ...MEASUREMENTS.map((name) => set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, [name]: 7 })),
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
  ),
  ...denied(
    "An old reading in the newest values, or in the key-in-body layout",
    ...OLD.flatMap((updatedAt) => [
      set(`${NORTH}/current/updatedAt`, updatedAt),
      set(`${NORTH}/current/dht-1/updatedAt`, updatedAt),
      set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, updatedAt }),
    ]),
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
    set(`${HISTORY}/dht-1/${RENAMED_KEY}`, KEY_IN_BODY_ENTRY),
  ),
  ...denied(
    "A different entry that replaces an entry",
    set(SIGNED, NEW_SIGNED),
    set(SIGNED, { ...SIGNED_ENTRY, humidity: null }),
    set(SIGNED, { ...SIGNED_ENTRY, sensorName: "Table" }),
    ...MEASUREMENTS.map((field) => set(SIGNED, { ...SIGNED_ENTRY, [field]: 1 })),
    set(KEY_IN_BODY, { ...KEY_IN_BODY_ENTRY, updatedAt: EARLIER_MS + 1 }),
  ),
  ...denied(
    "A part of an entry",
    remove(`${SIGNED}/humidity`),
    remove(`${SIGNED}/uid`),
    set(`${KEY_IN_BODY}/temperature`, 1),
    remove(`${KEY_IN_BODY}/humidity`),
  ),
  ...denied(
    "Deletion of an entry",
    remove(SIGNED),
    remove(`${HISTORY}/${OLD_SIGNED_KEY}`),
    remove(`${HISTORY}/dht-1/${NEW_KEY}`),
  ),
  ...denied(
    "An entry changed by a priority",
    set(`${SIGNED}/.priority`, 1),
    set(`${SIGNED}/temperature/.priority`, 1),
    set(`${SIGNED}/uid/.priority`, 1),
    set(`${SIGNED}/sensorName/.priority`, 1),
    set(`${KEY_IN_BODY}/light/.priority`, 1),
  ),
  ...denied(
    "An entry of a sensor that is not linked to the greenhouse",
    set(`sensors/south/history/${NEW_KEY}`, NEW_SIGNED),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid: "dht-2", sensorName: "Spare" }),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid: "dht-1/" }),
    set(`sensors/south/history/dht-1/${NEW_KEY}`, NEW_KEY_IN_BODY),
  ),
  ...denied(
    "A malformed entry",
    set(`${HISTORY}/${"k".repeat(700)}`, NEW_SIGNED),
    ...FAR_FOR_HISTORY.map((updatedAt) =>
      set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, updatedAt }),
    ),
    set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, light: false }),
    set(`${HISTORY}/dht-1/${"k".repeat(700)}`, NEW_KEY_IN_BODY),
    ...FAR.map((updatedAt) =>
      set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, updatedAt }),
    ),
    set(`${HISTORY}/${SIGNED_KEY}/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, sensorName: "Roof" }),
  ),
  ...allowed(
    "The newest values, field by field",
    set(`${NORTH}/current/humidity`, 61),
    set(`${NORTH}/current/light`, 0),
    ...NEAR.map((updatedAt) => set(`${NORTH}/current/updatedAt`, updatedAt)),
    ...MEASUREMENTS.map((name) => set(`${NORTH}/bySensor/dht-1/${name}`, 87)),
    set(`${NORTH}/current/bare/temperature`, 20),
    ...NEAR.map((updatedAt) => set(`${NORTH}/current/dht-1/updatedAt`, updatedAt)),
  ),
  ...denied(
    "Malformed newest values",
    ...FAR.map((updatedAt) => set(`${NORTH}/current/updatedAt`, updatedAt)),
    ...MEASUREMENTS.slice(3).map((name) => set(`${NORTH}/current/dht-1/${name}`, 88)),
    set(`${NORTH}/current/dht-1/humidity`, "61"),
    ...FAR.map((updatedAt) => set(`${NORTH}/current/dht-1/updatedAt`, updatedAt)),
    set(`${NORTH}/bySensor/dht-1/updatedAt`, NOW_MS),
    set(`${NORTH}/bySensor/dht-1/temperature`, "21.5"),
  ),
  ...denied(
    "Names that differ from the registration",
    set(`${NORTH}/bySensor/dht-1/sensorName`, "Table"),
    set(`${NORTH}/bySensor/dht-1/sensorType`, "SHT31"),
  ),
  ...denied(
    "The newest values of a sensor that is not linked to the greenhouse",
    set("sensors/south/bySensor/dht-1/temperature", 22),
    set("sensors/south/current/dht-1/temperature", 22),
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
  ...denied("A valid reading with an invalid part", {
    update: {
      [`${HISTORY}/${NEW_KEY}`]: NEW_SIGNED,
      [`${NORTH}/bySensor/dht-1/temperature`]: 22,
      [`${NORTH}/current/temperature`]: "22",
    },
  }),
  ...allowed(
    "A gateway's unregistered devices",
    set(
      "unregistered/oak",
      Object.fromEntries(Array.from("abcdefghijklmnopqrst", (key) => [key, DEVICE])),
    ),
    set("unregistered/oak/t", { ...DEVICE, uid: "\u{1f331}/a b.c", reading: "x".repeat(500) }),
  ),
  ...denied(
    "A malformed list of unregistered devices",
    set("unregistered/oak", { ab: DEVICE }),
    ...["uid", "reading", "at"].map((name) =>
      set("unregistered/oak", { a: { ...DEVICE, [name]: null } }),
    ),
    set("unregistered/oak", { a: { ...DEVICE, uid: "x".repeat(101) } }),
    set("unregistered/oak", { a: { ...DEVICE, reading: "x".repeat(501) } }),
    ...[0, NOW_MS + 11 * MINUTE_MS].map((at) => set("unregistered/oak", { a: { ...DEVICE, at } })),
    set("unregistered/ash", { a: DEVICE }),
  ),
  ...allowed("A gateway's address", set("farms/oak/ipUpdatedAt", NOW_MS - MINUTE_MS)),
  ...denied(
    "A malformed address of a gateway",
    set("farms/oak/ip", "10.0.0.7.8"),
    ...FAR.map((updatedAt) => set("farms/oak/ipUpdatedAt", updatedAt)),
    remove("farms/oak/ip"),
    remove("farms/oak/ipUpdatedAt"),
    set("farms/ash/ip", "10.0.0.7"),
    set("farms/ash/ipUpdatedAt", NOW_MS),
  ),
];
