/** Lets devices send, and shows their progress and the changes of their outputs. */

import type { OpenSession } from "../core/session";
import { SimulatedBoard } from "./board";
import type { Change } from "./board";
import type { Device } from "./fleet";
import { runFleet } from "./run";
import type { RunPlan } from "./run";
import { briefly, changeText, recordChange } from "./tally";
import type { Tally } from "./tally";

export async function runWatched(
  session: OpenSession,
  tally: Tally,
  plan: Omit<RunPlan, "onProgress" | "boards">,
  outputs: readonly string[],
): Promise<void> {
  const progress = await session.startProgress("Simulating");
  const onStopping = (): void => {
    progress.end();
    session.out.note("Stopping: waiting for answers that are still on their way …");
  };
  plan.stopping.addEventListener("abort", onStopping, { once: true });
  const boards = startBoards(session, tally, plan.fleet, outputs, (line) => progress.note(line));
  try {
    const onProgress = (share: number): void => progress.show(share, briefly(tally));
    await runFleet(session, { ...plan, boards, onProgress }, tally);
  } finally {
    for (const board of boards.values()) board.stop();
    plan.stopping.removeEventListener("abort", onStopping);
    progress.end();
  }
}

/** @returns the devices' outputs by uid; an empty map if they have none */
function startBoards(
  session: OpenSession,
  { outputs: tally }: Tally,
  fleet: readonly Device[],
  names: readonly string[],
  say: (line: string) => void,
): ReadonlyMap<string, SimulatedBoard> {
  if (tally === undefined) return new Map();
  const { now, uptime, sleep } = session;
  return new Map(
    fleet.map(({ uid }) => {
      const onChange = (change: Change): void =>
        say(changeText(recordChange(tally, change, { at: now(), uid })));
      return [uid, new SimulatedBoard(names, { uptime, sleep, onChange })];
    }),
  );
}
