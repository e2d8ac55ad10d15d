/** Reads a farm for a check: registrations and newest values, never its history. */

import {
  parseLateFindings,
  parseLoggedAlerts,
  parseOpenAlerts,
  type Listed,
} from "@greenhouse/domain/alerts/records";
import type { AlertSettings } from "@greenhouse/domain/alerts/settings";
import type { LateFinding, LoggedAlert, OpenAlert } from "@greenhouse/domain/alerts/model";
import {
  parseAlertSettings,
  parsePlace,
  parseThresholds,
} from "@greenhouse/domain/identity/farm-records";
import { inParallel } from "@greenhouse/domain/in-parallel";
import { MAX_NAME_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { parseLastSeen, type LastSeen } from "@greenhouse/domain/history/last-seen";
import type { Corrections } from "@greenhouse/domain/quantities/corrections";
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";
import { outputsOf, withOrders } from "@greenhouse/domain/outputs/records";
import { type KnownOutput } from "@greenhouse/domain/outputs/model";
import { readCorrections } from "@greenhouse/database/client/corrections";
import { pagesOf } from "@greenhouse/database/client/pages";
import { firstKeyAt } from "@greenhouse/domain/identity/push-key";
import { parseRegistration, type SensorRole } from "@greenhouse/domain/identity/sensor-records";
import { fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import type { Place } from "@greenhouse/domain/sun";
import { toText } from "@greenhouse/domain/words/text";
import { parseDailySettings, type LightSource } from "@greenhouse/domain/rollups/daily";
import type { CheckedPlan } from "../plans/check-plans";
import type { StoredPlan } from "../plans/read-plans";
import type { Database, Entry } from "../database";
import { SAME_DAY_MS } from "./late-alerts";

/** The records of a farm that alerts and plans need. */
export interface FarmSituation {
  readonly farmId: string;
  readonly place: Place | undefined;
  readonly greenhouses: ReadonlyMap<string, Greenhouse>;
  /** The sensors that are linked to a greenhouse of the farm. */
  readonly sensors: readonly Sensor[];
  /** By uid. */
  readonly lastSeen: ReadonlyMap<string, LastSeen>;
  /** The outputs of these sensors' boards. */
  readonly outputs: readonly KnownOutput[];
  readonly plans: readonly StoredPlan[];
}

/** The settings and records of a farm's alerts. */
export interface Alerting {
  readonly settings: AlertSettings;
  /** The records that earlier checks stored. */
  readonly state: {
    readonly version: number;
    /** When a finding that is not yet an alert was first seen, in Unix milliseconds, by the alert's id. */
    readonly pending: ReadonlyMap<string, number>;
    readonly open: ReadonlyMap<string, OpenAlert>;
    /** Findings of late readings since the last check. */
    readonly late: readonly Listed<LateFinding>[];
    /** The log since SAME_DAY_MS before the first late finding; empty without late findings. */
    readonly logged: readonly LoggedAlert[];
  };
}

/** What a check decides alerts from. */
export interface FarmRecords extends FarmSituation, Alerting {
  readonly checkedPlans: readonly CheckedPlan[];
}

export interface Greenhouse {
  readonly name: string;
  readonly lightSource: LightSource;
  readonly thresholds: Thresholds;
  /** `sensors/<greenhouseId>/current` and `/bySensor`. */
  readonly current: unknown;
  readonly bySensor: unknown;
  readonly corrections: Corrections;
}

export interface Sensor {
  readonly uid: string;
  readonly name: string;
  readonly greenhouse: string;
  readonly role: SensorRole;
}

/** A farm has more records than a check may read. */
export class TooManyRecords extends Error {}

/** Bounds of the records that are read of a farm, so that a large farm does not prevent the checks of other farms. */
export interface FarmSize {
  /** Sensors that are linked to a greenhouse. Twice as many may be registered, or may have sent something. */
  readonly sensors: number;
  readonly greenhouses: number;
  readonly alerts: number;
}

/** Maximum of open alerts of a farm, and of pending alerts. A check must be able to read what earlier checks stored. */
export const MAX_ALERTS = 60_000;
/** Boards of a farm whose outputs are watched. If there are more, the boards with the first uids are watched. */
const MAX_BOARDS = 500;
/** Findings of late readings that one check records. The next check records the rest. */
const MAX_LATE = 500;
/** The newest alerts in the log that are compared with late findings. */
const MAX_LOGGED = 5_000;
/** Sorts after every push key. */
const LAST_KEY = "~";
/** Sensors whose `lastSeen` is read at once. In earlier versions a sensor could have 117 kB of names. */
const SEEN_AT_ONCE = 100;
/** Greenhouses of a farm that are read at once. */
const AT_ONCE = 10;

/**
 * @param plans the farm's plans, which were read before
 * @returns undefined if the farm is no longer watched. Without `alerting`, it has only plans.
 * @throws TooManyRecords if the farm is larger
 */
export async function readFarm(
  database: Database,
  farmId: string,
  size: FarmSize,
  plans: readonly StoredPlan[],
): Promise<(FarmSituation & { readonly alerting: Alerting | undefined }) | undefined> {
  // The version is read first: the rules refuse the update if another check has stored in the meantime.
  const [stored, version] = await Promise.all([
    database.get(`alertSettings/${farmId}`),
    database.get(`alerts/${farmId}/version`),
  ]);
  const settings = parseAlertSettings(stored);
  if (settings === undefined && plans.length === 0) return undefined;
  const [situation, state] = await Promise.all([
    readSituation(database, farmId, size),
    settings && readAlerts(database, farmId, size),
  ]);
  const number = typeof version === "number" ? version : 0;
  const alerting = settings && state && { settings, state: { version: number, ...state } };
  return { ...situation, plans, alerting };
}

/** Reads the records of earlier checks. */
async function readAlerts(
  database: Database,
  farmId: string,
  { alerts }: FarmSize,
): Promise<Omit<Alerting["state"], "version">> {
  const [pending, open, foundLate] = await Promise.all([
    readAll(database, `alerts/${farmId}/pending`, alerts),
    readAll(database, `alerts/${farmId}/open`, alerts),
    database.readPage(`alerts/${farmId}/late`, {}, MAX_LATE),
  ]);
  const late = parseLateFindings(Object.fromEntries(foundLate));
  return {
    pending: new Map(pending.flatMap(parsePending)),
    open: new Map(parseOpenAlerts(Object.fromEntries(open)).map((alert) => [alert.id, alert])),
    late,
    logged: late.length === 0 ? [] : await readLogFor(database, farmId, late),
  };
}

/** @throws TooManyRecords if there are more than `limit` */
async function readAll(database: Database, path: string, limit: number): Promise<readonly Entry[]> {
  return requireAtMost(path, limit, await database.readPage(path, {}, limit + 1));
}

async function readSituation(
  database: Database,
  farmId: string,
  { sensors, greenhouses }: FarmSize,
): Promise<Omit<FarmSituation, "plans">> {
  const ofFarm = async (path: string, limit: number): Promise<readonly Entry[]> =>
    requireAtMost(path, limit, await database.readOfFarm(path, farmId, limit + 1));
  const [place, corrections, houses, registered, lastSeen, outputs] = await Promise.all([
    database.get(`farms/${farmId}/place`),
    readCorrections(database, farmId),
    ofFarm("greenhouses", 2 * greenhouses),
    ofFarm("registeredSensors", 2 * sensors),
    readSeen(database, `lastSeen/${farmId}`, 2 * sensors),
    database.readPage(`outputs/${farmId}`, {}, MAX_BOARDS),
  ]);
  const linked = requireAtMost(
    "registeredSensors",
    sensors,
    registered.flatMap(parseRegisteredSensor),
  );
  const used = new Set(linked.map(({ greenhouse }) => greenhouse));
  const byId = new Map<string, Greenhouse>();
  const watched = houses.filter(([id]) => used.has(id));
  await inParallel(
    requireAtMost("greenhouses", greenhouses, watched),
    AT_ONCE,
    async ([id, house]) => {
      const [current, bySensor] = await Promise.all(
        ["current", "bySensor"].map((name) =>
          readAll(database, `sensors/${id}/${name}`, 2 * sensors),
        ),
      );
      byId.set(id, {
        name: nameIn(house, "name") ?? id,
        lightSource: parseDailySettings(house).lightSource,
        thresholds: parseThresholds(fieldOf(house, "thresholds")),
        current: Object.fromEntries(current ?? []),
        bySensor: Object.fromEntries(bySensor ?? []),
        corrections,
      });
    },
  );
  const defined = outputsOf(
    farmId,
    Object.fromEntries(outputs),
    linked.map(({ uid }) => uid),
  );
  const ofBoards = async (root: string): Promise<readonly Entry[]> =>
    defined.length === 0 ? [] : database.readPage(`${root}/${farmId}`, {}, MAX_BOARDS);
  // States are read before orders. Otherwise a board that reports a newer order would seem not to have heard of the
  // order that was read.
  const states = await ofBoards("outputStates");
  const orders = await ofBoards("outputOrders");
  return {
    farmId,
    place: parsePlace(place),
    greenhouses: byId,
    sensors: linked.filter(({ greenhouse }) => byId.has(greenhouse)),
    lastSeen,
    outputs: withOrders(defined, Object.fromEntries(orders), Object.fromEntries(states)).map(
      withCleanName,
    ),
  };
}

/** Reads the alerts that may be about the late findings: those logged since SAME_DAY_MS before the first finding. */
async function readLogFor(
  database: Database,
  farmId: string,
  late: readonly LateFinding[],
): Promise<readonly LoggedAlert[]> {
  const first = late.reduce((earliest, { since }) => Math.min(earliest, since), Infinity);
  const from = firstKeyAt(first - SAME_DAY_MS);
  const log = await database.getLast(`alerts/${farmId}/log`, from, LAST_KEY, MAX_LOGGED);
  return parseLoggedAlerts(log);
}

/** Parses each page before it reads the next, to save memory. @throws TooManyRecords if there are more than `limit` */
async function readSeen(
  database: Database,
  path: string,
  limit: number,
): Promise<ReadonlyMap<string, LastSeen>> {
  const found = new Map<string, LastSeen>();
  for await (const page of pagesOf(database, path, SEEN_AT_ONCE)) {
    for (const [uid, stored] of page) found.set(uid, parseLastSeen(stored));
    if (found.size > limit) throw tooManyRecords(path, limit);
  }
  return found;
}

/** @throws TooManyRecords if there are more than `limit` */
function requireAtMost<T>(path: string, limit: number, read: readonly T[]): readonly T[] {
  if (read.length <= limit) return read;
  throw tooManyRecords(path, limit);
}

function tooManyRecords(path: string, limit: number): TooManyRecords {
  return new TooManyRecords(`${path} has more than ${limit} records: too many for a check.`);
}

function withCleanName(output: KnownOutput): KnownOutput {
  const name = nameIn(output.defined, "name") ?? output.output;
  return { ...output, defined: { ...output.defined, name } };
}

/** Cleans a name. An administrator may have stored a name that the rules forbid in an alert. */
function nameIn(stored: unknown, field: string): string | undefined {
  return toText(textOf(stored, field) ?? "", MAX_NAME_CHARACTERS);
}

function parseRegisteredSensor([uid, value]: Entry): readonly Sensor[] {
  const { greenhouse, role } = parseRegistration(value);
  if (greenhouse === undefined) return [];
  return [{ uid, name: nameIn(value, "sensorName") ?? uid, greenhouse, role }];
}

function parsePending([id, value]: Entry): readonly (readonly [string, number])[] {
  const since = numberOf(value, "since");
  return since === undefined ? [] : [[id, since]];
}
