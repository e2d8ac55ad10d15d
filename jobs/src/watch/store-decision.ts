/**
 * Stores the decision of a check. Each update holds at most 1,000 alerts, and the notifications about them. A later
 * update of the check replaces these notifications by notifications about all alerts so far. So a run that is killed
 * loses nothing, and the next check stores the rest.
 */

import { isOfOutput } from "@greenhouse/domain/alerts/model";
import { MAX_NAME_CHARACTERS } from "@greenhouse/domain/identity/keys";
import { toText } from "@greenhouse/domain/words/text";
import { isUnanswered, rank } from "../messages/notification";
import { remember } from "../remember";
import type { Run } from "../run";
import type { AlertUpdate, Decision } from "./decide";
import type { Transition } from "../outbox/transition";
import { createLastHours } from "./last-hour";
import { planUpdate, readQueue } from "../outbox/queue";
import { MAX_ALERTS, type FarmRecords } from "./read-farm";

/** Bounds of one update. The database accepts 16 MB at once, but answers no other request in the meantime. */
const MAX_BATCH_ALERTS = 1_000;
const MAX_BATCH_BYTES = 1_000_000;
/** Refused updates after which a check stops. Rules of another version refuse every update. */
const MAX_REFUSALS = 200;
/** Alerts of a notification that show the last hour, which is expensive to read. */
const MAX_LAST_HOURS = 8;

export interface StoreResult {
  /** Whether anything was stored. Another run may have been faster. */
  readonly isChanged: boolean;
  /** Whether the rules refused the rest, for example because a sensor was removed since the farm was read. */
  readonly isRefused: boolean;
}

export interface StoreOptions {
  /** After this time, in Unix milliseconds, only the first update begins. */
  readonly until: number;
  /** Halves a refused update until it holds a single alert. Leaves out that alert, and stores all others. */
  readonly skipsRefused: boolean;
}

export async function storeDecision(
  run: Run,
  farm: FarmRecords,
  { updates, unanswered }: Decision,
  { until, skipsRefused }: StoreOptions,
): Promise<StoreResult> {
  const { database, log, now } = run;
  const { farmId, state } = farm;
  const path = `alerts/${farmId}/version`;
  const complete = withinLimit(farm, await withNamesAndHours(run, farm, updates));
  if (complete.length < updates.length) {
    log.alertsLeft(farmId, updates.length - complete.length);
  }
  let queue = await readQueue(run, farm, transitionsOf(complete), unanswered);
  const waiting = [...batchesOf(complete)];
  let { version } = state;
  let refusals = 0;
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    // The first update is always tried, so that checks of a farm that is slow to read make progress.
    if (version + refusals > state.version && now() >= until) break;
    const queued = planUpdate(queue, transitionsOf(batch), run.createPushKey);
    const result = await database.update({
      ...Object.fromEntries(batch.flatMap(({ update }) => Object.entries(update))),
      ...queued.update,
      [path]: version + 1,
    });
    if (result === "stored") {
      version += 1;
      queue = queued.next;
      continue;
    }
    if (((await database.get(path)) ?? 0) !== version) break;
    refusals += 1;
    if (!skipsRefused || refusals >= MAX_REFUSALS) break;
    if (batch.length > 1) waiting.unshift(...halvesOf(batch));
    else log.alertRefused(farmId, alertIdsOf(batch));
  }
  const isChanged = version > state.version;
  const isSkipped = skipsRefused && (isChanged || complete.length === 1);
  return { isChanged, isRefused: refusals > 0 && !isSkipped };
}

function transitionsOf(updates: readonly AlertUpdate[]): readonly Transition[] {
  return updates.flatMap(({ transition }) => transition ?? []);
}

function halvesOf(batch: readonly AlertUpdate[]): readonly (readonly AlertUpdate[])[] {
  const middle = Math.ceil(batch.length / 2);
  return [batch.slice(0, middle), batch.slice(middle)];
}

/** Returns the ids of the alerts from the paths: `alerts/<farmId>/open/<alertId>`. */
function alertIdsOf(batch: readonly AlertUpdate[]): string {
  const ids = batch.flatMap(({ update }) =>
    Object.keys(update).flatMap(
      (path) => /\/(?:open|pending|late)\/([^/]+)/u.exec(path)?.[1] ?? [],
    ),
  );
  return [...new Set(ids)].join(" ");
}

/**
 * Adds the names of people who acknowledged, and the last hour of the worst alerts. Sorts the worst alerts first, so that
 * the notification of the first update names them.
 */
async function withNamesAndHours(
  { database, now }: Run,
  { farmId, greenhouses }: FarmRecords,
  updates: readonly AlertUpdate[],
): Promise<readonly AlertUpdate[]> {
  const notified = new Map(
    updates.flatMap(({ update, transition }) =>
      transition ? [[transition.alert.id, { update, transition }] as const] : [],
    ),
  );
  const ranked = rank([...notified.values()].map(({ transition }) => transition.alert));
  const graphs = new Set(
    ranked
      .filter((alert) => alert.kind !== "silent" && !isOfOutput(alert.kind) && isUnanswered(alert))
      .slice(0, MAX_LAST_HOURS),
  );
  const readLastHour = createLastHours(database, greenhouses, now());
  const readName = remember(async (person: string) => {
    const name = await database.get(`farms/${farmId}/names/${person}`);
    return typeof name === "string" ? toText(name, MAX_NAME_CHARACTERS) : undefined;
  });
  // A storm has tens of thousands of alerts. Complete records are not copied.
  const incomplete = [...notified.values()].filter(
    ({ transition: { alert, by } }) => by !== undefined || graphs.has(alert),
  );
  await Promise.all(
    incomplete.map(async ({ update, transition }) => {
      const { alert, by } = transition;
      const hour = graphs.has(alert) ? await readLastHour(alert) : undefined;
      const acknowledgedBy = by === undefined ? undefined : await readName(by);
      const named = { ...alert, ...(hour && { hour }), ...(acknowledgedBy && { acknowledgedBy }) };
      notified.set(alert.id, { update, transition: { ...transition, alert: named } });
    }),
  );
  return [
    ...ranked.flatMap(({ id }) => notified.get(id) ?? []),
    ...updates.filter(({ transition }) => transition === undefined),
  ];
}

/** Leaves out alerts beyond `maxAlerts`, which the next check could not read. @param updates the worst first */
export function withinLimit(
  { farmId, state }: Pick<FarmRecords, "farmId" | "state">,
  updates: readonly AlertUpdate[],
  maxAlerts = MAX_ALERTS,
): readonly AlertUpdate[] {
  const pendingPath = `alerts/${farmId}/pending/`;
  let [open, pending] = [state.open.size, state.pending.size];
  return updates.filter(({ update, transition }) => {
    if (transition?.alert.state === "raised") return (open += 1) <= maxAlerts;
    const isPending = Object.entries(update).some(
      ([path, value]) => value !== null && path.startsWith(pendingPath),
    );
    return !isPending || (pending += 1) <= maxAlerts;
  });
}

function* batchesOf(updates: readonly AlertUpdate[]): Generator<readonly AlertUpdate[]> {
  let batch: AlertUpdate[] = [];
  let bytes = 0;
  for (const alertUpdate of updates) {
    const size = Buffer.byteLength(JSON.stringify(alertUpdate.update));
    if (batch.length === MAX_BATCH_ALERTS || (batch.length > 0 && bytes + size > MAX_BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(alertUpdate);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}
