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
const YESTERDAY_MS = NOW_MS - DAY_MS;
/** Entries of signed history may be 31 days old. */
const FAR_FOR_HISTORY: readonly Json[] = [
  NOW_MS - 31 * DAY_MS - MINUTE_MS,
  NOW_MS + 11 * MINUTE_MS,
];
const FAR: readonly Json[] = [NOW_MS - 11 * MINUTE_MS, NOW_MS + 11 * MINUTE_MS];

export const READING_CASES: readonly Case[] = [
  ...allowed(
    "A new entry",
    ...MEASUREMENTS.map((name) => set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, [name]: 7 })),
  ),
  ...allowed(
    "A new entry of an import",
    ...["import01", "0123456789abcdefghij"].map((id) =>
      set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, import: id }),
    ),
  ),
  ...denied(
    "An entry of a malformed import, or one that an import takes over",
    ...["import0", "0123456789abcdefghijk", "Import01"].map((id) =>
      set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, import: id }),
    ),
    set(SIGNED, { ...SIGNED_ENTRY, import: "import01" }),
  ),
  ...allowed(
    "An old reading, only in history",
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, updatedAt: NOW_MS - 31 * DAY_MS + MINUTE_MS }),
  ),
  ...allowed(
    "The same entry, repeated",
    set(SIGNED, SIGNED_ENTRY),
    set(KEY_IN_BODY, KEY_IN_BODY_ENTRY),
  ),
  ...denied(
    "An old reading that replaces an entry, of a foreign sensor, malformed, or with a wrong key",
    set(`${HISTORY}/${OLD_SIGNED_KEY}`, { ...SIGNED_ENTRY, uid: "twin", updatedAt: YESTERDAY_MS }),
    set(`${HISTORY}/dht-1/${RENAMED_KEY}`, KEY_IN_BODY_ENTRY),
  ),
  ...denied(
    "A different entry that replaces an entry",
    ...MEASUREMENTS.map((field) => set(SIGNED, { ...SIGNED_ENTRY, [field]: 1 })),
    set(KEY_IN_BODY, { ...KEY_IN_BODY_ENTRY, updatedAt: EARLIER_MS + 1 }),
  ),
  ...denied(
    "A part of an entry",
    set(`${KEY_IN_BODY}/temperature`, 1),
    remove(`${KEY_IN_BODY}/humidity`),
  ),
  ...denied("Deletion of an entry", remove(`${HISTORY}/dht-1/${NEW_KEY}`)),
  ...denied(
    "An entry of a sensor that is not linked to the greenhouse",
    set(`sensors/south/history/${NEW_KEY}`, NEW_SIGNED),
    set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, uid: "dht-1/" }),
    set(`sensors/south/history/dht-1/${NEW_KEY}`, NEW_KEY_IN_BODY),
  ),
  ...denied(
    "A malformed entry",
    set(`${HISTORY}/${"k".repeat(700)}`, NEW_SIGNED),
    ...FAR_FOR_HISTORY.map((updatedAt) =>
      set(`${HISTORY}/${NEW_KEY}`, { ...NEW_SIGNED, updatedAt }),
    ),
    ...["temperature", "light"].map((name) =>
      set(`${HISTORY}/dht-1/${NEW_KEY}`, { ...NEW_KEY_IN_BODY, [name]: "22" }),
    ),
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
    ...MEASUREMENTS.map((name) => set(`${NORTH}/bySensor/dht-1/${name}`, 87)),
  ),
  ...denied(
    "Malformed newest values, or a name that differs from the registration",
    set(`${NORTH}/bySensor/dht-1/sensorName`, "Table"),
    set(`${NORTH}/current/dht-1/battery`, 88),
    set(`${NORTH}/current/dht-1/humidity`, "61"),
    ...FAR.map((updatedAt) => set(`${NORTH}/current/dht-1/updatedAt`, updatedAt)),
    set(`${NORTH}/bySensor/dht-1/updatedAt`, NOW_MS),
    set(`${NORTH}/bySensor/dht-1/temperature`, "21.5"),
  ),
  ...denied(
    "The newest values of a sensor that is not linked, or of a greenhouse that does not exist",
    set("sensors/gone/current/light", 900),
    set("sensors/south/bySensor/dht-1/temperature", 22),
    set("sensors/south/current/dht-1/temperature", 22),
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
    remove(`${NORTH}/bySensor/dht-1/battery`),
  ),
  ...allowed(
    "A gateway's unregistered devices",
    set("unregistered/oak/t", { ...DEVICE, uid: "\u{1f331}/a b.c", reading: "x".repeat(500) }),
  ),
  ...denied(
    "A malformed list of unregistered devices",
    set("unregistered/oak", { ab: DEVICE }),
    ...["uid", "reading", "at"].map((name) =>
      set("unregistered/oak", { a: { ...DEVICE, [name]: null } }),
    ),
    set("unregistered/oak", { a: { ...DEVICE, reading: "x".repeat(501) } }),
    set("unregistered/oak", { a: { ...DEVICE, at: NOW_MS + 11 * MINUTE_MS } }),
    set("unregistered/ash", { a: DEVICE }),
  ),
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
