/** Sends the devices' readings, each device in turn, and counts the answers. */

import { readingRequest, send } from "../readings/reading";
import type { Sending } from "../readings/reading";
import type { Session } from "../core/session";
import type { SimulatedBoard } from "./board";
import { measureAt } from "./curve";
import type { Device } from "./fleet";
import { turnsOf } from "./schedule";
import type { Schedule } from "./schedule";
import { record } from "./tally";
import type { Tally } from "./tally";

/** The part of a session that a run needs. */
export type RunSession = Pick<Session, "now" | "sleep" | "random"> & {
  readonly target: Pick<Session["target"], "functionsUrl">;
};

export interface RunPlan {
  readonly fleet: readonly Device[];
  readonly schedule: Schedule;
  /** Maximum number of requests in flight. */
  readonly concurrency: number;
  readonly farmKey: string;
  readonly sensorKey: string | undefined;
  /** The devices with outputs, by uid. */
  readonly boards: ReadonlyMap<string, SimulatedBoard>;
  readonly stopping: AbortSignal;
  /** @param share from 0 to 1 */
  readonly onProgress: (share: number) => void;
}

/** Resolves when every request is answered or has timed out. */
export async function runFleet(session: RunSession, plan: RunPlan, tally: Tally): Promise<void> {
  const { schedule, concurrency, stopping } = plan;
  const startMs = session.now();
  const elapsed = (): number => session.now() - startMs;
  const inFlight = new Set<Promise<void>>();
  /** Boards with outputs send one request at a time (docs/outputs.md). */
  const asking = new Set<number>();
  for (const { device, dueMs } of turnsOf(schedule)) {
    if (dueMs > elapsed()) await session.sleep(dueMs - elapsed(), stopping);
    while (inFlight.size >= concurrency) await Promise.race(inFlight);
    if (stopping.aborted) break;
    // Skips a turn if the device's next turn has come, or if its last answer has not.
    if (elapsed() >= dueMs + schedule.everyMs || asking.has(device)) {
      tally.skipped += 1;
      continue;
    }
    if (plan.boards.size > 0) asking.add(device);
    const work = sendOne(session, plan, device).then((sending) => {
      record(tally, sending);
      inFlight.delete(work);
      asking.delete(device);
      plan.onProgress(elapsed() / schedule.forMs);
    });
    inFlight.add(work);
  }
  await Promise.all(inFlight);
}

async function sendOne(session: RunSession, plan: RunPlan, index: number): Promise<Sending> {
  const device = plan.fleet[index];
  if (device === undefined) throw new Error(`There is no device ${index}.`);
  const nowMs = session.now();
  const measurements = measureAt(device.climate, nowMs, session.random);
  const { uid, variant } = device;
  const key = variant === "key-in-body" ? (plan.sensorKey ?? "") : plan.farmKey;
  const board = plan.boards.get(uid);
  const { outputs, sentAt } = board?.report() ?? {};
  const reading = { uid, timestamp: String(nowMs), measurements, outputs };
  const { body, headers } = readingRequest(variant, key, reading);
  const sending = await send(`${session.target.functionsUrl}/sensorData`, body, { headers });
  if (sentAt !== undefined && sending.outcome === "answered" && sending.answer.status === 200) {
    board?.hear(sending.answer.body, sentAt);
  }
  return sending;
}
