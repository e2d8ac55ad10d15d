/** `farm alerts ack`: a member acknowledges alerts. */

import { MAX_SNOOZE_MS } from "@greenhouse/domain/alerts/settings";
import { readOpen } from "../../alerts/stored-alerts";
import type { Json } from "../../core/database";
import { failed, misused } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { deniedByRules, serverTime } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { count } from "../../core/text";
import { formatMinute, parseDuration } from "../../core/time";
import { nameAll, requireFarm, requireMember } from "../../farm/stored-farms";

/** Maximum number of alerts that one update acknowledges. */
const MAX_ACKNOWLEDGED = 1000;

interface AcknowledgeOptions {
  readonly all?: true;
  readonly snooze?: string;
  readonly as: string;
}

export async function acknowledgeAlerts(
  session: OpenSession,
  farmId: string,
  alertId: string | undefined,
  options: AcknowledgeOptions,
): Promise<void> {
  if ((alertId === undefined) !== (options.all === true)) {
    throw misused(
      "Name one alert, or give --all.",
      `${farmCommand("alerts list", [farmId])} shows them.`,
    );
  }
  const snoozeMs = readSnooze(options.snooze);
  const { database, out } = session;
  const farm = await requireFarm(database, farmId);
  const { uid } = await requireMember(session, farm, options.as);
  const nameOf = await nameAll(session, farm, [uid]);
  const open = await readOpen(database, farmId);
  const chosen =
    alertId === undefined ? unanswered(open, snoozeMs) : [requireOpen(open, farmId, alertId)];
  const snoozedUntil = snoozeMs === undefined ? undefined : (await serverTime(session)) + snoozeMs;
  await writeAnswers(session, farmId, chosen, { uid, snoozedUntil });
  const until =
    snoozedUntil === undefined
      ? ""
      : ` Nobody is notified of this before ${formatMinute(snoozedUntil)}.`;
  out.result(
    {
      farmId,
      by: uid,
      name: nameOf(uid),
      acknowledged: chosen.map((alert) => ({
        alertId: alert.id,
        snoozedUntil: snoozedUntil ?? alert.snoozedUntil ?? null,
      })),
    },
    chosen.length === 0
      ? `No alert of ${farmId} is waiting for an answer.`
      : `${nameOf(uid)} takes care of ${count(chosen.length, "alert")} of ${farmId}.${until}`,
  );
}

type Open = Awaited<ReturnType<typeof readOpen>>;

/** Leaves out alerts that somebody has acknowledged already, unless the command snoozes all. */
function unanswered(open: Open, snoozeMs: number | undefined): Open {
  return open.filter(
    ({ acknowledgedBy }) => acknowledgedBy === undefined || snoozeMs !== undefined,
  );
}

/** @throws CommandError (failed) if the alert is not open */
function requireOpen(open: Open, farmId: string, alertId: string): Open[number] {
  const alert = open.find(({ id }) => id === alertId);
  if (alert !== undefined) return alert;
  throw failed(
    `There is no open alert ${alertId} at ${farmId}: it may have ended.`,
    `Open alerts: ${farmCommand("alerts list", [farmId])}`,
  );
}

interface Answer {
  readonly uid: string;
  readonly snoozedUntil: number | undefined;
}

/** @throws CommandError (failed) if the rules reject it */
async function writeAnswers(
  { connections }: OpenSession,
  farmId: string,
  chosen: Open,
  { uid, snoozedUntil }: Answer,
): Promise<void> {
  if (chosen.length === 0) return;
  const asMember = await connections.open(uid);
  for (let from = 0; from < chosen.length; from += MAX_ACKNOWLEDGED) {
    const changes: Record<string, Json> = {};
    for (const { id } of chosen.slice(from, from + MAX_ACKNOWLEDGED)) {
      const path = `alerts/${farmId}/open/${id}`;
      changes[`${path}/acknowledgedBy`] = uid;
      if (snoozedUntil !== undefined) changes[`${path}/snoozedUntil`] = snoozedUntil;
    }
    if ((await asMember.update(changes)) === "denied") throw deniedByRules();
  }
}

/** @throws CommandError (usage) if the text is not a duration of up to a week */
function readSnooze(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const duration = parseDuration(text);
  if (duration !== undefined && duration > 0 && duration <= MAX_SNOOZE_MS) return duration;
  throw misused(
    `--snooze ${text} is not a duration of up to a week.`,
    "Use a duration like 90m, 2h or 3d.",
  );
}
