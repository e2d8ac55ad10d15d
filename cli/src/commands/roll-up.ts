/** `farm history roll-up`: builds the roll-ups of the past, which the jobs do not. */

import type { Command } from "commander";
import { CommandError, EXIT } from "../failure";
import { requireGreenhouse } from "../farms";
import { requireTime } from "../period";
import { rollUp } from "../roll-up";
import type { OpenSession } from "../session";
import { count } from "../text";
import { formatTime, TIME_FORMS } from "../time";
import type { Runner } from "./command";

export function addRollUpCommand(history: Command, { openedForGreenhouse }: Runner): void {
  history
    .command("roll-up")
    .description("roll up the past hour by hour and day by day, for charts over months")
    .argument("<greenhouseId>")
    .option("--from <time>", `not what was before: ${TIME_FORMS}. The beginning, unless given`)
    .option(
      "--rebuild",
      "also what is rolled up already, such as after a sensor's role has changed",
    )
    .action(openedForGreenhouse(rollUpHistory));
}

interface RollUpOptions {
  readonly from?: string;
  readonly rebuild?: true;
}

async function rollUpHistory(
  session: OpenSession,
  greenhouseId: string,
  { from, rebuild }: RollUpOptions,
): Promise<void> {
  const { out, database } = session;
  const fromMs = from === undefined ? undefined : requireTime("--from", from, session.now());
  const greenhouse = await requireGreenhouse(database, greenhouseId);
  const progress = await session.startProgress("Rolling up");
  const stopping = session.takeOverInterrupt();
  const onStep = (share: number, atMs: number): void => progress.show(share, formatTime(atMs));
  const plan = { fromMs, isAnew: rebuild === true, stopping, onStep };
  const result = await rollUp(session, greenhouse, plan).finally(() => progress.end());
  if (result === undefined) {
    out.result({ greenhouseId, folds: 0 }, `${greenhouseId} has no readings to roll up.`);
    return;
  }
  const { from: first, until, folds } = result;
  const span = `from ${formatTime(first)} to ${formatTime(until)}`;
  out.result(
    { greenhouseId, from: first, until, folds },
    `${greenhouseId} is rolled up ${span}: ${count(folds, "fold")}.`,
  );
  if (stopping.aborted) {
    const hint =
      rebuild === true
        ? "What was rebuilt is stored; run it again to rebuild all of it."
        : "What was rolled up is stored; run it again to go on.";
    throw new CommandError(EXIT.interrupted, "Interrupted.", hint);
  }
}
