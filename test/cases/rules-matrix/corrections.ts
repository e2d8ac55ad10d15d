/** Calibrations and exclusions: owners store them and undo them. Nothing else of them ever changes. */

import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { allowed, denied, update } from "./case.ts";
import type { Case, Operation, Try } from "./case.ts";
import { EARLIER_MS, NOW_MS, OWNER, SECOND_OWNER, SENSOR_LOG_KEY } from "./farms.ts";
import { logging, NEW_LOG_KEY, NOW } from "./sensor-changes.ts";
import type { Fields, Logging } from "./sensor-changes.ts";

interface Changing extends Logging {
  readonly uid?: string;
  /** Fields that differ from an honest change. */
  readonly fields?: Fields;
  readonly what?: string;
  /** Below the sensor. */
  readonly place?: string;
}

const CALIBRATIONS = "calibrations/oak/dht-1/temperature";
const EXCLUSIONS = "exclusions/oak/dht-1";
/** The longest exclusion. */
const FIVE_YEARS_MS = 5 * 366 * DAY_MS;

export function calibrating({
  uid = "dht-1",
  place = "temperature/b0",
  fields = {},
  what = "calibrated",
  ...more
}: Changing = {}): Operation {
  const { by = OWNER, key = NEW_LOG_KEY, farm = "oak" } = more;
  const honest = { from: EARLIER_MS, scale: 1.02, offset: -0.8, by, at: NOW, entry: key };
  return update({
    [`calibrations/${farm}/${uid}/${place}`]: { ...honest, ...fields },
    ...logging(uid, what, { log: { quantity: "temperature", from: EARLIER_MS }, ...more }),
  });
}

export function excluding({
  uid = "dht-1",
  place = "b0",
  fields = {},
  what = "excluded",
  ...more
}: Changing = {}): Operation {
  const { by = OWNER, key = NEW_LOG_KEY, farm = "oak" } = more;
  const honest = { from: EARLIER_MS - HOUR_MS, until: EARLIER_MS, by, at: NOW, entry: key };
  const log = { from: EARLIER_MS - HOUR_MS, until: EARLIER_MS };
  return update({
    [`exclusions/${farm}/${uid}/${place}`]: { ...honest, ...fields },
    ...logging(uid, what, { log, ...more }),
  });
}

/** Undoes a change of `dht-1` or of another sensor. */
export function undoing(
  path: string,
  { by = OWNER, key = NEW_LOG_KEY, fields = {}, what = "undone" }: Changing = {},
): Operation {
  const undone = { undoneBy: by, undoneAt: NOW, entry: key, ...fields };
  const paths = Object.entries(undone).map(
    ([field, value]) => [`${path}/${field}`, value] as const,
  );
  return update({
    ...Object.fromEntries(paths),
    ...logging(path.split("/")[2] ?? "", what, { by, key }),
  });
}

const calibration = (fields: Fields): Try => [OWNER, calibrating({ fields })];
const exclusion = (fields: Fields): Try => [OWNER, excluding({ fields })];

/** Changes the record beside the log. */
function twice(changes: readonly (readonly [string, Fields])[]): readonly Try[] {
  return changes.map(([path, fields]): Try => [OWNER, undoing(path, { fields })]);
}

const CALIBRATION_CASES: readonly Case[] = [
  ...allowed(
    "A calibration of each quantity, up to the limits",
    ...MEASUREMENTS.map((quantity): Try => [OWNER, calibrating({ place: `${quantity}/f9` })]),
    calibration({ scale: -10_000, offset: 1_000_000, note: "x".repeat(100) }),
    calibration({ scale: 10_000, offset: -1_000_000 }),
    calibration({ from: NOW_MS + 9 * MINUTE_MS }),
  ),
  ...denied(
    "A calibration that begins in the future, has no effect of its own, or exceeds a limit",
    calibration({ from: NOW_MS + 11 * MINUTE_MS }),
    calibration({ scale: 0 }),
    calibration({ scale: 10_001 }),
    calibration({ offset: -1_000_001 }),
    calibration({ note: "x".repeat(101) }),
    calibration({ entry: `/${NEW_LOG_KEY}` }),
    ...["from", "scale", "offset"].map((field) => calibration({ [field]: null })),
    [OWNER, calibrating({ place: "vpd/b0" })],
    ...["g0", "a10", "aa"].map((key): Try => [OWNER, calibrating({ place: `temperature/${key}` })]),
  ),
];

const EXCLUSION_CASES: readonly Case[] = [
  ...allowed(
    "An exclusion of a quantity or an import, up to the limits",
    ...MEASUREMENTS.map((quantity) => exclusion({ quantity })),
    exclusion({ import: "import01", note: "Probe fell out" }),
    exclusion({ from: NOW_MS - FIVE_YEARS_MS, until: NOW_MS }),
    exclusion({ from: NOW_MS + DAY_MS, until: NOW_MS + 30 * DAY_MS }),
  ),
  ...denied(
    "An exclusion without a duration, or beyond a limit",
    exclusion({ from: EARLIER_MS, until: EARLIER_MS }),
    exclusion({ from: NOW_MS - FIVE_YEARS_MS - 1, until: NOW_MS }),
    exclusion({ until: NOW_MS + 30 * DAY_MS + 11 * MINUTE_MS }),
    exclusion({ from: -1, until: HOUR_MS }),
    exclusion({ entry: `/${NEW_LOG_KEY}` }),
    exclusion({ import: "Import01" }),
    [OWNER, excluding({ place: "g0" })],
  ),
];

const LIES: readonly Fields[] = [{ by: SECOND_OWNER }, { undoneAt: NOW }, { undoneBy: OWNER }];

const UNDOING_CASES: readonly Case[] = [
  ...allowed(
    "An owner corrects readings of a removed sensor, or undoes that",
    [SECOND_OWNER, undoing("exclusions/oak/old-1/a0", { by: SECOND_OWNER })],
    [OWNER, calibrating({ uid: "old-1" })],
  ),
  ...denied(
    "A new change that somebody else made, or that is already undone",
    ...LIES.flatMap((fields) => [calibration(fields), exclusion(fields)]),
  ),
  ...denied(
    "An undone change is undone again, or comes into force again",
    [OWNER, undoing(`${CALIBRATIONS}/a1`)],
    [OWNER, undoing(`${EXCLUSIONS}/a1`)],
    ...[`${CALIBRATIONS}/a1`, `${EXCLUSIONS}/a1`].map((path): Try => [
      OWNER,
      undoing(path, { fields: { undoneAt: null, undoneBy: null } }),
    ]),
  ),
  ...denied(
    "An undo that changes more, or names another person or time",
    ...twice([
      ...["from", "scale", "offset"].map((field): readonly [string, Fields] => [
        `${CALIBRATIONS}/a0`,
        { [field]: 2 },
      ]),
      [`${EXCLUSIONS}/a0`, { from: EARLIER_MS - 1 }],
      [`${EXCLUSIONS}/a0`, { until: NOW_MS - 1 }],
      [`${EXCLUSIONS}/a0`, { quantity: "light" }],
      [`${EXCLUSIONS}/a0`, { import: "import01" }],
      ...[`${CALIBRATIONS}/a0`, `${EXCLUSIONS}/a0`].flatMap(
        (path): (readonly [string, Fields])[] => [
          [path, { by: SECOND_OWNER }],
          [path, { at: NOW_MS - 1 }],
          [path, { note: "Another note" }],
          [path, { undoneBy: SECOND_OWNER }],
        ],
      ),
    ]),
  ),
  ...allowed(
    "Another change takes the place of one that was undone 30 days ago",
    [OWNER, calibrating({ place: "temperature/a2" })],
    [OWNER, excluding({ place: "a2" })],
  ),
  ...denied(
    "Another change takes the place of one that is in force, or was undone lately",
    ...["a0", "a1"].flatMap((key): Try[] => [
      [OWNER, calibrating({ place: `temperature/${key}` })],
      [OWNER, excluding({ place: key })],
    ]),
    // An exclusion whose end the write leaves as it was.
    [OWNER, replacingFields(`${EXCLUSIONS}/a2`, { from: NOW_MS })],
  ),
];

/** Writes fields of an exclusion that was undone long ago. */
function replacingFields(path: string, fields: Fields): Operation {
  const all: Fields = {
    by: OWNER,
    at: NOW,
    entry: NEW_LOG_KEY,
    undoneAt: null,
    undoneBy: null,
    ...fields,
  };
  return update({
    ...Object.fromEntries(Object.entries(all).map(([field, value]) => [`${path}/${field}`, value])),
    ...logging("dht-1", "excluded"),
  });
}

const wrongLogs = (change: (changing: Changing) => Operation): readonly Try[] => [
  [OWNER, change({ what: "renamed" })],
  [OWNER, change({ fields: { entry: null } })],
];

/** An entry about an earlier change. */
const logged = (what: string): Fields => ({
  [`sensorLog/oak/dht-1/${SENSOR_LOG_KEY}`]: { at: EARLIER_MS, by: OWNER, what },
});
const NAMES_EARLIER = { entry: SENSOR_LOG_KEY };

const LOG_CASES: readonly Case[] = [
  ...denied(
    "A change or an undo without its own entry in the sensor's log",
    ...wrongLogs(calibrating),
    ...wrongLogs(excluding),
    [OWNER, calibrating({ fields: NAMES_EARLIER }), logged("calibrated")],
    [OWNER, excluding({ fields: NAMES_EARLIER }), logged("excluded")],
    [OWNER, undoing(`${EXCLUSIONS}/a0`, { fields: NAMES_EARLIER }), logged("undone")],
    [OWNER, undoing(`${CALIBRATIONS}/a0`, { what: "calibrated" })],
    [OWNER, undoing(`${EXCLUSIONS}/a0`, { what: "excluded" })],
  ),
  ...denied(
    "A change of a sensor that the farm never had",
    ...["bme-1", "none"].flatMap((uid): Try[] => [
      [OWNER, calibrating({ uid })],
      [OWNER, excluding({ uid })],
    ]),
  ),
];

export const CORRECTION_CASES: readonly Case[] = [
  ...CALIBRATION_CASES,
  ...EXCLUSION_CASES,
  ...UNDOING_CASES,
  ...LOG_CASES,
];
