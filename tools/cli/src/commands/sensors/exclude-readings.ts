/** `farm sensor exclude`: readings of a span that do not count. Nothing is deleted. */

import {
  MAX_EXCLUSION_AHEAD_MS,
  MAX_EXCLUSION_MS,
} from "@greenhouse/domain/quantities/corrections-model";
import { MEASUREMENTS } from "@greenhouse/domain/quantities/measurements";
import type { Measurement } from "@greenhouse/domain/quantities/measurements";
import { DAY_MS } from "@greenhouse/domain/time";
import { misused } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { parsePeriod } from "../../core/period";
import { serverTime } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { formatMinute } from "../../core/time";
import { problemOfName, refuseProblems } from "../../core/validation";
import { correctionJson, nameOf } from "../../corrections/correction-text";
import { storeExclusions } from "../../corrections/store-exclusions";
import { requireFarm, requireSensor } from "../../farm/stored-farms";

export interface ExcludeOptions {
  readonly from: string;
  readonly until: string;
  readonly quantity?: readonly string[];
  readonly note?: string;
}

const MAX_DAYS = Math.floor(MAX_EXCLUSION_MS / DAY_MS);
const MAX_DAYS_AHEAD = MAX_EXCLUSION_AHEAD_MS / DAY_MS;

export async function excludeReadings(
  session: OpenSession,
  uid: string,
  { from: typedFrom, until: typedUntil, quantity: typed = [], note }: ExcludeOptions,
): Promise<void> {
  const quantities = requireQuantities(typed);
  if (note !== undefined) refuseProblems(problemOfName("note", note));
  const nowMs = await serverTime(session);
  const { fromMs: from, toMs: until } = parsePeriod(typedFrom, typedUntil, nowMs, "--until");
  if (until - from > MAX_EXCLUSION_MS) {
    throw misused(`An exclusion can have at most ${MAX_DAYS} days.`, "Make several.");
  }
  if (until > nowMs + MAX_EXCLUSION_AHEAD_MS) {
    throw misused(`--until must be at most ${MAX_DAYS_AHEAD} days ahead.`);
  }
  const sensor = await requireSensor(session.database, uid);
  const farm = await requireFarm(session.database, sensor.farmId);
  const added = await storeExclusions(
    session,
    farm,
    (quantities.length === 0 ? [undefined] : quantities).map((quantity) => ({
      uid,
      exclusion: { from, until, quantity, note },
    })),
    nowMs,
  );
  const names = quantities.length === 0 ? "All readings" : `The ${quantities.join(" and ")}`;
  session.out.result(
    added.map(correctionJson),
    [
      `${names} of ${uid} from ${formatMinute(from)} to ${formatMinute(until)} ${quantities.length === 1 ? "does" : "do"} not count. History keeps the readings.`,
      ...added.map((change) => `Undo: ${farmCommand("sensor undo", [uid, nameOf(change)])}`),
    ].join("\n"),
  );
}

/** @throws CommandError (usage) */
function requireQuantities(typed: readonly string[]): readonly Measurement[] {
  const unknown = typed.find((name) => !MEASUREMENTS.some((measurement) => measurement === name));
  if (unknown === undefined) return MEASUREMENTS.filter((name) => typed.includes(name));
  throw misused(
    `--quantity ${unknown} is not a quantity that sensors send.`,
    `Use ${MEASUREMENTS.join(", ")}.`,
  );
}
