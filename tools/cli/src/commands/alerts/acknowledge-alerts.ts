/** `farm alerts ack`: a member takes care of alerts. */

import { DAY_MS } from "@greenhouse/domain/time";
import { readOpen } from "../../alerts/stored-alerts";
import type { Json } from "../../core/database";
import { failed, misused } from "../../core/failure";
import { farmCommand } from "../../core/hint";
import { deniedByRules, serverTime } from "../../core/session";
import type { OpenSession } from "../../core/session";
import { count } from "../../core/text";
import { formatMinute, parseDuration } from "../../core/time";
import { nameAll, requireFarm, requireMember } from "../../farm/farms";

/** Alerts that one update acknowledges. */
const MAX_ACKNOWLEDGED = 1000;
const WEEK_MS = 7 * DAY_MS;

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
  // Of all, those that somebody takes care of stay theirs, unless they are snoozed now.
  const isMeant = ({ id, acknowledgedBy }: (typeof open)[number]): boolean =>
    alertId === undefined ? acknowledgedBy === undefined || snoozeMs !== undefined : id === alertId;
  const chosen = open.filter(isMeant);
  if (alertId !== undefined && chosen.length === 0) {
    throw failed(
      `There is no open alert ${alertId} at ${farmId}: it may be over.`,
      `Those that are open: ${farmCommand("alerts list", [farmId])}`,
    );
  }
  const now = await serverTime(session);
  const snoozedUntil = snoozeMs === undefined ? undefined : now + snoozeMs;
  const asMember = chosen.length === 0 ? undefined : await session.connections.open(uid);
  for (let from = 0; from < chosen.length; from += MAX_ACKNOWLEDGED) {
    const changes: Record<string, Json> = {};
    for (const { id } of chosen.slice(from, from + MAX_ACKNOWLEDGED)) {
      changes[`alerts/${farmId}/open/${id}/acknowledgedBy`] = uid;
      if (snoozedUntil === undefined) continue;
      changes[`alerts/${farmId}/open/${id}/snoozedUntil`] = snoozedUntil;
    }
    if ((await asMember?.update(changes)) === "denied") throw deniedByRules();
  }
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
      ? `No alert of ${farmId} waits for an answer.`
      : `${nameOf(uid)} takes care of ${count(chosen.length, "alert")} of ${farmId}.${until}`,
  );
}

/** @throws CommandError (usage) where the text is no duration up to a week */
function readSnooze(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const duration = parseDuration(text);
  if (duration !== undefined && duration > 0 && duration <= WEEK_MS) return duration;
  throw misused(
    `--snooze ${text} is no duration of at most a week.`,
    "Give one like 90m, 2h or 3d.",
  );
}
