/** What the outputs of a board are ordered to do, and what it says of them. */

import { answerFor, readOrder, readOutput, type OutputAnswer } from "../../../domain/src/outputs";
import { fieldOf, SERVER_TIME } from "../../../domain/src/stored";
import { Unavailable, type Database, type Update } from "../database/database";
import type { LinkedSensor } from "./authorize";
import type { Reports } from "./parse";

/** What it is answered, by the same names; without those that are not defined. */
export type OutputAnswers = Readonly<Record<string, OutputAnswer>>;

export interface OutputExchange {
  readonly uid: string;
  readonly sensor: LinkedSensor;
  readonly reports: Reports;
  /** The key that proved them, as it is stored. */
  readonly key: string;
  /** When the board sent them, by its clock, and when they arrived, in Unix milliseconds. */
  readonly sentMs: number;
  readonly nowMs: number;
}

/**
 * Reads orders and stores what the board says, in one round trip.
 * @returns undefined where the database does not answer: the board's leases run on. Never rejects with `Unavailable`.
 */
export async function exchangeOutputs(
  exchange: OutputExchange,
  database: Database,
): Promise<OutputAnswers | undefined> {
  const { uid, sensor, reports, nowMs } = exchange;
  const { farmId } = sensor;
  if (farmId === undefined) return {};
  try {
    const [outputs, orders] = await Promise.all([
      database.read(`outputs/${farmId}/${uid}`),
      database.read(`outputOrders/${farmId}/${uid}`),
      // What cannot be stored withholds no order.
      storeStates(exchange, farmId, database).catch(endUnlessUnavailable),
    ]);
    const answers: Record<string, OutputAnswer> = {};
    for (const name of Object.keys(reports)) {
      const defined = readOutput(fieldOf(outputs, name));
      if (defined) answers[name] = answerFor(defined, readOrder(fieldOf(orders, name)), nowMs);
    }
    return answers;
  } catch (error) {
    endUnlessUnavailable(error);
    return undefined;
  }
}

function endUnlessUnavailable(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error;
}

/** All at once; one by one where the rules refuse that, because of one that is late or not defined. */
async function storeStates(
  { uid, reports, key, sentMs, nowMs }: OutputExchange,
  farmId: string,
  database: Database,
): Promise<void> {
  // A clock that is ahead must not hide what comes after.
  const at = Math.min(sentMs, nowMs);
  const states = Object.entries(reports).map(([name, { agoMs, ...said }]): Update => ({
    [`outputStates/${farmId}/${uid}/${name}`]: {
      ...said,
      at,
      heard: SERVER_TIME,
      ...(agoMs !== undefined && { since: at - agoMs }),
    },
    // With a key that is no longer in force, the rules refuse it.
    [`ingest/${uid}`]: key,
  }));
  const stored = await database.commit(Object.assign({}, ...states) as Update);
  if (stored === "stored" || states.length === 1) return;
  await Promise.all(states.map((each) => database.commit(each)));
}
