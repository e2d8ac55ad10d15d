/** What the outputs of a board are ordered to do, and what it says of them. */

import { answerFor, readOrder, readOutput, type OutputAnswer } from "../../../domain/src/outputs";
import { Unavailable, type Database } from "../database/database";
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
 * Reads orders and stores what the board says, in one round trip. A state is an update of its own: one that the rules
 * refuse, such as a late one, costs nothing else.
 * @returns undefined where the database does not answer: the board's leases run on. Never rejects with `Unavailable`.
 */
export async function exchangeOutputs(
  exchange: OutputExchange,
  database: Database,
): Promise<OutputAnswers | undefined> {
  const { farmId } = exchange.sensor;
  if (farmId === undefined) return {};
  try {
    const answers: Record<string, OutputAnswer> = {};
    const ask = async (name: string): Promise<void> => {
      const answer = await exchangeOne(name, { ...exchange, farmId }, database);
      if (answer !== undefined) answers[name] = answer;
    };
    await Promise.all(Object.keys(exchange.reports).map(ask));
    return answers;
  } catch (error) {
    endUnlessUnavailable(error);
    return undefined;
  }
}

/** The board's leases run on without news. */
function endUnlessUnavailable(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error;
}

async function exchangeOne(
  name: string,
  { uid, farmId, reports, key, sentMs, nowMs }: OutputExchange & { readonly farmId: string },
  database: Database,
): Promise<OutputAnswer | undefined> {
  const path = `${farmId}/${uid}/${name}`;
  // A clock that is ahead must not hide what comes after.
  const state = { ...reports[name], at: Math.min(sentMs, nowMs) };
  // With a key that is no longer in force, the rules refuse it. One that cannot be stored withholds no order.
  const stored = database
    .commit({ [`outputStates/${path}`]: state, [`ingest/${uid}`]: key })
    .catch(endUnlessUnavailable);
  const [output, order] = await Promise.all([
    database.read(`outputs/${path}`),
    database.read(`outputOrders/${path}`),
    stored,
  ]);
  const defined = readOutput(output);
  return defined && answerFor(defined, readOrder(order), nowMs);
}
