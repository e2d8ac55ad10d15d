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
    [JOBS, set("alerts/elm/version", 1)],
    [JOBS, check({ [`pending/${PENDING_ID}`]: null, [`open/${NEW_ID}`]: NEW_ALERT })],
    [JOBS, check({ [`open/${COLD_ID}/value`]: 3.9, [`open/${COLD_ID}/extreme`]: 3.9 })],
    [JOBS, check({ [`open/${SILENT_ID}/announced`]: "otto" })],
    [JOBS, check({ [`open/${COLD_ID}`]: { ...COLD, unansweredSince: NOW_MS + 7 * DAY_MS } })],
    ...[0, 5, 15, 30].map(
      (notified) => [JOBS, check({ [`open/${COLD_ID}`]: { ...COLD, notified } })] as const,
    ),
    [JOBS, check({ [`open/${SILENT_ID}`]: RAISED_AGAIN, [`log/${NEW_KEY}`]: LOGGED })],
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
  ),
  ...denied("A check of a farm without settings", [JOBS, set("alerts/fir/version", 3)]),
  ...denied(
    "Other people record alerts",
    ...NOT_JOBS.flatMap((actor) => [
      [actor, check({})] as const,
      [actor, set(`${OPEN}/value`, 20)] as const,
    ]),
  ),
  ...denied(
    "An alert of another farm's sensor, or of an unknown sensor",
    opening({ uid: "bme-1" }, "battery,,bme-1"),
  ),
  ...allowed("An open alert of a sensor that was removed", [
    JOBS,
    check({ [`open/${GONE_ID}/clearingSince`]: NOW_MS }),
  ]),
  ...denied(
    "A malformed open alert",
    ...[...NEEDED, "remindedAt"].map((field) => opening({ [field]: null })),
    opening({}, "battery,,dht-1"),
    opening({ kind: "cold" }, "cold,,own-1"),
    opening({ measurement: "noise" }, "battery,noise,own-1"),
    opening({ ...MANUAL, output: "Valve" }, "manual,Valve,own-1"),
    opening({ ...MANUAL, outputName: "" }, MANUAL_ID),
    opening({ ...MANUAL, outputName: "x".repeat(101) }, MANUAL_ID),
    opening({ sensorName: "" }),
    opening({ sensorName: "x".repeat(101) }),
    opening({ greenhouseName: "x".repeat(101) }),
    opening({ since: 0 }),
    opening({ unansweredSince: NOW_MS + 8 * DAY_MS }),
    ...["", "x".repeat(129)].map((announced) => opening({ announced })),
    [JOBS, check({ [`open/${COLD_ID}/since`]: null })],
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
    ...["below,temperature,"].map(
      (id) => [JOBS, check({ [`pending/${id}`]: { since: NOW_MS } })] as const,
    ),
    [JOBS, check({ [`pending/${NEW_ID}`]: { since: 0 } })],
  ),
  ...denied(
    "A malformed or changed entry of the log",
    ...[...NEEDED, "clearedAt"].map((field) => logging({ [field]: null })),
    logging({}, `${NEW_KEY}0`),
    logging({ sensorName: "" }),
    logging({ uid: "x".repeat(101) }),
    logging({ clearedAt: 0 }),
    logging({ acknowledgedBy: "x".repeat(129) }),
    [JOBS, check({ [`log/${LOG_KEY}/extreme`]: 1 })],
    [JOBS, check({ [`log/${LOG_KEY}/value`]: null })],
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
    [VIEWER, set(`${OPEN}/snoozedUntil`, NOW_MS + 7 * DAY_MS)],
  ),
  ...denied(
    "An acknowledgement or snooze by other people, for another person, without an alert, or for too long",
    [NEWCOMER, set(`${OPEN}/acknowledgedBy`, NEWCOMER)],
    [NEWCOMER, set(`${OPEN}/snoozedUntil`, NOW_MS + DAY_MS)],
    [VIEWER, set(`${OPEN}/acknowledgedBy`, OWNER)],
    [VIEWER, set(`${OPEN}/snoozedUntil`, NOW_MS + 7 * DAY_MS + 20 * MINUTE_MS)],
    [VIEWER, set(`${OPEN}/raisedAt`, NOW_MS)],
    [VIEWER, set(`${OPEN}/announced`, VIEWER)],
    [VIEWER, update({ [`${OPEN}/acknowledgedBy`]: VIEWER, [`${OPEN}/remindedAt`]: NOW_MS })],
  ),
  ...denied(
    "A check that changes an acknowledgement or a snooze",
    opening({ acknowledgedBy: "otto" }),
    opening({ acknowledgedBy: JOBS }),
    opening({ snoozedUntil: NOW_MS + DAY_MS }),
    [JOBS, check({ [`open/${SILENT_ID}/acknowledgedBy`]: null })],
    [JOBS, check({ [`open/${SILENT_ID}/snoozedUntil`]: null })],
  ),
  ...denied(
    "People without access read alerts",
    ...[OUTSIDER, NEWCOMER, FUNCTIONS, null].map((actor) => [actor, { read: OPEN }] as const),
  ),
  ...nothing("A read of alerts of a farm without alerts", [OUTSIDER, { read: "alerts/elm" }]),
];
