/**
 * Deletes a farm and everything that belongs to it, as the administrator: the rules let nobody do
 * so. All that is still stored can be found from the rest, so a repeated deletion goes on after an
 * interruption. First nobody can change the farm or join it any more. Then sensors go, so that
 * nothing more is stored. Each greenhouse's record goes with the last of its data, and the farm's
 * own record comes last.
 */

import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";
import { QUANTITIES } from "@greenhouse/domain/quantities/measurements";
import { OUTPUT_ROOTS } from "@greenhouse/domain/outputs/updates";
import { LEVELS, rollupPath } from "@greenhouse/domain/rollups/rollups";
import { entriesOf } from "@greenhouse/domain/stored";
import type { Database } from "../core/database";
import { listGreenhouses, listSensors } from "./stored-farms";
import type { Farm } from "./stored-farms";
import { findSources, readPages } from "../readings/history-pages";
import type { Progress } from "../core/progress";
import { greenhouseRemoval, readSensorRemoval } from "./removal";
import { count } from "../core/text";

/** Roots with records of sensors that stay when their sensor is removed. */
const SENSOR_ROOTS = ["calibrations", "exclusions", "sensorLog", "imports"];

/** Later than any reading. */
const END_MS = Date.UTC(9999, 0);

export interface Deleted {
  sensors: number;
  greenhouses: number;
  /** Number of entries of history. */
  entries: number;
}

export interface FarmDeletion {
  readonly farm: Farm;
  /** Whether another farm may be created under its id. */
  readonly freesId: boolean;
  readonly stopping: AbortSignal;
  readonly progress: Progress;
}

/** @returns what this run deleted; the whole farm unless the signal has aborted */
export async function deleteFarm(
  database: Database,
  { farm, freesId, stopping, progress }: FarmDeletion,
): Promise<Deleted> {
  const { farmId } = farm;
  const deleted: Deleted = { sensors: 0, greenhouses: 0, entries: 0 };
  const viewers = farm.members.map(
    ({ uid }) => [`farms/${farmId}/members/${uid}`, "viewer"] as const,
  );
  await database.update({ ...Object.fromEntries(viewers), [`invitations/${farmId}`]: null });
  for (const sensor of await listSensors(database, farmId)) {
    if (stopping.aborted) return deleted;
    await database.update(await readSensorRemoval(database, sensor));
    deleted.sensors += 1;
  }
  // From now on the jobs raise no alert and write no message.
  const jobsRoots = ["lastSeen", "alertSettings", "alertOutbox", "alerts"];
  await database.update(nothingAt(jobsRoots.map((parent) => `${parent}/${farmId}`)));
  const greenhouses = await listGreenhouses(database, farmId);
  for (const { greenhouseId } of greenhouses) {
    for await (const paths of largePathsOf(database, greenhouseId)) {
      if (stopping.aborted) return deleted;
      await database.update(nothingAt(paths));
      deleted.entries += paths.filter((path) => path.startsWith("sensors/")).length;
      progress.show(
        deleted.greenhouses / greenhouses.length,
        count(deleted.entries, "entry", "entries"),
      );
    }
    // One update, because the rules let the jobs fold only for a greenhouse that exists.
    await database.update({
      ...greenhouseRemoval(greenhouseId),
      [`sensors/${greenhouseId}`]: null,
    });
    deleted.greenhouses += 1;
  }
  if (stopping.aborted) return deleted;
  await database.update({
    [`farms/${farmId}`]: null,
    ...nothingAt(["unregistered", "boards"].map((root) => `${root}/${farmId}`)),
    ...nothingAt([...OUTPUT_ROOTS, ...SENSOR_ROOTS].map((root) => `${root}/${farmId}`)),
    ...nothingAt(
      farm.members.flatMap(({ uid }) =>
        ["farms", "alerts/farms", "joined"].map((list) => `users/${uid}/${list}/${farmId}`),
      ),
    ),
    [`usedFarmIds/${farmId}`]: freesId ? null : true,
  });
  return deleted;
}

/**
 * Yields the paths that are too large for one update: the history, page by page, and each series of
 * its rollups.
 */
async function* largePathsOf(
  database: Database,
  greenhouse: string,
): AsyncGenerator<readonly string[]> {
  const period = { fromMs: 0, toMs: END_MS };
  for (const source of await findSources(database, greenhouse, period)) {
    for await (const page of readPages(database, source, period, NO_CORRECTIONS)) {
      if (page.length > 0) yield page.map(({ path }) => path);
    }
  }
  const sensors = await database.read(`rollupSensors/${greenhouse}`);
  for (const [uid] of entriesOf(sensors)) {
    for (const level of LEVELS) {
      yield QUANTITIES.map((quantity) => rollupPath(greenhouse, uid, level, quantity));
    }
  }
}

function nothingAt(paths: readonly string[]): Readonly<Record<string, null>> {
  return Object.fromEntries(paths.map((path) => [path, null]));
}
