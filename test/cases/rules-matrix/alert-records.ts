/** The alerts of a farm: the jobs record each check once, members acknowledge and snooze, and the log stays. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { allowed, denied, remove, set, update } from "./case";
import type { Case, Json, Operation } from "./case";
import {
  COLD,
  COLD_ID,
  EARLIER_MS,
  FUNCTIONS,
  JOBS,
  LOGGED,
  LOG_KEY,
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
const NOT_JOBS = [OWNER, VIEWER, OUTSIDER, FUNCTIONS, null] as const;

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

const WITHOUT_VERSION: readonly (readonly [string, Json])[] = [
  [OPEN, null],
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
    logging({ acknowledgedBy: "otto", extreme: 3.9 }),
    opening(MANUAL, MANUAL_ID),
    logging(MANUAL),
  ),
  ...denied(
    "A check that runs at the same time as another, or that lacks a new version",
    ...WITHOUT_VERSION.map(([path, value]) => [JOBS, set(path, value)] as const),
    [JOBS, check({}, 9)],
    // The farm has no settings.
    [JOBS, set("alerts/fir/version", 3)],
  ),
  ...denied(
    "Other people record alerts",
    ...NOT_JOBS.map((actor) => [actor, set(`${OPEN}/value`, 20)] as const),
  ),
  ...denied(
    "A malformed open alert, or an alert of another farm's sensor",
    opening({ uid: "bme-1" }, "battery,,bme-1"),
    ...[...NEEDED, "remindedAt"].map((field) => opening({ [field]: null })),
    opening({}, "battery,,dht-1"),
    opening({ kind: "cold" }, "cold,,own-1"),
    opening({ measurement: "noise" }, "battery,noise,own-1"),
    opening({ ...MANUAL, output: "Valve" }, "manual,Valve,own-1"),
    opening({ unansweredSince: NOW_MS + 8 * DAY_MS }),
    ...["", "x".repeat(129)].map((announced) => opening({ announced })),
  ),
  ...allowed(
    "A finding from late readings, stored with a fold and removed by a check",
    findingLate({}),
    [JOBS, check({ [`late/${LATE_ID}`]: null, [`log/${NEW_KEY}`]: LOGGED })],
    logging({ reportedAt: NOW_MS }),
  ),
  ...denied(
    "A malformed finding from late readings, or one by other people",
    ...NOT_JOBS.map((actor) => [actor, set(`${ALERTS}/late/${LATE_ID}`, LATE_FACT)] as const),
    ...Object.keys(LATE_FACT).map((field) => findingLate({ [field]: null })),
    findingLate({}, "below,noise,own-1,1"),
    findingLate({ uid: "x".repeat(101) }),
    [JOBS, remove(`${ALERTS}/late/${LATE_ID}`)],
  ),
  ...denied(
    "A malformed pending alert, or a malformed or changed entry of the log",
    [JOBS, check({ "pending/below,temperature,": { since: NOW_MS } })],
    ...[...NEEDED, "clearedAt"].map((field) => logging({ [field]: null })),
    logging({}, `${NEW_KEY}0`),
    [JOBS, check({ [`log/${LOG_KEY}/extreme`]: 1 })],
  ),
  ...allowed("Members acknowledge and snooze an alert, and take both back", [
    JOBS,
    check({ [`open/${SILENT_ID}`]: { ...SILENT, snoozedUntil: EARLIER_MS, remindedAt: NOW_MS } }),
    { [`alerts/oak/open/${SILENT_ID}/snoozedUntil`]: EARLIER_MS },
  ]),
  ...denied(
    "An acknowledgement or snooze by other people, for another person, without an alert, or for too long",
    [VIEWER, set(`${OPEN}/acknowledgedBy`, OWNER)],
    [VIEWER, set(`${OPEN}/snoozedUntil`, NOW_MS + 7 * DAY_MS + 20 * MINUTE_MS)],
  ),
  ...denied(
    "A check that changes an acknowledgement or a snooze",
    opening({ acknowledgedBy: JOBS }),
    opening({ snoozedUntil: NOW_MS + DAY_MS }),
    [JOBS, check({ [`open/${SILENT_ID}/acknowledgedBy`]: null })],
    [JOBS, check({ [`open/${SILENT_ID}/snoozedUntil`]: null })],
  ),
];
