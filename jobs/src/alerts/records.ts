/** What a look reads of a farm: registrations and newest values, never its history. */

import type { AlertSettings, OpenAlert } from "../../../domain/src/alerts";
import { readPlace, readThresholds } from "../../../domain/src/farm-records";
import { inParallel } from "../../../domain/src/in-parallel";
import { MAX_NAME_CHARACTERS } from "../../../domain/src/keys";
import type { Thresholds } from "../../../domain/src/measurements";
import { sensorRoleIn, type SensorRole } from "../../../domain/src/sensor-records";
import { entriesOf, fieldOf, numberOf, textOf } from "../../../domain/src/stored";
import type { Place } from "../../../domain/src/sun";
import { toText } from "../../../domain/src/text";
import type { Database } from "../database";

export interface FarmRecords {
  readonly farmId: string;
  readonly settings: AlertSettings;
  readonly place: Place | undefined;
  readonly greenhouses: ReadonlyMap<string, Greenhouse>;
  /** Those that are linked to a greenhouse of the farm. */
  readonly sensors: readonly Sensor[];
  /** `lastSeen/<farmId>`. */
  readonly lastSeen: unknown;
  readonly state: AlertState;
}

export interface Greenhouse {
  readonly name: string;
  readonly thresholds: Thresholds;
  /** `sensors/<greenhouseId>/current` and `/bySensor`. */
  readonly current: unknown;
  readonly bySensor: unknown;
}

export interface Sensor {
  readonly uid: string;
  readonly name: string;
  readonly greenhouse: string;
  readonly role: SensorRole;
}

/** What earlier looks stored. */
interface AlertState {
  readonly version: number;
  /** When a finding that is not yet an alert was first seen, by the alert's id. */
  readonly pending: ReadonlyMap<string, number>;
  readonly open: ReadonlyMap<string, OpenAlert>;
}

/** Greenhouses of a farm that are read at once. */
const MAX_READS = 10;
/** A farm that registers an unusual number must not delay the others. */
const MAX_GREENHOUSES = 1_000;
const MAX_SENSORS = 10_000;

export async function readFarm(
  database: Database,
  farmId: string,
  settings: AlertSettings,
): Promise<FarmRecords> {
  const alerts = `alerts/${farmId}`;
  const [place, houses, registered, lastSeen, version, pending, open] = await Promise.all([
    database.get(`farms/${farmId}/place`),
    database.getOfFarm("greenhouses", farmId),
    database.getOfFarm("registeredSensors", farmId),
    database.get(`lastSeen/${farmId}`),
    database.get(`${alerts}/version`),
    database.get(`${alerts}/pending`),
    database.get(`${alerts}/open`),
  ]);
  const sensors = readSensors(registered);
  const linked = new Set(sensors.map(({ greenhouse }) => greenhouse));
  if (linked.size > MAX_GREENHOUSES || sensors.length > MAX_SENSORS) {
    throw new Error(
      `${sensors.length} sensors in ${linked.size} greenhouses are too many to watch.`,
    );
  }
  const greenhouses = new Map<string, Greenhouse>();
  await inParallel(entriesOf(houses), MAX_READS, async ([id, house]) => {
    if (!linked.has(id)) return;
    const [current, bySensor] = await Promise.all([
      database.get(`sensors/${id}/current`),
      database.get(`sensors/${id}/bySensor`),
    ]);
    const thresholds = readThresholds(fieldOf(house, "thresholds"));
    greenhouses.set(id, { name: nameIn(house, "name") ?? id, thresholds, current, bySensor });
  });
  return {
    farmId,
    settings,
    place: readPlace(place),
    greenhouses,
    sensors: sensors.filter(({ greenhouse }) => greenhouses.has(greenhouse)),
    lastSeen,
    state: readState(version, pending, open),
  };
}

/** A name that an administrator wrote may be one that the rules let no alert hold. */
function nameIn(stored: unknown, field: string): string | undefined {
  return toText(textOf(stored, field) ?? "", MAX_NAME_CHARACTERS);
}

function readSensors(stored: unknown): readonly Sensor[] {
  return entriesOf(stored).flatMap(([uid, value]): Sensor[] => {
    const greenhouse = textOf(value, "greenhouse");
    if (greenhouse === undefined) return [];
    const name = nameIn(value, "sensorName") ?? uid;
    return [{ uid, name, greenhouse, role: sensorRoleIn(value) }];
  });
}

function readState(version: unknown, pending: unknown, open: unknown): AlertState {
  const since = entriesOf(pending).flatMap(([id, value]) => {
    const at = numberOf(value, "since");
    return at === undefined ? [] : [[id, at] as const];
  });
  const alerts = entriesOf(open).filter(([, value]) => isOpenAlert(value));
  return {
    version: typeof version === "number" ? version : 0,
    pending: new Map(since),
    open: new Map(alerts as [string, OpenAlert][]),
  };
}

/** The rules let nobody but the jobs write these fields. */
function isOpenAlert(stored: unknown): boolean {
  return textOf(stored, "kind") !== undefined && numberOf(stored, "raisedAt") !== undefined;
}
