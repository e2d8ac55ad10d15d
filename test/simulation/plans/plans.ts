/** The plans that owners make: of a valve that looks at the air, of a garden that is in a hurry, and of a season. */

import { createZonedClock } from "@greenhouse/domain/zoned-time";
import type { HoldPlan, Plan, TimesPlan } from "@greenhouse/domain/outputs/plans/model";
import { MINUTE_MS } from "@greenhouse/domain/time";
import type { ChoosePlan } from "../actors/planner";
import type { Random } from "../random";

const COMMON = {
  isOn: true,
  pausedUntil: undefined,
  days: "1111111",
  source: undefined,
  value: undefined,
  at: undefined,
} as const;

const times = (rest: Omit<TimesPlan, "kind" | keyof typeof COMMON> & Partial<Plan>): Plan => ({
  ...COMMON,
  ...rest,
  kind: "times",
});
const hold = (rest: Omit<HoldPlan, "kind" | keyof typeof COMMON> & Partial<Plan>): Plan => ({
  ...COMMON,
  ...rest,
  kind: "hold",
});

/** Local times from now on, in the time zone. They go on over a clock change as if there was none. */
function timesFrom(random: Random, nowMs: number, timeZone: string): readonly string[] {
  const local = Date.parse(`${createZonedClock(timeZone).wall(nowMs)}Z`);
  const everyMs = random.pick([7, 15]) * MINUTE_MS;
  const all = Array.from({ length: random.pick([4, 24]) }, (_, index) =>
    new Date(local + (index + 1) * everyMs).toISOString().slice(11, 16).replace(":", ""),
  );
  return [...new Set(all)].sort();
}

/** A plan whose value is near its bound, or that runs by the clock every few minutes. */
export const valvePlan: ChoosePlan = (_, random, nowMs) => {
  const freshMinutes = random.pick([5, 10]);
  const bound = random.pick([17.5, 18, 18.5, 40]);
  const condition = { quantity: "temperature", side: "below", bound } as const;
  if (random.chance(0.4)) {
    const backAt = bound + random.pick([0, 0.5]);
    const [minOnSeconds, minOffSeconds] = [random.pick([0, 120]), random.pick([0, 240])];
    return hold({
      freshMinutes,
      condition,
      backAt,
      minOnSeconds,
      minOffSeconds,
      between: undefined,
    });
  }
  return times({
    freshMinutes,
    times: timesFrom(random, nowMs, "UTC"),
    forSeconds: random.pick([60, 150]),
    cycles: random.pick([2, 3]),
    pauseSeconds: 60,
    condition: random.chance(0.7) ? condition : undefined,
  });
};

/** The uids of sensors that plans look at. */
interface Sources {
  readonly probes: readonly string[];
  readonly light: string;
}

/** Plans that often act within a few hours, also in the hours that clock changes skip or double. */
export const gardenPlan =
  ({ probes, light }: Sources): ChoosePlan =>
  ({ name }, random, nowMs, timeZone) => {
    const freshMinutes = random.pick([5, 10, 30]);
    const days = random.chance(0.9) ? COMMON.days : random.pick(["1111110", "0111111"]);
    if (name === "heater" || name === "vent") {
      const side = name === "heater" ? "below" : "above";
      const bound = random.pick([8, 10, 12, 14]);
      const backAt = bound + (side === "below" ? 1 : -1) * random.pick([0, 0.5]);
      const between = random.chance(0.5) ? windowAround(random, nowMs, timeZone) : undefined;
      return hold({
        freshMinutes,
        days,
        condition: { quantity: "temperature", side, bound },
        backAt,
        minOnSeconds: random.pick([0, 120]),
        minOffSeconds: random.pick([0, 240]),
        between,
        ...(name === "vent" && { value: random.pick([30, 60]) }),
      });
    }
    if (name === "lamp") {
      const condition = { quantity: "dli", side: "below", bound: random.pick([1, 40]) } as const;
      const rest = { minOnSeconds: 0, minOffSeconds: 0, between: undefined };
      return hold({ freshMinutes, condition, source: light, backAt: condition.bound, ...rest });
    }
    const condition = {
      quantity: "soilMoisture",
      side: "below",
      bound: random.pick([20, 35, 50, 100]),
    } as const;
    const local = timesFrom(random, nowMs, timeZone);
    return times({
      freshMinutes,
      days,
      times: [...local.slice(0, 20), "sunrise+30", "sunset-15"],
      forSeconds: random.pick([60, 150]),
      cycles: random.pick([1, 2, 3]),
      pauseSeconds: random.pick([60, 120]),
      condition: name === "line" ? undefined : condition,
      source: name === "bed" ? probes[0] : undefined,
    });
  };

/** A window that opens or closes soon. */
function windowAround(random: Random, nowMs: number, timeZone: string): HoldPlan["between"] {
  const { wall } = createZonedClock(timeZone);
  const at = (minutes: number): string =>
    wall(nowMs + minutes * MINUTE_MS)
      .slice(11)
      .replace(":", "");
  return { from: at(random.between(-60, 40)), until: at(random.between(50, 120)) };
}

const AIR = { minOnSeconds: 300, minOffSeconds: 300, between: undefined, freshMinutes: 15 };
const WATER = { freshMinutes: 30, pauseSeconds: 600 };

/** The plans of a season. */
export const seasonPlan =
  ({ probes, light }: Sources): ChoosePlan =>
  ({ name }) => {
    const soil = (bound: number) => ({ quantity: "soilMoisture", side: "below", bound }) as const;
    switch (name) {
      case "line":
        return times({
          ...WATER,
          times: ["1800", "sunrise+30"],
          forSeconds: 300,
          cycles: 1,
          condition: undefined,
        });
      case "bed":
        return times({
          ...WATER,
          times: ["0615", "1830"],
          forSeconds: 240,
          cycles: 3,
          source: probes[0],
          condition: soil(30),
        });
      case "bed2":
        return times({
          ...WATER,
          times: ["0230", "1900", "sunset-60"],
          forSeconds: 300,
          cycles: 2,
          condition: soil(35),
        });
      case "vent":
        return hold({
          ...AIR,
          condition: { quantity: "temperature", side: "above", bound: 22 },
          backAt: 20,
          value: 60,
        });
      case "heater":
        return hold({
          ...AIR,
          condition: { quantity: "temperature", side: "below", bound: 8 },
          backAt: 10,
        });
      default:
        return hold({
          ...AIR,
          source: light,
          condition: { quantity: "dli", side: "below", bound: 14 },
          backAt: 14,
          between: { from: "0500", until: "2100" },
        });
    }
  };
