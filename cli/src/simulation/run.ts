/** Lets the devices send, each at its turn, and counts what becomes of it. */

import { keyedBody, send, signedBody } from "../reading";
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
  /** How many requests may be on their way at once. */
  readonly concurrency: number;
  readonly farmKey: string;
  /** Known where a device needs it. */
  readonly sensorKey: string | undefined;
  readonly stopping: AbortSignal;
  /** @param share from 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** Resolves when every request has its answer, or none within the time that a request may take. */
export async function runFleet(session: Sender, plan: RunPlan, tally: Tally): Promise<void> {
  const { schedule, concurrency, stopping } = plan;
  const startMs = session.now();
  const elapsed = (): number => session.now() - startMs;
  const underWay = new Set<Promise<void>>();
  for (const { device, dueMs } of turnsOf(schedule)) {
    if (dueMs > elapsed()) await session.sleep(dueMs - elapsed(), stopping);
    while (underWay.size >= concurrency) await Promise.race(underWay);
    if (stopping.aborted) break;
    // A device whose next turn has come by now has missed this one.
    if (elapsed() >= dueMs + schedule.everyMs) {
      tally.skipped += 1;
      continue;
    }
    const work = sendOne(session, plan, device).then((sending) => {
      record(tally, sending);
      underWay.delete(work);
      plan.onProgress(elapsed() / schedule.forMs);
    });
    underWay.add(work);
  }
  await Promise.all(underWay);
}

function sendOne(session: Sender, plan: RunPlan, place: number): ReturnType<typeof send> {
  const device = plan.fleet[place];
  if (device === undefined) throw new Error(`There is no device ${place}.`);
  const nowMs = session.now();
  const measurements = measureAt(device.climate, nowMs, session.random);
  const body =
    device.variant === "signed"
      ? signedBody(device.uid, plan.farmKey, String(nowMs), measurements)
      : keyedBody(device.uid, plan.sensorKey ?? "", measurements);
  return send(`${session.target.functionsUrl}/sensorData`, body);
}
