/** One look at a farm: reads it, decides, and stores the decision and the messages about it in one update. */

import type { AlertSettings, NotifiedAlert, OutboxEntry } from "../../../domain/src/alerts";
import type { Database } from "../database";
import type { Log } from "../log";
import { decide, mustNotify, type Notifications } from "./decide";
import { createLastHours } from "./last-hour";
import { findRecipients } from "./recipients";
import { readFarm } from "./records";

export interface LookParts {
  readonly database: Database;
  readonly log: Pick<Log, "farmFailed">;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly createPushKey: (nowMs: number) => string;
}

/** Alerts of a message that show the last hour; reading it is the expensive part. */
const MAX_HOURS = 8;

/** `overtaken`: another run changed the farm's alerts in the meantime, and its decision is the one stored. */
export type LookResult = "unchanged" | "changed" | "overtaken";

export async function lookAtFarm(
  { database, log, now, createPushKey }: LookParts,
  farmId: string,
  settings: AlertSettings,
): Promise<LookResult> {
  const farm = await readFarm(database, farmId, settings);
  const at = now();
  const { update, notifications } = decide(farm, at, createPushKey);
  if (Object.keys(update).length === 0) return "unchanged";
  const messages: Record<string, OutboxEntry> = {};
  if (mustNotify(notifications)) {
    const recipients = await findRecipients(database, farmId, settings, log);
    if (recipients.length > 0) {
      const path = `alertOutbox/${farmId}/${createPushKey(at)}`;
      const to = recipients.map((id) => [id, { attempts: 0, nextAt: at }] as const);
      const full = await withLastHours(database, notifications, at);
      messages[path] = { at, ...withoutEmpty(full), to: Object.fromEntries(to) };
    }
  }
  const result = await database.update({ ...update, ...messages });
  if (result === "stored") return "changed";
  const version = await database.get(`alerts/${farmId}/version`);
  if ((version ?? 0) !== farm.state.version) return "overtaken";
  throw new Error("The database's rules refuse what a look decided.");
}

async function withLastHours(
  database: Database,
  notifications: Notifications,
  now: number,
): Promise<Notifications> {
  let left = MAX_HOURS;
  const readLastHour = createLastHours(database, now);
  const extend = async (facts: Notifications["raised"]): Promise<Notifications["raised"]> => {
    const extended = Object.entries(facts).map(async ([id, fact]) => {
      if (fact.measurement === undefined || fact.kind === "silent" || left === 0) return [id, fact];
      left -= 1;
      const hour = await readLastHour(fact);
      return [id, hour === undefined ? fact : { ...fact, hour }];
    });
    return Object.fromEntries(await Promise.all(extended)) as Record<string, NotifiedAlert>;
  };
  return {
    ...notifications,
    raised: await extend(notifications.raised),
    reminded: await extend(notifications.reminded),
  };
}

/** The database stores no empty objects. */
function withoutEmpty(notifications: Notifications): Partial<Notifications> {
  return Object.fromEntries(
    Object.entries(notifications).filter(([, facts]) => Object.keys(facts as object).length > 0),
  );
}
