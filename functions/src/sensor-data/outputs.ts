/** What the outputs of a board are ordered to do, and what it says of them. */

import { answerFor, type OutputAnswer } from "@greenhouse/domain/outputs/answer";
import { parseOrder, parseOutput } from "@greenhouse/domain/outputs/records";
import { fieldOf, SERVER_TIME } from "@greenhouse/domain/stored";
import { Unavailable, type Database, type Update } from "@greenhouse/database/client/database";
import type { Log } from "../log";
import type { Authority, LinkedSensor } from "./authorize";
import type { Reports, SensorRequest } from "./sensor-request";

/** What it is answered, by the same names; without those that are not defined. */
type OutputAnswers = Readonly<Record<string, OutputAnswer>>;

interface OutputExchange {
  readonly uid: string;
  readonly sensor: LinkedSensor;
  readonly reports: Reports;
  /** The key that proved them, as it is stored. */
  readonly key: string;
  /** When the board sent them, by its clock, and when they arrived, in Unix milliseconds. */
  readonly sentMs: number;
  readonly nowMs: number;
}

/** Returns the answer's `outputs`: none if the request has none, or if the orders cannot be read. */
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
 * Reads orders and stores what the board says, in one round trip.
 * @param report gets why something of it could not be read or stored: that costs neither the reading nor an order
 * @returns undefined where the orders cannot be read: the board's leases run on. Never rejects with `Unavailable`.
 */
async function exchangeOutputs(
  exchange: OutputExchange,
  database: Database,
  report: (error: Unavailable) => void,
): Promise<OutputAnswers | undefined> {
  const { uid, sensor, reports, nowMs } = exchange;
  const { farmId } = sensor;
  if (farmId === undefined) return {};
  const reportUnavailable = (error: unknown): undefined => {
    if (!(error instanceof Unavailable)) throw error;
    report(error);
  };
  const reading = Promise.all([
    database.read(`outputs/${farmId}/${uid}`),
    database.read(`outputOrders/${farmId}/${uid}`),
  ]).catch(reportUnavailable);
  const storing = storeStates(exchange, farmId, database, reading).catch(reportUnavailable);
  const [read] = await Promise.all([reading, storing]);
  if (read === undefined) return undefined;
  const [outputs, orders] = read;
  const answers: Record<string, OutputAnswer> = {};
  for (const name of Object.keys(reports)) {
    const defined = parseOutput(fieldOf(outputs, name));
    if (defined) answers[name] = answerFor(defined, parseOrder(fieldOf(orders, name)), nowMs);
  }
  return answers;
}

/** All at once. Where the rules refuse that, those that are defined; then each of these, because one may be late. */
async function storeStates(
  { uid, reports, key, sentMs, nowMs }: OutputExchange,
  farmId: string,
  database: Database,
  reading: Promise<readonly [outputs: unknown, orders: unknown] | undefined>,
): Promise<void> {
  // A clock that is ahead must not hide what comes after.
  const at = Math.min(sentMs, nowMs);
  const updates = new Map<string, Update>();
  for (const [name, { agoMs, ...reported }] of Object.entries(reports)) {
    const state = {
      ...reported,
      at,
      heard: SERVER_TIME,
      ...(agoMs !== undefined && { since: at - agoMs }),
    };
    // With a key that is no longer in force, the rules refuse it.
    updates.set(name, { [`outputStates/${farmId}/${uid}/${name}`]: state, [`ingest/${uid}`]: key });
  }
  const isStored = async (states: Iterable<Update>): Promise<boolean> =>
    (await database.commit(Object.assign({}, ...states) as Update)) === "stored";
  if (await isStored(updates.values())) return;
  const [outputs] = (await reading) ?? [];
  const defined = [...updates].flatMap(([name, update]) =>
    fieldOf(outputs, name) ? [update] : [],
  );
  const isSubset = defined.length > 0 && defined.length < updates.size;
  if (isSubset && (await isStored(defined))) return;
  if (defined.length > 1) await Promise.all(defined.map((update) => database.commit(update)));
}
