/** A farm whose owner corrects readings all the time. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { corrector } from "../actors/corrector";
import { correctedAlerts } from "../auditors/corrected-alerts";
import { denials } from "../auditors/denials";
import { refusals } from "../auditors/refusals";
import { rollups } from "../auditors/rollups";
import { settled } from "../auditors/settled";
import { storedOnce } from "../auditors/stored-once";
import { weather } from "../climate/weather";
import { planFarm } from "../farm";
import { chooseFaults } from "../faults/faults";
import { devicesOf } from "./devices";
import type { ChooseScene } from "./scene";

export const corrections: ChooseScene = (seeded) => {
  const random = seeded.fork("scene");
  const phone = { phone: "+4917000000004", callAfterMinutes: 30 } as const;
  return {
    startMs: Date.UTC(2026, 2, 28, 21, 50),
    farms: [planFarm("ash", ["hmac", "key in body", "client"], phone)],
    actorsOf: (farm) => [...devicesOf(farm), corrector(farm, random.pick([2, 8, 30]) * MINUTE_MS)],
    auditors: [storedOnce, refusals, denials, rollups, correctedAlerts, settled],
    climate: weather,
    faults: chooseFaults(random.fork("faults")),
  };
};
