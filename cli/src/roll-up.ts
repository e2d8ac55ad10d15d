/** Rolls up a greenhouse's history as the jobs do, under the same rules: each step is stored whole, or made again. */

import { JOBS_UID } from "../../domain/src/alerts";
import { foldAnew, foldBefore, foldNext } from "../../domain/src/roll-up-steps";
import type { FoldParts } from "../../domain/src/roll-up-steps";
import { HOUR_MS, readCoverage, startOf } from "../../domain/src/rollups";
import { sensorRoleIn } from "../../domain/src/sensor-records";
import { timeOfKey } from "../../domain/src/push-key";
import type { Greenhouse } from "./farms";
import { findSources } from "./history";
import { deniedByRules } from "./session";
import type { OpenSession } from "./session";

const MAX_ATTEMPTS = 5;

export interface RollUpPlan {
  /** Unix milliseconds; undefined: the whole history. */
  readonly fromMs: number | undefined;
  /** Whether hours that are covered are folded once more. */
  readonly isAnew: boolean;
  readonly stopping: AbortSignal;
  /** Called after each step with how much is done, from 0 to 1, and the moment that it has come to. */
  readonly onStep: (share: number, atMs: number) => void;
}

export interface RollUpResult {
  readonly from: number;
  readonly until: number;
  readonly folds: number;
}

/** Undefined where there is nothing to roll up yet. */
export async function rollUp(
  session: OpenSession,
  { greenhouseId, farmId }: Greenhouse,
  { fromMs, isAnew, stopping, onStep }: RollUpPlan,
): Promise<RollUpResult | undefined> {
  const { database, now } = session;
  const oldest = fromMs ?? (await findOldest(session, greenhouseId));
  if (oldest === undefined) return undefined;
  const sensors = await database.find("registeredSensors", "farmId", farmId);
  const isAir = (uid: string): boolean => sensorRoleIn(sensors[uid]) === "air";
  const asJobs = await session.connections.open(JOBS_UID);
  const parts: FoldParts = { database: asJobs, greenhouse: greenhouseId, isAir, now };
  const readCovered = async () =>
    readCoverage(await database.read(`rollupCoverage/${greenhouseId}`));
  const isOpen = (): boolean => !stopping.aborted;
  const shareOf = (atMs: number): number => (atMs - oldest) / Math.max(1, now() - oldest);
  let folds = 0;
  // What is covered already is done first: what follows would not be folded twice.
  const covered = await readCovered();
  for (let next = isAnew ? covered && oldest : undefined; next !== undefined && isOpen();) {
    next = await foldAnew(parts, next);
    folds += 1;
    if (next !== undefined) onStep(shareOf(next), next);
  }
  while (isOpen() && (await foldNext(parts)) !== "nothing") folds += 1;
  while (isOpen() && (await foldBefore(parts, oldest)) !== "nothing") {
    folds += 1;
    const from = (await readCovered())?.from ?? oldest;
    onStep(1 - shareOf(from), from);
  }
  const { from = oldest, until = oldest } = (await readCovered()) ?? {};
  return { from, until, folds };
}

/**
 * Says that history before a moment is about to be deleted, so that nobody folds its hours anew from what is left.
 * @throws CommandError (failed) where other folds were faster each time
 */
export async function keepRollUps(
  { connections }: OpenSession,
  greenhouseId: string,
  beforeMs: number,
): Promise<void> {
  const database = await connections.open(JOBS_UID);
  const path = `rollupCoverage/${greenhouseId}`;
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const coverage = readCoverage(await database.read(path));
    const prunedUntil = startOf("hour", beforeMs + HOUR_MS - 1);
    if (coverage === undefined || prunedUntil <= (coverage.prunedUntil ?? 0)) return;
    // An hour that is under way has no roll-up yet.
    const latest = Math.min(prunedUntil, coverage.until);
    const changed = { ...coverage, prunedUntil: latest, version: coverage.version + 1 };
    if ((await database.update({ [path]: changed })) === "stored") return;
  }
  throw deniedByRules();
}

/** Ten minutes before the oldest key: a reading's time may be some minutes before it. */
async function findOldest(
  { database, now }: OpenSession,
  greenhouseId: string,
): Promise<number | undefined> {
  const sources = await findSources(database, greenhouseId, { fromMs: 0, toMs: now() });
  const times: number[] = [];
  for (const { path, range } of sources) {
    const [first] = await database.readPage(path, range, 1);
    const time = timeOfKey(first?.[0] ?? "");
    if (time !== undefined) times.push(time);
  }
  return times.length === 0 ? undefined : Math.min(...times) - HOUR_MS / 6;
}
