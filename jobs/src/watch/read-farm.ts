/** What a check reads of a farm: registrations and newest values, never its history. */

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
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";
import { outputsOf, withOrders } from "@greenhouse/domain/outputs/records";
import { type KnownOutput } from "@greenhouse/domain/outputs/model";
import { pagesOf } from "@greenhouse/database/client/pages";
import { firstKeyAt } from "@greenhouse/domain/identity/push-key";
import { parseRegistration, type SensorRole } from "@greenhouse/domain/identity/sensor-records";
import { fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import type { Place } from "@greenhouse/domain/sun";
import { toText } from "@greenhouse/domain/words/text";
import type { Database, Entry } from "../database";

export interface FarmRecords {
  readonly farmId: string;
  readonly settings: AlertSettings;
  readonly place: Place | undefined;
  readonly greenhouses: ReadonlyMap<string, Greenhouse>;
  /** Those that are linked to a greenhouse of the farm. */
  readonly sensors: readonly Sensor[];
  /** By uid. */
  readonly lastSeen: ReadonlyMap<string, LastSeen>;
  /** Of these sensors' boards. */
  readonly outputs: readonly KnownOutput[];
  /** What earlier checks stored. */
  readonly state: {
    readonly version: number;
    /** When a finding that is not yet an alert was first seen, by the alert's id. */
    readonly pending: ReadonlyMap<string, number>;
    readonly open: ReadonlyMap<string, OpenAlert>;
    /** What late readings showed since the last check. */
    readonly late: readonly Listed<LateFinding>[];
    /** With these: the log from the first of them on. */
    readonly logged: readonly LoggedAlert[];
  };
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

/** More than a farm may have. */
export class TooManyRecords extends Error {}

/** How much of a farm is read: whatever it stores, the others are checked too. */
export interface FarmSize {
  /** That are linked to a greenhouse; twice as many are registered, or have sent something. */
  readonly sensors: number;
  readonly greenhouses: number;
  readonly alerts: number;
}

/** Of a farm: open ones, and as many that one check has found. A check reads what the checks before stored. */
export const MAX_ALERTS = 60_000;
/** Boards of a farm whose outputs are watched: of more, those whose uids come first. */
const MAX_BOARDS = 500;
/** Findings of late readings that one check records: the next one takes the others. */
const MAX_LATE = 500;
/** Alerts in the log that are compared with them, the newest. */
const MAX_LOGGED = 5_000;
/** Sorts after every push key. */
const LAST_KEY = "~";
/** Sensors whose `lastSeen` is read at once: in earlier versions one could have 117 kB of names. */
const SEEN_AT_ONCE = 100;
/** Greenhouses of a farm that are read at once. */
const AT_ONCE = 10;

/**
 * @returns undefined where the farm is no longer watched
 * @throws TooMany where the farm is larger
 */
export async function readFarm(
  database: Database,
  farmId: string,
  { sensors, greenhouses, alerts }: FarmSize,
): Promise<FarmRecords | undefined> {
  const readAll = (path: string, limit: number): Promise<readonly Entry[]> =>
    database.readPage(path, {}, limit + 1).then((read) => requireAtMost(path, limit, read));
  const ofFarm = async (path: string, limit: number): Promise<readonly Entry[]> =>
    requireAtMost(path, limit, await database.readOfFarm(path, farmId, limit + 1));
  // The version before all that it stands for: an update is refused where another check has stored since.
  const [stored, version] = await Promise.all([
    database.get(`alertSettings/${farmId}`),
    database.get(`alerts/${farmId}/version`),
  ]);
  const settings = parseAlertSettings(stored);
  if (settings === undefined) return undefined;
  const [place, houses, registered, lastSeen, outputs, pending, open, found] = await Promise.all([
    database.get(`farms/${farmId}/place`),
    ofFarm("greenhouses", 2 * greenhouses),
    ofFarm("registeredSensors", 2 * sensors),
    readSeen(database, `lastSeen/${farmId}`, 2 * sensors),
    database.readPage(`outputs/${farmId}`, {}, MAX_BOARDS),
    readAll(`alerts/${farmId}/pending`, alerts),
    readAll(`alerts/${farmId}/open`, alerts),
    database.readPage(`alerts/${farmId}/late`, {}, MAX_LATE),
  ]);
  const late = parseLateFindings(Object.fromEntries(found));
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
        ["current", "bySensor"].map((name) => readAll(`sensors/${id}/${name}`, 2 * sensors)),
      );
      byId.set(id, {
        name: nameIn(house, "name") ?? id,
        thresholds: parseThresholds(fieldOf(house, "thresholds")),
        current: Object.fromEntries(current ?? []),
        bySensor: Object.fromEntries(bySensor ?? []),
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
  // Before the orders: a board that names one that came after them would seem not to have heard of them.
  const states = await ofBoards("outputStates");
  const orders = await ofBoards("outputOrders");
  return {
    farmId,
    settings,
    place: parsePlace(place),
    greenhouses: byId,
    sensors: linked.filter(({ greenhouse }) => byId.has(greenhouse)),
    lastSeen,
    outputs: withOrders(defined, Object.fromEntries(orders), Object.fromEntries(states)).map(
      withCleanName,
    ),
    state: {
      version: typeof version === "number" ? version : 0,
      pending: new Map(pending.flatMap(parsePending)),
      open: new Map(parseOpenAlerts(Object.fromEntries(open)).map((alert) => [alert.id, alert])),
      late,
      logged: late.length === 0 ? [] : await readLogFor(database, farmId, late),
    },
  };
}

/** What ended when or after the first of these began, and so may be about the same. */
async function readLogFor(
  database: Database,
  farmId: string,
  late: readonly LateFinding[],
): Promise<readonly LoggedAlert[]> {
  const from = firstKeyAt(late.reduce((first, { since }) => Math.min(first, since), Infinity));
  const log = await database.getLast(`alerts/${farmId}/log`, from, LAST_KEY, MAX_LOGGED);
  return parseLoggedAlerts(log);
}

/** Keeps what is needed of a page before it reads the next. @throws TooMany where there are more than `limit` */
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

/** @throws TooMany where there are more than `limit` */
function requireAtMost<T>(path: string, limit: number, read: readonly T[]): readonly T[] {
  if (read.length <= limit) return read;
  throw tooManyRecords(path, limit);
}

function tooManyRecords(path: string, limit: number): TooManyRecords {
  return new TooManyRecords(
    `There are more than ${limit} of ${path}, which are too many to watch.`,
  );
}

function withCleanName(output: KnownOutput): KnownOutput {
  const name = nameIn(output.defined, "name") ?? output.output;
  return { ...output, defined: { ...output.defined, name } };
}

/** A name that an administrator wrote may be one that the rules let no alert hold. */
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
