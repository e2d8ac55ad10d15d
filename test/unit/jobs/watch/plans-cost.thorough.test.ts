/** What the plans of a large farm cost in each check: reads and bytes do not grow with the length of their logs. */

import { planUpdate } from "@greenhouse/domain/outputs/plans/updates";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { farmRecords } from "../../../support/jobs/farms";
import { WatchedFarms } from "../../../support/jobs/watching";
import { TIMES } from "../../domain/plans/fixtures";

const START = Date.UTC(2026, 0, 15, 6);
const BOARDS = 20;
const PLANS_OF_A_BOARD = 5;
/** The log of an output has so many runs. A check reads the newest 12, and the version by itself. */
const LOGGED_RUNS = 60;

test("a check of a farm with 100 plans makes two reads more for each plan, and three more for all", async () => {
  const settings = { id: "oak", sensors: BOARDS };
  const farms = new WatchedFarms(START, farmRecords(settings, START));
  await farms.run();
  const before = farms.reads.length;
  const output = { name: "Valve", kind: "switch", leaseSeconds: 600, maxOnSeconds: 3_600 };
  const run = { action: "skipped", reason: "notBelow", at: START - MINUTE_MS };
  const logged = Object.fromEntries(
    Array.from({ length: LOGGED_RUNS }, (_, index) => [
      `20260114T0${index + 600}`.slice(0, 13),
      run,
    ]),
  );
  const records = Array.from({ length: BOARDS * PLANS_OF_A_BOARD }, (_, index) => {
    const uid = `oak-air-${index % BOARDS}`;
    const name = `valve-${Math.floor(index / BOARDS)}`;
    return {
      [`outputs/oak/${uid}/${name}`]: output,
      [`outputPlanRuns/oak/${uid}/${name}`]: { ...logged, version: LOGGED_RUNS },
      ...planUpdate({ farmId: "oak", uid, output: name }, { ...TIMES, at: START }),
    };
  });
  farms.database.administer(Object.assign({}, ...records) as Record<string, unknown>);
  let readRuns = 0;
  farms.beforeRead = (path) => {
    if (path.startsWith("outputPlanRuns/")) readRuns += 1;
    return Promise.resolve();
  };
  farms.reads.length = 0;
  await farms.run();
  expect(farms.failures).toEqual([]);
  const plans = BOARDS * PLANS_OF_A_BOARD;
  // Plans, states and orders of the farm are one read each. The runs of each plan and their version are two.
  expect([farms.reads.length - before, readRuns]).toEqual([2 * plans + 3, 2 * plans]);
  // A minute without a run due stores nothing about plans.
  expect(farms.updates.flatMap((update) => Object.keys(update)).filter(isOfPlan)).toEqual([]);
});

function isOfPlan(path: string): boolean {
  return path.startsWith("outputPlan") || path.startsWith("outputOrders");
}
