/** Acknowledges and snoozes alerts. These changes behave like the changes in `changes.ts`. */

import type { Values, Writes } from "./writes";

/**
 * One update per alert would take minutes in a storm. One update for all alerts may be more than the database accepts.
 */
const MAX_PER_UPDATE = 5000;

/** Acknowledges alerts. @param by a person's uid; undefined undoes the acknowledgement */
export function acknowledge(
  writes: Writes,
  farmId: string,
  alertIds: readonly string[],
  by: string | undefined,
): Promise<void> {
  return answer(writes, farmId, alertIds, "acknowledgedBy", by ?? null);
}

/** Snoozes alerts. @param until Unix milliseconds; undefined ends the snooze */
export function snooze(
  writes: Writes,
  farmId: string,
  alertIds: readonly string[],
  until: number | undefined,
): Promise<void> {
  return answer(writes, farmId, alertIds, "snoozedUntil", until ?? null);
}

async function answer(
  writes: Writes,
  farmId: string,
  alertIds: readonly string[],
  field: "acknowledgedBy" | "snoozedUntil",
  value: string | number | null,
): Promise<void> {
  const valuesOf = (alerts: readonly string[]): Values =>
    Object.fromEntries(alerts.map((alert) => [`${alert}/${field}`, value]));
  const all = alertIds.map((alertId) => `alerts/${farmId}/open/${alertId}`);
  const parts = Array.from({ length: Math.ceil(all.length / MAX_PER_UPDATE) }, (_, index) =>
    all.slice(index * MAX_PER_UPDATE, (index + 1) * MAX_PER_UPDATE),
  );
  await Promise.all(
    parts.map((alerts) =>
      writes.run(valuesOf(alerts), (update) =>
        answerEach(writes, alerts, (part) => update(valuesOf(part))),
      ),
    ),
  );
}

/**
 * Stores one update for all alerts. If the rules refuse it, because an alert has ended, tries each half. So the answers
 * to all other alerts are stored.
 */
async function answerEach(
  writes: Writes,
  alerts: readonly string[],
  update: (alerts: readonly string[]) => Promise<void>,
): Promise<void> {
  try {
    await update(alerts);
  } catch (error) {
    const half = Math.ceil(alerts.length / 2);
    const [first] = alerts;
    if (first !== undefined && alerts.length > 1) {
      const halves = [alerts.slice(0, half), alerts.slice(half)];
      await Promise.all(halves.map((part) => answerEach(writes, part, update)));
    } else if (first !== undefined && (await writes.read(first)) !== null) {
      throw error;
    }
  }
}
