/** An owner who plans the valve of the farm: changes the plan, pauses it, and removes it now and then. */

import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import { planPause, planRemoval, planUpdate } from "@greenhouse/domain/outputs/plans/updates";
import { createFarmClock } from "@greenhouse/domain/outputs/plans/clock";
import type { FarmClock } from "@greenhouse/domain/outputs/plans/clock";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Json } from "../../../emulator/src/in-process";
import { OUTPUT, type FarmPlan } from "../farm";
import type { Random } from "../random";
import type { Actor } from "../simulation";

const CHANGES_EVERY_MS = 25 * MINUTE_MS;
const PAUSED_MS = 12 * MINUTE_MS;

const COMMON = {
  isOn: true,
  pausedUntil: undefined,
  days: "1111111",
  source: undefined,
  value: undefined,
  at: undefined,
} as const;

export function planner(farm: FarmPlan): Actor {
  return ({ world, server, isCalm }) => {
    const random = world.random.fork(`planner ${farm.id}`);
    const id = { farmId: farm.id, uid: farm.board.uid, output: OUTPUT };
    const as = { uid: farm.owner };
    const clock = createFarmClock(undefined);
    const store = (update: Readonly<Record<string, unknown>>): void =>
      void server.update(update as Record<string, Json>, as);
    store(planUpdate(id, choosePlan(random, clock, world.now())));
    world.every(
      () => random.between(0.5, 1.5) * CHANGES_EVERY_MS,
      () => {
        if (isCalm()) return;
        const change = random.pick(["plan", "plan", "pause", "off", "remove"] as const);
        const plan = choosePlan(random, clock, world.now());
        if (change === "plan") store(planUpdate(id, plan));
        else if (change === "off") store(planUpdate(id, { ...plan, isOn: false }));
        else if (change === "remove") store(planRemoval(id));
        else store(planPause(id, Math.floor(world.now()) + PAUSED_MS));
      },
    );
  };
}

/** Makes a plan whose value is near its bound, or that runs by the clock every few minutes. */
function choosePlan(random: Random, clock: FarmClock, nowMs: number): Plan {
  const freshMinutes = random.pick([5, 10]);
  const bound = random.pick([17.5, 18, 18.5, 40]);
  const condition = { quantity: "temperature", side: "below", bound } as const;
  if (random.chance(0.4)) {
    const backAt = bound + random.pick([0, 0.5]);
    const [minOnSeconds, minOffSeconds] = [random.pick([0, 120]), random.pick([0, 240])];
    const hold = { condition, backAt, minOnSeconds, minOffSeconds, between: undefined };
    return { ...COMMON, kind: "hold", freshMinutes, ...hold };
  }
  const everyMs = random.pick([7, 15]) * MINUTE_MS;
  const times = Array.from({ length: random.pick([4, 24]) }, (_, index) =>
    clock.time(nowMs + (index + 1) * everyMs),
  );
  return {
    ...COMMON,
    kind: "times",
    freshMinutes,
    times: [...new Set(times)].sort(),
    forSeconds: random.pick([60, 150]),
    cycles: random.pick([2, 3]),
    pauseSeconds: 60,
    condition: random.chance(0.7) ? condition : undefined,
  };
}
