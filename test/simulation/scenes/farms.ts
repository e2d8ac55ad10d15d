/** Two farms with all kinds of credentials, people who change everything, and telephones that ring. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { callee } from "../actors/callee";
import { people } from "../actors/people";
import { planner } from "../actors/planner";
import { alerts } from "../auditors/alerts";
import { answers } from "../auditors/answers";
import { calls } from "../auditors/calls";
import { calm } from "../auditors/calm";
import { credentials } from "../auditors/credentials";
import { deliveries } from "../auditors/deliveries";
import { denials } from "../auditors/denials";
import { escalation } from "../auditors/escalation";
import { late } from "../auditors/late";
import { newest } from "../auditors/newest";
import { outputs } from "../auditors/outputs";
import { plans } from "../auditors/plans";
import { quiet } from "../auditors/quiet";
import { refusals } from "../auditors/refusals";
import { rollups } from "../auditors/rollups";
import { settled } from "../auditors/settled";
import { storedOnce } from "../auditors/stored-once";
import { times } from "../auditors/times";
import { weather } from "../climate/weather";
import { planFarm } from "../farm";
import { chooseFaults } from "../faults/faults";
import { valvePlan } from "../plans/plans";
import { devicesOf } from "./devices";
import type { ChooseScene } from "./scene";

export const farms: ChooseScene = (random) => ({
  startMs: Date.UTC(2026, 2, 28, 21, 50),
  farms: [
    planFarm("oak", ["md5", "hmac", "own key", "key in body", "client"], {
      phone: "+4917000000001",
      callAfterMinutes: 30,
    }),
    planFarm("elm", ["farm", "farm", "farm", "client"], {
      phone: "+4917000000002",
      callAfterMinutes: 0,
    }),
  ],
  actorsOf: (farm) => [
    ...devicesOf(farm),
    people(farm, { changes: "everything" }),
    planner(farm, {
      choosePlan: valvePlan,
      changesEveryMs: 25 * MINUTE_MS,
      pausedMs: 12 * MINUTE_MS,
    }),
    callee(farm),
  ],
  auditors: [
    storedOnce,
    refusals,
    credentials,
    times,
    newest,
    denials,
    outputs,
    plans,
    alerts,
    deliveries,
    escalation,
    calls,
    quiet,
    late,
    rollups,
    answers,
    calm,
    settled,
  ],
  climate: weather,
  faults: chooseFaults(random.fork("faults")),
});
