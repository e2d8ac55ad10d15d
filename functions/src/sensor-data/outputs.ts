/** Orders for a board's outputs, and the board's reports about them. */

import { answerFor, type OutputAnswer } from "@greenhouse/domain/outputs/answer";
import { parseOrder, parseOutput } from "@greenhouse/domain/outputs/records";
import { fieldOf, SERVER_TIME } from "@greenhouse/domain/stored";
import { Unavailable, type Database, type Update } from "@greenhouse/database/client/database";
import type { Log } from "../log";
import type { Authority, LinkedSensor } from "./authorize";
import type { Reports, SensorRequest } from "./sensor-request";

/** The answers by the outputs' names, without outputs that are not defined. */
type OutputAnswers = Readonly<Record<string, OutputAnswer>>;

interface OutputExchange {
  readonly uid: string;
  readonly sensor: LinkedSensor;
  readonly reports: Reports;
  /** The stored text of the key that authorized the reports. */
  readonly key: string;
  /** When the board sent the reports, by its clock, and when they arrived, in Unix milliseconds. */
  readonly sentMs: number;
  readonly nowMs: number;
}

/** Returns the answer's `outputs`. Omitted if the request has no outputs, or if the orders cannot be read. */
export async function answerOutputs(
  { sender, credential, outputs }: SensorRequest,
  { sensors, key }: Authority,
  nowMs: number,
  database: Database,
  log: Pick<Log, "outputsFailed">,
): Promise<{ readonly outputs?: OutputAnswers }> {
  if (outputs === undefined || credential.variant !== "hmac" || !("uid" in sender)) return {};
  const { uid } = sender;
  const sensor = sensors.get(uid);
  if (sensor?.ok !== true || key === undefined) return {};
  const exchange = {
    uid,
    sensor: sensor.value,
    reports: outputs,
    key,
    sentMs: credential.timeMs,
    nowMs,
  };
  const answers = await exchangeOutputs(exchange, database, (error) =>
    log.outputsFailed(uid, error),
  );
  return answers === undefined ? {} : { outputs: answers };
}

/**
 * Reads orders and stores the board's reports, in one round trip. Never rejects with `Unavailable`.
 * @param logFailure gets a failure to read orders or to store reports. The reading and the orders are not lost
 * @returns undefined if the orders cannot be read. Then the board's leases run on
 */
async function exchangeOutputs(
  exchange: OutputExchange,
  database: Database,
  logFailure: (error: Unavailable) => void,
): Promise<OutputAnswers | undefined> {
  const { uid, sensor, reports, nowMs } = exchange;
  const { farmId } = sensor;
  if (farmId === undefined) return {};
  const logUnavailable = (error: unknown): undefined => {
    if (!(error instanceof Unavailable)) throw error;
    logFailure(error);
  };
  const records = Promise.all([
    database.read(`outputs/${farmId}/${uid}`),
    database.read(`outputOrders/${farmId}/${uid}`),
  ]).catch(logUnavailable);
  const storing = storeReports(exchange, farmId, database, records).catch(logUnavailable);
  const [read] = await Promise.all([records, storing]);
  if (read === undefined) return undefined;
  const [outputs, orders] = read;
  const answers: Record<string, OutputAnswer> = {};
  for (const name of Object.keys(reports)) {
    const defined = parseOutput(fieldOf(outputs, name));
    if (defined) answers[name] = answerFor(defined, parseOrder(fieldOf(orders, name)), nowMs);
  }
  return answers;
}

/**
 * Stores all reports in one update. If the rules deny the update, stores the reports of defined outputs in one update.
 * If the rules deny that, too, stores each report by itself, because one report may be older than the stored report.
 */
async function storeReports(
  { uid, reports, key, sentMs, nowMs }: OutputExchange,
  farmId: string,
  database: Database,
  records: Promise<readonly [outputs: unknown, orders: unknown] | undefined>,
): Promise<void> {
  // Limited to now: a clock that is ahead must not hide later reports.
  const at = Math.min(sentMs, nowMs);
  const updates = new Map<string, Update>();
  for (const [name, { agoMs, ...reported }] of Object.entries(reports)) {
    const state = {
      ...reported,
      at,
      heard: SERVER_TIME,
      ...(agoMs !== undefined && { since: at - agoMs }),
    };
    // The rules deny the update if the key is no longer valid.
    updates.set(name, { [`outputStates/${farmId}/${uid}/${name}`]: state, [`ingest/${uid}`]: key });
  }
  const isStored = async (states: Iterable<Update>): Promise<boolean> =>
    (await database.commit(Object.assign({}, ...states) as Update)) === "stored";
  if (await isStored(updates.values())) return;
  const [outputs] = (await records) ?? [];
  const defined = [...updates].flatMap(([name, update]) =>
    fieldOf(outputs, name) ? [update] : [],
  );
  const isSubset = defined.length > 0 && defined.length < updates.size;
  if (isSubset && (await isStored(defined))) return;
  if (defined.length > 1) await Promise.all(defined.map((update) => database.commit(update)));
}
