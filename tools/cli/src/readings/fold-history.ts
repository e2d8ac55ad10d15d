/**
 * Rolls up a greenhouse's history as the jobs do, under the same rules. Each step is stored whole
 * or repeated.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import { readKnownCorrections, TooManyChanges } from "@greenhouse/database/client/corrections";
import type { KnownCorrections } from "@greenhouse/database/client/corrections";
import { foldAgain, foldBefore, foldNext } from "@greenhouse/database/rollups/steps";
import { FoldRefused } from "@greenhouse/database/rollups/fold";
import type { PastDatabase } from "@greenhouse/database/rollups/gaps";
import { TooManySensors } from "@greenhouse/database/rollups/history";
import type { FoldParts, StepOutcome } from "@greenhouse/database/rollups/step";
import { foldableUntil, parseCoverage, startOf } from "@greenhouse/domain/rollups/rollups";
import type { Coverage } from "@greenhouse/domain/rollups/rollups";
import { sensorRoleIn } from "@greenhouse/domain/identity/sensor-records";
import { timeOfKey } from "@greenhouse/domain/identity/push-key";
import { tooMany } from "../corrections/stored-corrections";
import type { Database } from "../core/database";
import { failed } from "../core/failure";
import type { Greenhouse } from "../farm/stored-farms";
import { findSources } from "./history-pages";
import { deniedByRules } from "../core/session";
import type { OpenSession } from "../core/session";

const MAX_ATTEMPTS = 5;

export interface RollupPlan {
  /** Unix milliseconds; undefined: the whole history. */
  readonly fromMs: number | undefined;
  /** Whether hours that are rolled up already are folded again. */
  readonly isRebuild: boolean;
  readonly stopping: AbortSignal;
  /**
   * Called after each step with the share that is done, from 0 to 1, and the time up to which it is
   * done.
   */
  readonly onStep: (share: number, atMs: number) => void;
}

export interface RollupResult {
  readonly from: number;
  readonly until: number;
  readonly folds: number;
}

/**
 * @returns undefined if there is nothing to roll up yet
 * @param asJobs the database with the rights of the jobs
 * @throws CommandError (failed) if the rules do not know this version's rollups, and if there are
 * too many sensors
 */
export async function foldHistory(
  session: OpenSession,
  asJobs: Database,
  greenhouse: Greenhouse,
  plan: RollupPlan,
): Promise<RollupResult | undefined> {
  const { outcome } = await asJobs.tryRead(`rollupCoverage/${greenhouse.greenhouseId}`);
  if (outcome === "denied") throw refusedBy(session);
  try {
    return await foldAll(session, await partsOf(session, asJobs, greenhouse), plan);
  } catch (error) {
    throw inWords(session, greenhouse, error);
  }
}

function inWords(session: OpenSession, { greenhouseId }: Greenhouse, error: unknown): unknown {
  if (error instanceof FoldRefused) return refusedBy(session);
  if (error instanceof TooManyChanges) return tooMany(error);
  return error instanceof TooManySensors ? failed(`${greenhouseId}: ${error.message}`) : error;
}

function refusedBy({ target }: OpenSession): Error {
  return failed(
    `The rules of ${target.databaseUrl} do not let the jobs roll up: they belong to another version.`,
    "Deploy this version's rules first: `npx firebase deploy --only database`. `farm doctor` compares the rules.",
  );
}

async function foldAll(
  session: OpenSession,
  parts: FoldParts<PastDatabase>,
  { fromMs, isRebuild, stopping, onStep }: RollupPlan,
): Promise<RollupResult | undefined> {
  const { database, now } = session;
  const { greenhouse } = parts;
  const oldest = fromMs ?? (await findOldest(session, greenhouse));
  if (oldest === undefined) return undefined;
  const readCovered = async () =>
    parseCoverage(await database.read(`rollupCoverage/${greenhouse}`));
  const isOpen = (): boolean => !stopping.aborted;
  const shareOf = (atMs: number): number => (atMs - oldest) / Math.max(1, now() - oldest);
  let folds = 0;
  // Covered hours are folded again first, so that the hours covered in this run are not folded
  // twice.
  const covered = await readCovered();
  for (let next = isRebuild ? covered && oldest : undefined; next !== undefined && isOpen();) {
    next = await foldAgain(parts, next);
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

async function partsOf(
  { database, now }: OpenSession,
  asJobs: Database,
  { greenhouseId, farmId }: Greenhouse,
): Promise<FoldParts<PastDatabase>> {
  const sensors = await database.find("registeredSensors", "farmId", farmId);
  const isAir = (uid: string): boolean | undefined =>
    Object.hasOwn(sensors, uid) ? sensorRoleIn(sensors[uid]) === "air" : undefined;
  let known: KnownCorrections | undefined;
  const read = async (changedUntil: number): Promise<KnownCorrections> => {
    // The jobs may have folded newer changes while this command runs.
    if (known === undefined || known.until < changedUntil)
      known = await readKnownCorrections(asJobs, farmId, now());
    return known;
  };
  return { database: asJobs, greenhouse: greenhouseId, isAir, readCorrections: read, now };
}

/**
 * Whether the rollups would lose a reading of this time by its deletion: it is older than
 * they are, or its hour is not over. Hours between are folded before the deletion (keepRollups).
 * @param coverage undefined: nothing is rolled up
 */
export function isUnfolded(coverage: Coverage | undefined, timeMs: number, nowMs: number): boolean {
  if (coverage === undefined) return true;
  const { from, prunedUntil = 0 } = coverage;
  return timeMs >= foldableUntil(nowMs) || (timeMs < from && timeMs >= prunedUntil);
}

/**
 * If there are rollups, folds finished hours and late readings before history is deleted. Also
 * records which history is about to go, so that its hours are not folded again from what is left.
 * @throws CommandError (failed) if other folds were faster each time, or if folding fails
 */
export async function keepRollups(
  session: OpenSession,
  greenhouse: Greenhouse,
  beforeMs: number,
): Promise<void> {
  const path = `rollupCoverage/${greenhouse.greenhouseId}`;
  if (parseCoverage(await session.database.read(path)) === undefined) return;
  const database = await session.connections.open(JOBS_UID);
  const parts = await partsOf(session, database, greenhouse);
  try {
    let outcome: StepOutcome;
    do outcome = await foldNext(parts);
    while (outcome !== "nothing");
  } catch (error) {
    throw inWords(session, greenhouse, error);
  }
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts += 1) {
    const coverage = parseCoverage(await database.read(path));
    const prunedUntil = startOf("hour", beforeMs + HOUR_MS - 1);
    if (coverage === undefined || prunedUntil <= (coverage.prunedUntil ?? 0)) return;
    // The present hour has no rollup yet.
    const latest = Math.min(prunedUntil, coverage.until);
    const { again, ...others } = coverage;
    const changed = {
      ...others,
      prunedUntil: latest,
      version: coverage.version + 1,
      ...(again && { again: { ...again } }),
    };
    if ((await database.update({ [path]: changed })) === "stored") return;
  }
  throw deniedByRules();
}

/**
 * Begins ten minutes before the oldest key: a reading's time may be some minutes before its key's.
 */
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
