/** `farm history rollup`: computes the rollups of the past, which the jobs do not. */

import type { Command } from "commander";
import { JOBS_UID } from "@greenhouse/domain/identity/keys";
import type { JsonObject } from "../../core/database";
import { CommandError, EXIT, misused } from "../../core/failure";
import { listGreenhouses, requireFarm, requireGreenhouse } from "../../farm/stored-farms";
import type { Greenhouse } from "../../farm/stored-farms";
import { requireTime } from "../../core/period";
import { foldHistory } from "../../readings/fold-history";
import type { RollupResult } from "../../readings/fold-history";
import type { OpenSession } from "../../core/session";
import { count } from "../../core/text";
import { formatTime, TIME_FORMS } from "../../core/time";
import type { Runner } from "../command";

export function addRollupCommand(history: Command, { opened }: Runner): void {
  const rollUpGreenhouse = opened(async (session, greenhouseId: string, options: RollupOptions) =>
    foldGreenhouses(session, options, async () => [
      await requireGreenhouse(session.database, greenhouseId),
    ]),
  );
  const rollUpFarm = opened(async (session, farmId: string, options: RollupOptions) =>
    foldGreenhouses(session, options, async () => {
      await requireFarm(session.database, farmId);
      return listGreenhouses(session.database, farmId);
    }),
  );
  history
    .command("rollup")
    .description("roll up the past hour by hour and day by day, for charts over months")
    .argument("[greenhouseId]")
    .option("--farm <farmId>", "all greenhouses of a farm, one after another")
    .option(
      "--from <time>",
      `nothing before this time: ${TIME_FORMS}. The whole history if omitted`,
    )
    .option(
      "--rebuild",
      "also hours that are rolled up already, for example after a sensor's role has changed",
    )
    .action(async (greenhouseId: string | undefined, options: RollupOptions) => {
      const { farm } = options;
      if (greenhouseId !== undefined && farm === undefined)
        await rollUpGreenhouse(greenhouseId, options);
      else if (greenhouseId === undefined && farm !== undefined) await rollUpFarm(farm, options);
      else throw misused("Give a greenhouse, or a farm with --farm.");
    });
}

interface RollupOptions {
  readonly farm?: string;
  readonly from?: string;
  readonly rebuild?: true;
}

/**
 * Folds one greenhouse after another. Reports what is done, also after an interruption or a
 * failure.
 */
async function foldGreenhouses(
  session: OpenSession,
  { farm, from, rebuild }: RollupOptions,
  find: () => Promise<readonly Greenhouse[]>,
): Promise<void> {
  const now = session.now();
  const fromMs = from === undefined ? undefined : requireTime("--from", from, now);
  if (fromMs !== undefined && fromMs > now) throw misused("--from must not be in the future.");
  const greenhouses = await find();
  const asJobs = await session.connections.open(JOBS_UID);
  const progress = await session.startProgress("Rolling up");
  const stopping = session.takeOverInterrupt();
  const done: Done[] = [];
  try {
    for (const [index, greenhouse] of greenhouses.entries()) {
      if (stopping.aborted) break;
      const { greenhouseId } = greenhouse;
      const onStep = (share: number, atMs: number): void => {
        const text = farm === undefined ? "" : `${greenhouseId} `;
        progress.show((index + share) / greenhouses.length, text + formatTime(atMs));
      };
      const plan = { fromMs, isRebuild: rebuild === true, stopping, onStep };
      const result = await foldHistory(session, asJobs, greenhouse, plan);
      const json = { greenhouseId, folds: 0, ...result };
      done.push({ json, text: describe(greenhouseId, result) });
    }
  } finally {
    progress.end();
    if (done.length > 0 || greenhouses.length === 0) report(session, farm, done);
  }
  if (stopping.aborted) throw interrupted(rebuild === true);
}

interface Done {
  readonly json: JsonObject;
  readonly text: string;
}

function report({ out }: OpenSession, farm: string | undefined, done: readonly Done[]): void {
  const json = done.map((result) => result.json);
  const text = done.map((result) => result.text).join("\n") || `${farm ?? ""} has no greenhouses.`;
  out.result(farm === undefined ? (json[0] ?? null) : json, text);
}

function describe(greenhouseId: string, result: RollupResult | undefined): string {
  if (result === undefined) return `${greenhouseId} has no readings to roll up.`;
  const { from, until, folds } = result;
  const span = `from ${formatTime(from)} to ${formatTime(until)}`;
  const done = folds === 0 ? "everything was up to date" : count(folds, "fold");
  return `${greenhouseId} is rolled up ${span}: ${done}.`;
}

function interrupted(isRebuild: boolean): Error {
  const hint = isRebuild
    ? "The hours that were rebuilt are stored. Run it again to rebuild all of them."
    : "The hours that were rolled up are stored. Run it again to go on.";
  return new CommandError(EXIT.interrupted, "Interrupted.", hint);
}
