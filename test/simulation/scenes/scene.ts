/** What is simulated: farms, who acts there, who audits, and which faults happen. */

import type { ChooseClimate } from "../climate/climate";
import type { FarmPlan } from "../farm";
import type { Faults } from "../faults/faults";
import type { Random } from "../random";
import type { Actor, Auditor } from "../simulation";

export interface Scene {
  /** Unix milliseconds. */
  readonly startMs: number;
  readonly farms: readonly FarmPlan[];
  readonly actorsOf: (farm: FarmPlan) => readonly Actor[];
  readonly auditors: readonly Auditor[];
  readonly climate: ChooseClimate;
  readonly faults: Faults;
}

/** Each seed gives another scene. */
export type ChooseScene = (random: Random) => Scene;
