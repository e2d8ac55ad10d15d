/** Sends the devices' readings, each at its turn, and counts the answers. */

import { readingRequest, send } from "../reading";
import type { Session } from "../session";
import { measureAt } from "./curve";
import type { Device } from "./fleet";
import { turnsOf } from "./schedule";
import type { Schedule } from "./schedule";
import { record } from "./tally";
import type { Tally } from "./tally";

/** What a run needs of a session. */
export type Sender = Pick<Session, "now" | "sleep" | "random"> & {
  readonly target: Pick<Session["target"], "functionsUrl">;
};

export interface RunPlan {
  readonly fleet: readonly Device[];
  readonly schedule: Schedule;
  /** How many requests may be in flight at once. */
  readonly concurrency: number;
  readonly farmKey: string;
  readonly sensorKey: string | undefined;
  readonly stopping: AbortSignal;
  /** @param share from 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** Resolves when every request is answered or has timed out. */
export async function runFleet(session: Sender, plan: RunPlan, tally: Tally): Promise<void> {
  const { schedule, concurrency, stopping } = plan;
  const startMs = session.now();
  const elapsed = (): number => session.now() - startMs;
  const inFlight = new Set<Promise<void>>();
  for (const { device, dueMs } of turnsOf(schedule)) {
    if (dueMs > elapsed()) await session.sleep(dueMs - elapsed(), stopping);
    while (inFlight.size >= concurrency) await Promise.race(inFlight);
    if (stopping.aborted) break;
    // The device's next turn has come: this one is skipped.
    if (elapsed() >= dueMs + schedule.everyMs) {
      tally.skipped += 1;
      continue;
    }
    const work = sendOne(session, plan, device).then((sending) => {
      record(tally, sending);
      inFlight.delete(work);
      plan.onProgress(elapsed() / schedule.forMs);
    });
    inFlight.add(work);
  }
  await Promise.all(inFlight);
}

function sendOne(session: Sender, plan: RunPlan, index: number): ReturnType<typeof send> {
  const device = plan.fleet[index];
  if (device === undefined) throw new Error(`There is no device ${index}.`);
  const nowMs = session.now();
  const measurements = measureAt(device.climate, nowMs, session.random);
  const { uid, variant } = device;
  const key = variant === "key-in-body" ? (plan.sensorKey ?? "") : plan.farmKey;
  const reading = { uid, timestamp: String(nowMs), measurements };
  const { body, headers } = readingRequest(variant, key, reading);
  return send(`${session.target.functionsUrl}/sensorData`, body, { headers });
}
