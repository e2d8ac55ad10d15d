/** The same farm for a season: ordinary plans, rare orders of people, and every fault now and then. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { callee } from "../actors/callee";
import { people } from "../actors/people";
import { FARM_PLACES, planner } from "../actors/planner";
import { garden as gardenClimate } from "../climate/garden";
import { SEASON_FAULTS } from "../faults/faults";
import { seasonPlan } from "../plans/plans";
import { devicesOf } from "./devices";
import { GARDEN_AUDITORS, GARDEN_CLIMATE, gardenFarm, SOURCES } from "./garden";
import type { ChooseScene } from "./scene";

/** In three months from here, the clocks of Berlin change. */
const START_MS = Date.UTC(2026, 1, 20, 12);

export const season: ChooseScene = () => ({
  startMs: START_MS,
  farms: [
    gardenFarm(FARM_PLACES[0], {
      intervalMs: 5 * MINUTE_MS,
      leaseSeconds: 600,
      maxOnSeconds: 3_600,
      asksEveryMs: 200 * SECOND_MS,
    }),
  ],
  actorsOf: (farm) => [
    ...devicesOf(farm),
    people(farm, { changes: "orders", ordersEveryMs: 8 * HOUR_MS }),
    planner(farm, {
      choosePlan: seasonPlan(SOURCES),
      changesEveryMs: 2 * DAY_MS,
      pausedMs: 3 * DAY_MS,
    }),
    callee(farm),
  ],
  auditors: GARDEN_AUDITORS,
  climate: gardenClimate({
    ...GARDEN_CLIMATE,
    dries: 0.006,
    wets: 1,
    longestFailureMs: 20 * HOUR_MS,
  }),
  faults: SEASON_FAULTS,
});
