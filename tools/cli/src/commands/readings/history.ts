/** `farm history prune`: counts old history and, with --delete, deletes it. */

import type { Command } from "commander";
import type { Period } from "@greenhouse/domain/identity/key-range";
import { NO_CORRECTIONS } from "@greenhouse/domain/quantities/corrections";
import { parseCoverage } from "@greenhouse/domain/rollups/rollups";
import type { JsonObject } from "../../core/database";
import { EXIT, CommandError, misused } from "../../core/failure";
import { requireGreenhouse } from "../../farm/stored-farms";
import { findSources, readPages, shareOf } from "../../readings/history-pages";
import type { Entry } from "../../readings/history-pages";
import { requireTime } from "../../core/period";
import { farmCommand } from "../../core/hint";
import { isUnfolded, keepRollups } from "../../readings/fold-history";
import type { Progress } from "../../core/progress";
import type { OpenSession } from "../../core/session";
import { count } from "../../core/text";
import { formatTime, TIME_FORMS } from "../../core/time";
import type { Runner } from "../command";
import { addRollupCommand } from "./rollup";

export function addHistoryCommands(program: Command, runner: Runner): void {
  const { opened } = runner;
  const history = program.command("history").description("the history of a greenhouse");
  history
    .command("prune")
    .description("count the entries before a time and, with --delete, delete them permanently")
    .argument("<greenhouseId>")
    .requiredOption("--before <time>", `entries from this time on stay: ${TIME_FORMS}`)
    .option("--delete", "delete them, after you have typed the greenhouse's id")
    .option("--not-rolled-up", "also delete what is not rolled up yet: charts over months lose it")
    .option("--confirm <greenhouseId>", "the greenhouse's id, to confirm without a terminal")
    .action(opened(pruneHistory));
  addRollupCommand(history, runner);
}

interface PruneOptions {
  readonly before: string;
  readonly delete?: true;
  readonly notRolledUp?: true;
  readonly confirm?: string;
}

interface Tally {
  entries: number;
  /** Entries that are not rolled up. */
  unfolded: number;
  oldestMs: number | undefined;
  newestMs: number | undefined;
}

async function pruneHistory(
  session: OpenSession,
  greenhouseId: string,
  options: PruneOptions,
): Promise<void> {
  const { database, out } = session;
  const beforeMs = requireTime("--before", options.before, session.now());
  if (beforeMs > session.now()) throw misused("--before must not be in the future.");
  const greenhouse = await requireGreenhouse(database, greenhouseId);
  const period = { fromMs: 0, toMs: beforeMs };
  const coverage = parseCoverage(await database.read(`rollupCoverage/${greenhouseId}`));
  const isLost = (timeMs: number): boolean => isUnfolded(coverage, timeMs, session.now());
  const plan = { greenhouse: greenhouseId, period, isLost };
  const found = await walk(session, plan, "Counting");
  const report = (deleted: number): JsonObject => ({
    greenhouseId,
    before: beforeMs,
    entries: found.entries,
    notRolledUp: found.unfolded,
    oldest: found.oldestMs ?? null,
    newest: found.newestMs ?? null,
    deleted,
  });
  const loss = lossOf(found);
  const summary = describe(found, greenhouseId, beforeMs) + (loss === undefined ? "" : ` ${loss}`);
  if (options.delete !== true || found.entries === 0) {
    const next = found.entries === 0 ? "" : " Nothing was deleted. Add --delete to delete them.";
    out.result(report(0), `${summary}${next}`);
    return;
  }
  if (loss !== undefined && options.notRolledUp !== true) {
    throw new CommandError(
      EXIT.notConfirmed,
      `${loss} Charts over months would lose them, too.`,
      `Roll them up first: ${farmCommand("history rollup", [greenhouseId])}. Or add --not-rolled-up to delete them anyway.`,
    );
  }
  await session.confirmation.word(
    `${summary} They will be deleted permanently.`,
    greenhouseId,
    options.confirm,
    "--confirm",
  );
  await keepRollups(session, greenhouse, beforeMs);
  const stopping = session.takeOverInterrupt();
  const removed = await walk(session, plan, "Deleting", stopping, async (page) => {
    // The rules let no owner delete history, so the administrator does.
    await database.update(Object.fromEntries(page.map(({ path }) => [path, null])));
  });
  out.result(
    report(removed.entries),
    `Deleted ${count(removed.entries, "entry", "entries")} of ${greenhouseId}.`,
  );
  if (stopping.aborted) {
    throw new CommandError(EXIT.interrupted, "Interrupted.", "Run it again to delete the rest.");
  }
}

/** Says how many entries are not rolled up; undefined if all are. */
function lossOf({ unfolded }: Tally): string | undefined {
  return unfolded === 0
    ? undefined
    : `${count(unfolded, "entry is", "entries are")} not rolled up yet.`;
}

interface WalkPlan {
  readonly greenhouse: string;
  readonly period: Period;
  /** Whether the rollups lack an entry of this time. */
  readonly isLost: (timeMs: number) => boolean;
}

/** Visits the entries of a period, the oldest of each source first. */
async function walk(
  session: OpenSession,
  { greenhouse, period, isLost }: WalkPlan,
  title: string,
  stopping?: AbortSignal,
  work: (page: readonly Entry[]) => Promise<void> = () => Promise.resolve(),
): Promise<Tally> {
  const tally: Tally = { entries: 0, unfolded: 0, oldestMs: undefined, newestMs: undefined };
  const progress: Progress = await session.startProgress(title);
  const sources = await findSources(session.database, greenhouse, period);
  try {
    for (const [index, source] of sources.entries()) {
      for await (const page of readPages(session.database, source, period, NO_CORRECTIONS)) {
        if (stopping?.aborted === true) return tally;
        const last = page.at(-1);
        if (last === undefined) continue;
        await work(page);
        add(tally, page, isLost);
        const share = (index + shareOf(last, period)) / sources.length;
        progress.show(share, count(tally.entries, "entry", "entries"));
      }
    }
    return tally;
  } finally {
    progress.end();
  }
}

function add(tally: Tally, page: readonly Entry[], isLost: WalkPlan["isLost"]): void {
  tally.entries += page.length;
  tally.unfolded += page.filter(({ updatedAt }) => isLost(updatedAt)).length;
  for (const { updatedAt } of page) {
    tally.oldestMs = Math.min(tally.oldestMs ?? updatedAt, updatedAt);
    tally.newestMs = Math.max(tally.newestMs ?? updatedAt, updatedAt);
  }
}

function describe({ entries, oldestMs, newestMs }: Tally, id: string, beforeMs: number): string {
  const before = `before ${formatTime(beforeMs)}`;
  if (oldestMs === undefined || newestMs === undefined) return `${id} has no entries ${before}.`;
  const span = `from ${formatTime(oldestMs)} to ${formatTime(newestMs)}`;
  return `${id} has ${count(entries, "entry", "entries")} ${before}, ${span}.`;
}
