/** The alerts of a farm: the jobs record each check once, members acknowledge and snooze, and the log stays. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { allowed, denied, nothing, remove, set, update } from "./case";
import type { Case, Json, Operation } from "./case";
import {
  COLD,
  COLD_ID,
  EARLIER_MS,
  FUNCTIONS,
  GONE_ID,
  INVITED,
  JOBS,
  LOGGED,
  LOG_KEY,
  NEWCOMER,
  NEW_KEY,
  NOW_MS,
  OUTSIDER,
  OWNER,
  PENDING_ID,
  SILENT,
  SILENT_ID,
  VIEWER,
} from "./farms";

const ALERTS = "alerts/oak";
const OPEN = `${ALERTS}/open/${COLD_ID}`;
const NEW_ID = "battery,,own-1";
const NEW_ALERT = { ...COLD, kind: "battery", measurement: null, uid: "own-1" };
const MANUAL = { kind: "manual", output: "valve-2", outputName: "Drip line", value: 1 };
const MANUAL_ID = "manual,valve-2,own-1";
/** The alert of a sensor that was moved. */
const RAISED_AGAIN = { ...SILENT, raisedAt: NOW_MS, acknowledgedBy: null, snoozedUntil: null };
const NOT_JOBS = [OWNER, VIEWER, OUTSIDER, NEWCOMER, FUNCTIONS, null] as const;

/** A check that writes this below `alerts/oak`. */
function check(paths: Readonly<Record<string, Json>>, version: Json = 8): Operation {
  const below = Object.entries(paths).map(([path, value]) => [`${ALERTS}/${path}`, value] as const);
  return update({ [`${ALERTS}/version`]: version, ...Object.fromEntries(below) });
}

function opening(changes: Readonly<Record<string, Json>>, id = NEW_ID) {
  return [JOBS, check({ [`open/${id}`]: { ...NEW_ALERT, ...changes } })] as const;
}

function logging(changes: Readonly<Record<string, Json>>, key = NEW_KEY) {
  return [JOBS, check({ [`log/${key}`]: { ...LOGGED, ...changes } })] as const;
}

const LATE_ID = "below,temperature,own-1,1700000000000";
const LATE_FACT: Readonly<Record<string, Json>> = {
  kind: "below",
  uid: "own-1",
  greenhouse: "north",
  measurement: "temperature",
  value: -7.7,
  bound: 5,
  since: EARLIER_MS,
  until: EARLIER_MS,
  foundAt: NOW_MS,
};

function findingLate(changes: Readonly<Record<string, Json>>, id = LATE_ID) {
  return [JOBS, set(`${ALERTS}/late/${id}`, { ...LATE_FACT, ...changes })] as const;
}

const LATER = NOW_MS + 20 * MINUTE_MS;
const WITHOUT_VERSION: readonly (readonly [string, Json])[] = [
  [OPEN, null],
  [`${OPEN}/clearingSince`, NOW_MS],
  [`${ALERTS}/open/${NEW_ID}`, NEW_ALERT],
  [`${ALERTS}/pending/${PENDING_ID}`, null],
  [`${ALERTS}/pending/${NEW_ID}`, { since: NOW_MS }],
  [`${ALERTS}/log/${NEW_KEY}`, LOGGED],
];

/** Required fields of open alerts and of the log. */
const NEEDED = ["kind", "uid", "sensorName", "greenhouse", "greenhouseName", "since", "raisedAt"];

export const ALERT_RECORD_CASES: readonly Case[] = [
  ...allowed(
    "A check that changes something",
    [JOBS, check({})],
    [JOBS, set("alerts/elm/version", 1)],
    [
      JOBS,
      update({ "alerts/elm/version": 1, "alerts/elm/pending/silent,,bme-1": { since: NOW_MS } }),
    ],
    [JOBS, check({ [`pending/${PENDING_ID}`]: null, [`open/${NEW_ID}`]: NEW_ALERT })],
    [JOBS, check({ [`open/${COLD_ID}/value`]: 3.9, [`open/${COLD_ID}/extreme`]: 3.9 })],
    [JOBS, check({ [`open/${COLD_ID}`]: { ...COLD, remindedAt: NOW_MS } })],
    [JOBS, check({ [`open/${SILENT_ID}`]: { ...SILENT, clearingSince: NOW_MS } })],
    [JOBS, check({ [`open/${SILENT_ID}/announced`]: "otto" })],
    [JOBS, check({ [`open/${SILENT_ID}/announced`]: null })],
    ...[EARLIER_MS, NOW_MS + 7 * DAY_MS].map(
      (unansweredSince) =>
        [JOBS, check({ [`open/${COLD_ID}`]: { ...COLD, unansweredSince } })] as const,
    ),
    ...[0, 5, 15, 30].map(
      (notified) => [JOBS, check({ [`open/${COLD_ID}`]: { ...COLD, notified } })] as const,
    ),
    [JOBS, check({ [`open/${SILENT_ID}`]: RAISED_AGAIN, [`log/${NEW_KEY}`]: LOGGED })],
    [JOBS, check({ [`open/${SILENT_ID}`]: null, [`log/${NEW_KEY}`]: LOGGED })],
    logging({ acknowledgedBy: "otto", extreme: 3.9 }),
    opening({ kind: "fault", measurement: "battery", value: 1e300 }, "fault,battery,own-1"),
    opening({ kind: "above", measurement: "dewPoint" }, "above,dewPoint,own-1"),
    opening(MANUAL, MANUAL_ID),
    opening({ ...MANUAL, kind: "unapplied" }, "unapplied,valve-2,own-1"),
    opening({ ...MANUAL, kind: "limit", value: null }, "limit,valve-2,own-1"),
    logging(MANUAL),
    [JOBS, check({ "pending/silent,light,a,b": { since: NOW_MS } })],
    [JOBS, check({ [`pending/${MANUAL_ID}`]: { since: NOW_MS } })],
  ),
  ...denied(
    "A check that runs at the same time as another, or that lacks a new version",
    ...WITHOUT_VERSION.map(([path, value]) => [JOBS, set(path, value)] as const),
    ...[7, 6, 9, 0, 8.5, "8", true, null, { deep: 8 }].map(
      (version) => [JOBS, check({}, version)] as const,
    ),
    [JOBS, check({ [`open/${NEW_ID}`]: NEW_ALERT }, 7)],
    [JOBS, check({ [`open/${NEW_ID}`]: NEW_ALERT }, 9)],
    [JOBS, set("alerts/elm/version", 0)],
    [JOBS, set("alerts/elm/version", 2)],
    [JOBS, remove(`${ALERTS}/version`)],
    [JOBS, set(ALERTS, { version: 8 })],
  ),
  ...denied(
    "A check of a farm without settings",
    [JOBS, set("alerts/fir/version", 3)],
    [JOBS, set("alerts/ash/version", 1)],
    [JOBS, update({ "alerts/fir/version": 3, [`alerts/fir/open/${COLD_ID}`]: null })],
  ),
  ...denied(
    "Other people record alerts",
    ...NOT_JOBS.flatMap((actor) => [
      [actor, check({})] as const,
      [actor, check({ [`open/${NEW_ID}`]: NEW_ALERT })] as const,
      [actor, check({ [`pending/${NEW_ID}`]: { since: NOW_MS } })] as const,
      [actor, check({ [`log/${NEW_KEY}`]: LOGGED })] as const,
      [actor, set(`${OPEN}/value`, 20)] as const,
    ]),
  ),
  ...denied(
    "An alert of another farm's sensor, or of an unknown sensor",
    opening({ uid: "bme-1" }, "battery,,bme-1"),
    opening({ uid: "new-1" }, "battery,,new-1"),
    [JOBS, update({ "alerts/elm/version": 1, "alerts/elm/open/battery,,own-1": NEW_ALERT })],
  ),
  ...allowed(
    "An open alert of a sensor that was removed",
    [JOBS, check({ [`open/${GONE_ID}/clearingSince`]: NOW_MS })],
    [JOBS, check({ [`open/${GONE_ID}`]: null, [`log/${NEW_KEY}`]: { ...LOGGED, uid: "gone-1" } })],
  ),
  ...denied(
    "A malformed open alert",
    ...[...NEEDED, "remindedAt"].map((field) => opening({ [field]: null })),
    opening({}, "battery,,dht-1"),
    opening({}, `late,${NEW_ID}`),
    opening({ state: "late" }, `late,${NEW_ID}`),
    opening({}, "battery,own-1"),
    opening({}, "silent,,own-1"),
    opening({}, "battery,battery,own-1"),
    opening({ kind: "cold" }, "cold,,own-1"),
    opening({ measurement: "noise" }, "battery,noise,own-1"),
    opening(MANUAL),
    opening({ ...MANUAL, output: null }, MANUAL_ID),
    opening({ ...MANUAL, output: "vent" }, MANUAL_ID),
    opening({ ...MANUAL, output: "Valve" }, "manual,Valve,own-1"),
    opening({ ...MANUAL, outputName: "" }, MANUAL_ID),
    opening({ ...MANUAL, outputName: "x".repeat(101) }, MANUAL_ID),
    opening({ ...MANUAL, outputName: 1 }, MANUAL_ID),
    ...["manual,Valve,own-1", "manual,,own-1", "silent,valve,own-1"].map(
      (id) => [JOBS, check({ [`pending/${id}`]: { since: NOW_MS } })] as const,
    ),
    opening({ sensorName: "" }),
    opening({ sensorName: "x".repeat(101) }),
    opening({ greenhouse: 7 }),
    opening({ greenhouseName: "x".repeat(101) }),
    opening({ value: "4.2" }),
    opening({ bound: true }),
    opening({ extreme: { deep: 1 } }),
    opening({ since: 0 }),
    opening({ since: "yesterday" }),
    opening({ raisedAt: LATER }),
    opening({ remindedAt: LATER }),
    opening({ clearingSince: LATER }),
    ...[-1, NOW_MS + 8 * DAY_MS, "5", true].map((unansweredSince) => opening({ unansweredSince })),
    ...[1, "5", true].map((notified) => opening({ notified })),
    ...["", "x".repeat(129), true].map((announced) => opening({ announced })),
    opening({ clearedAt: NOW_MS }),
    opening({ note: 1 }),
    opening({ note: "x" }),
    [JOBS, check({ [`open/${NEW_ID}`]: true })],
    [JOBS, check({ [`open/${COLD_ID}/since`]: null })],
    [JOBS, check({ [`open/${COLD_ID}/measurement`]: null })],
    [JOBS, check({ [`open/${COLD_ID}/uid`]: "twin" })],
    [JOBS, check({ open: { [NEW_ID]: NEW_ALERT } })],
  ),
  ...allowed(
    "A finding from late readings, stored with a fold and removed by a check",
    findingLate({}),
    findingLate({ kind: "above", measurement: "dewPoint" }, "above,dewPoint,a,b,1700000000000"),
    [JOBS, check({ [`late/${LATE_ID}`]: null, [`log/${NEW_KEY}`]: LOGGED })],
    logging({ reportedAt: NOW_MS }),
  ),
  ...denied(
    "A malformed finding from late readings, or one by other people",
    ...NOT_JOBS.map((actor) => [actor, set(`${ALERTS}/late/${LATE_ID}`, LATE_FACT)] as const),
    ...Object.keys(LATE_FACT).map((field) => findingLate({ [field]: null })),
    ...["silent,temperature,own-1,1", "below,noise,own-1,1", "below,temperature,own-1"].map((id) =>
      findingLate({}, id),
    ),
    findingLate({ kind: "cold" }),
    findingLate({ measurement: "noise" }),
    findingLate({ uid: "x".repeat(101) }),
    findingLate({ greenhouse: 7 }),
    findingLate({ value: "-7.7" }),
    findingLate({ bound: true }),
    ...["since", "until", "foundAt"].map((field) => findingLate({ [field]: LATER })),
    findingLate({ sensorName: "x" }),
    [JOBS, set(`${ALERTS}/late`, { [LATE_ID]: LATE_FACT })],
    ...[OWNER, JOBS].flatMap((actor) => [
      [actor, remove(`${ALERTS}/late`)] as const,
      [actor, remove(`${ALERTS}/late/${LATE_ID}`)] as const,
    ]),
    findingLate({ kind: "silent" }),
    ...[LATER, 0, "now", true].map((reportedAt) => logging({ reportedAt })),
  ),
  ...denied(
    "A malformed pending alert",
    ...["cold,,dht-1", "below,noise,dht-1", "below,temperature,", "below"].map(
      (id) => [JOBS, check({ [`pending/${id}`]: { since: NOW_MS } })] as const,
    ),
    ...[0, LATER, "now", true].map(
      (since) => [JOBS, check({ [`pending/${NEW_ID}`]: { since } })] as const,
    ),
    [JOBS, check({ [`pending/${NEW_ID}`]: true })],
    [JOBS, check({ [`pending/${NEW_ID}`]: { note: 1 } })],
    [JOBS, check({ [`pending/${NEW_ID}`]: { since: NOW_MS, note: 1 } })],
    [JOBS, check({ pending: { [NEW_ID]: { since: NOW_MS } } })],
  ),
  ...denied(
    "A malformed or changed entry of the log",
    ...[...NEEDED, "clearedAt"].map((field) => logging({ [field]: null })),
    logging({}, "2026"),
    logging({}, `${NEW_KEY}0`),
    logging({ kind: "cold" }),
    logging({ measurement: "noise" }),
    logging({ sensorName: "" }),
    logging({ uid: "x".repeat(101) }),
    logging({ value: "4.2" }),
    logging({ clearedAt: LATER }),
    logging({ clearedAt: 0 }),
    logging({ since: "x" }),
    logging({ remindedAt: NOW_MS }),
    logging({ acknowledgedBy: true }),
    logging({ acknowledgedBy: "x".repeat(129) }),
    [JOBS, check({ [`log/${NEW_KEY}`]: true })],
    [JOBS, check({ [`log/${LOG_KEY}`]: LOGGED })],
    [JOBS, check({ [`log/${LOG_KEY}`]: null })],
    [JOBS, check({ [`log/${LOG_KEY}/extreme`]: 1 })],
    [JOBS, check({ [`log/${LOG_KEY}/value`]: null })],
    [JOBS, check({ log: null })],
  ),
  ...allowed(
    "Members acknowledge and snooze an alert, and take both back",
    [
      JOBS,
      check({ [`open/${SILENT_ID}/clearingSince`]: NOW_MS }),
      { [`alerts/oak/open/${SILENT_ID}/snoozedUntil`]: EARLIER_MS },
    ],
    [
      JOBS,
      check({ [`open/${SILENT_ID}`]: { ...SILENT, snoozedUntil: EARLIER_MS, remindedAt: NOW_MS } }),
      { [`alerts/oak/open/${SILENT_ID}/snoozedUntil`]: EARLIER_MS },
    ],
    [INVITED, set(`${OPEN}/acknowledgedBy`, INVITED)],
    [VIEWER, set(`alerts/oak/open/${SILENT_ID}/acknowledgedBy`, VIEWER)],
    [VIEWER, set(`${OPEN}/snoozedUntil`, NOW_MS + 7 * DAY_MS)],
    [VIEWER, set(`${OPEN}/snoozedUntil`, NOW_MS + 5 * MINUTE_MS)],
    [VIEWER, remove(`alerts/oak/open/${SILENT_ID}/snoozedUntil`)],
    [
      OWNER,
      update({
        [`${OPEN}/acknowledgedBy`]: OWNER,
        [`${OPEN}/snoozedUntil`]: NOW_MS + DAY_MS,
        [`${ALERTS}/open/${SILENT_ID}/acknowledgedBy`]: OWNER,
      }),
    ],
  ),
  ...denied(
    "An acknowledgement or snooze by other people, for another person, without an alert, or for too long",
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, JOBS].flatMap((actor) => [
      [actor, set(`${OPEN}/acknowledgedBy`, actor)] as const,
      [actor, set(`${OPEN}/snoozedUntil`, NOW_MS + DAY_MS)] as const,
      [actor, remove(`${ALERTS}/open/${SILENT_ID}/acknowledgedBy`)] as const,
      [actor, remove(`${ALERTS}/open/${SILENT_ID}/snoozedUntil`)] as const,
    ]),
    [null, set(`${OPEN}/acknowledgedBy`, "null")],
    [null, set(`${OPEN}/snoozedUntil`, NOW_MS + DAY_MS)],
    ...[OWNER, "", true, 1, { deep: VIEWER }].map(
      (value) => [VIEWER, set(`${OPEN}/acknowledgedBy`, value)] as const,
    ),
    ...[EARLIER_MS, 0, NOW_MS + 7 * DAY_MS + 20 * MINUTE_MS, "tomorrow", true].map(
      (value) => [VIEWER, set(`${OPEN}/snoozedUntil`, value)] as const,
    ),
    [VIEWER, set(`${ALERTS}/open/${NEW_ID}/acknowledgedBy`, VIEWER)],
    [VIEWER, set(`${ALERTS}/open/${NEW_ID}/snoozedUntil`, NOW_MS + DAY_MS)],
    [VIEWER, set(`${OPEN}/raisedAt`, NOW_MS)],
    [VIEWER, set(`${OPEN}/announced`, VIEWER)],
    [VIEWER, update({ [`${OPEN}/acknowledgedBy`]: VIEWER, [`${OPEN}/remindedAt`]: NOW_MS })],
    [VIEWER, remove(OPEN)],
  ),
  ...denied(
    "A check that changes an acknowledgement or a snooze",
    opening({ acknowledgedBy: "otto" }),
    opening({ acknowledgedBy: JOBS }),
    [JOBS, check({ [`open/${SILENT_ID}`]: { ...SILENT, raisedAt: NOW_MS } })],
    [JOBS, check({ [`open/${GONE_ID}`]: { ...RAISED_AGAIN, uid: "gone-1" } })],
    opening({ snoozedUntil: NOW_MS + DAY_MS }),
    [JOBS, check({ [`open/${COLD_ID}/acknowledgedBy`]: "otto" })],
    [JOBS, check({ [`open/${SILENT_ID}/acknowledgedBy`]: null })],
    [JOBS, check({ [`open/${SILENT_ID}/snoozedUntil`]: null })],
    [JOBS, check({ [`open/${SILENT_ID}`]: { ...SILENT, acknowledgedBy: null } })],
    [JOBS, check({ [`open/${SILENT_ID}`]: { ...SILENT, snoozedUntil: NOW_MS + 2 * DAY_MS } })],
  ),
  ...denied(
    "People without access read alerts",
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, null].flatMap((actor) => [
      [actor, { read: ALERTS }] as const,
      [actor, { read: OPEN }] as const,
    ]),
    [JOBS, { read: "alerts" }],
  ),
  ...nothing("A read of alerts of a farm without alerts", [OUTSIDER, { read: "alerts/elm" }]),
];
