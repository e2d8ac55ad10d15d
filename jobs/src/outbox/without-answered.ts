import { isAwaitingAnswer } from "@greenhouse/domain/alerts/escalation";
import { parseOpenAlerts } from "@greenhouse/domain/alerts/records";
import { isUnanswered, type Notification } from "../messages/notification";
import type { Run } from "../run";

/**
 * Leaves out the named alerts that somebody has answered, or that are over, since the notification was written. Returns
 * undefined if nothing is left of it. A test message has no alerts, and stays.
 */
export async function withoutAnswered(
  { database, now }: Pick<Run, "database" | "now">,
  notification: Notification,
): Promise<Notification | undefined> {
  const { farmId, alerts, others } = notification;
  if (alerts === undefined) return notification;
  const kept = await Promise.all(
    Object.entries(alerts).map(async ([id, alert]) => {
      if (!isUnanswered(alert)) return [[id, alert] as const];
      const stored = { [id]: await database.get(`alerts/${farmId}/open/${id}`) };
      const isWaiting = parseOpenAlerts(stored).some((open) => isAwaitingAnswer(open, now()));
      return isWaiting ? [[id, alert] as const] : [];
    }),
  );
  const left = Object.fromEntries(kept.flat());
  const isEmpty = Object.keys({ ...left, ...others }).length === 0;
  return isEmpty ? undefined : { ...notification, alerts: left };
}
