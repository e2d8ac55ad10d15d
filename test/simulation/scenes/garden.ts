/** A farm that lives by its plans, in a hurry: six outputs on two boards, near a clock change of its time zone. */

import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { callee } from "../actors/callee";
import { people } from "../actors/people";
import { FARM_PLACES, planner } from "../actors/planner";
import { answers } from "../auditors/answers";
import { denials } from "../auditors/denials";
import { outputAlerts } from "../auditors/output-alerts";
import { outputs } from "../auditors/outputs";
import { planAlerts } from "../auditors/plan-alerts";
import { plannedTimes } from "../auditors/planned-times";
import { plans } from "../auditors/plans";
import { refusals } from "../auditors/refusals";
import { rollups } from "../auditors/rollups";
import { settled } from "../auditors/settled";
import { storedOnce } from "../auditors/stored-once";
import { garden as gardenClimate } from "../climate/garden";
import type { BoardPlan, FarmPlan, OutputPlan, SensorPlan } from "../farm";
import { chooseGardenFaults } from "../faults/faults";
import { gardenPlan } from "../plans/plans";
import { devicesOf } from "./devices";
import type { ChooseScene } from "./scene";

const ID = "fig";
const GREENHOUSE = "fig-house";
const SENSORS = { farmId: ID, greenhouse: GREENHOUSE } as const;
const PROBES = ["fig-soil0", "fig-soil1", "fig-soil2"];
const BEDS = [
  { output: "bed", probes: PROBES.slice(0, 1) },
  { output: "bed2", probes: PROBES.slice(1) },
];
const AIR = ["fig-air0", "fig-air1"];
const LIGHT = "fig-light";
export const SOURCES = { probes: PROBES, light: LIGHT } as const;
export const GARDEN_CLIMATE = { beds: BEDS, air: AIR, light: LIGHT } as const;

interface Pace {
  readonly intervalMs: number;
  readonly leaseSeconds: number;
  readonly maxOnSeconds: number;
  readonly asksEveryMs?: number;
}

export function gardenFarm(
  place: FarmPlan["place"],
  { intervalMs, leaseSeconds, maxOnSeconds, asksEveryMs }: Pace,
): FarmPlan {
  const sensor = (uid: string, credential: SensorPlan["credential"]): SensorPlan => ({
    ...SENSORS,
    uid,
    credential,
    intervalMs,
    ...(PROBES.includes(uid) && { role: "soil" }),
  });
  const output = (name: string, kind: OutputPlan["kind"] = "switch"): OutputPlan => {
    const isValve = name === "line" || name.startsWith("bed");
    return { name, kind, leaseSeconds, maxOnSeconds: isValve ? maxOnSeconds : 24 * 3_600 };
  };
  const board = (uid: string, own: readonly OutputPlan[]): BoardPlan => ({
    ...sensor(uid, "hmac"),
    outputs: own,
    ...(asksEveryMs !== undefined && { asksEveryMs }),
  });
  return {
    id: ID,
    greenhouses: [GREENHOUSE],
    owner: "olga-fig",
    viewer: "vic-fig",
    phone: "+4917000000003",
    callAfterMinutes: 30,
    ...(place && { place }),
    sensors: [
      ...PROBES.slice(0, 2).map((uid) => sensor(uid, "farm")),
      ...PROBES.slice(2).map((uid) => sensor(uid, "client")),
      ...AIR.map((uid) => sensor(uid, "farm")),
      sensor(LIGHT, "hmac"),
    ],
    boards: [
      board("fig-valves", [output("line"), output("bed"), output("bed2")]),
      {
        ...board("fig-power", [output("vent", "level"), output("heater"), output("lamp")]),
        fallbacks: ["heater"],
      },
    ],
  };
}

/** Clock changes of the time zones of `FARM_PLACES`, of which some skip and some double local times. */
const CLOCK_CHANGES = [
  ["Europe/Berlin", "2026-03-29T01:00Z"],
  ["Europe/Berlin", "2026-10-25T01:00Z"],
  ["America/New_York", "2026-03-08T07:00Z"],
  ["America/New_York", "2026-11-01T06:00Z"],
  ["America/Santiago", "2026-04-05T03:00Z"],
  ["America/Santiago", "2026-09-06T04:00Z"],
  ["Australia/Lord_Howe", "2026-04-04T15:00Z"],
  ["Australia/Lord_Howe", "2026-10-03T15:30Z"],
] as const;

export const GARDEN_AUDITORS = [
  storedOnce,
  refusals,
  denials,
  outputs,
  outputAlerts,
  plans,
  plannedTimes,
  planAlerts,
  rollups,
  answers,
  settled,
];

export const garden: ChooseScene = (seeded) => {
  const random = seeded.fork("scene");
  const [timeZone, change] = random.pick(CLOCK_CHANGES);
  const place = FARM_PLACES.find((candidate) => candidate.timeZone === timeZone);
  const pace = { intervalMs: 2 * MINUTE_MS, leaseSeconds: 300, maxOnSeconds: 2_400 };
  return {
    startMs: Date.parse(change) - random.between(0.2, 1.2) * HOUR_MS,
    farms: [gardenFarm(place, pace)],
    actorsOf: (farm) => [
      ...devicesOf(farm),
      people(farm, {
        changes: "orders",
        ordersEveryMs: random.pick([1, 10, 60]) * MINUTE_MS,
      }),
      planner(farm, {
        choosePlan: gardenPlan(SOURCES),
        changesEveryMs: random.pick([10, 40]) * MINUTE_MS,
        pausedMs: 20 * MINUTE_MS,
      }),
      callee(farm),
    ],
    auditors: GARDEN_AUDITORS,
    climate: gardenClimate({
      ...GARDEN_CLIMATE,
      dries: 0.1,
      wets: 2,
      longestFailureMs: 2.5 * HOUR_MS,
    }),
    faults: chooseGardenFaults(random.fork("faults")),
  };
};
