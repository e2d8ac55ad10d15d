/** Plans of outputs: owners write them, the jobs record runs and order what a plan says, and a person's order wins. */

import { OFF_HOLDS_MS } from "@greenhouse/domain/outputs/limits";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "@greenhouse/domain/time";
import { allowed, denied, remove, set, update } from "./case.ts";
import type { Case, Json, Operation } from "./case.ts";
import {
  FIRST_VERSION,
  HOLD_PLAN,
  JOBS,
  LOGGED_ORDER_KEY,
  NEW_KEY,
  NOW_MS,
  ORDER,
  OUTPUT,
  OWNER,
  PLAN_RUN,
  PLAN_RUN_ID,
  PLAN_VERSION,
  TIMES_PLAN,
  VIEWER,
} from "./farms.ts";
import { ordering } from "./outputs.ts";
import { logging, marking, registering } from "./sensor-changes.ts";

type Fields = Readonly<Record<string, Json>>;

const VALVE = "oak/dht-1/valve";
const VENT = "oak/dht-1/vent";
const NOW = { ".sv": "timestamp" };
const MADE = {
  ...PLAN_RUN,
  action: "ran",
  reason: "below",
  forSeconds: 240,
  cycles: 3,
  cycle: 1,
  version: FIRST_VERSION + 1,
  endsAt: NOW_MS + 240 * SECOND_MS,
};

/** The plan of an honest owner, with some fields changed. */
const planning = (fields: Fields = {}, plan: Fields = TIMES_PLAN, path = VALVE): Operation =>
  update({ [`outputPlans/${path}`]: { ...plan, at: NOW, ...fields }, "plannedFarms/oak": true });
const planned = (fields: Fields, plan?: Fields) => [OWNER, planning(fields, plan)] as const;

const OFF_LONG_AGO = { value: 0, until: null, at: NOW_MS - OFF_HOLDS_MS };
const newestOrder = (fields: Fields, path = VALVE) => ({
  [`outputOrders/${path}`]: { ...ORDER, entry: LOGGED_ORDER_KEY, ...fields },
});
/** The order of a person to switch on is over. */
const OVER = newestOrder({ until: NOW_MS });
const BY_PLAN = newestOrder({ by: "plan" });
const planField = (path: string, fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [`outputPlans/${path}/${name}`, value]),
  );

const forSeconds = (seconds: number): Fields => ({ until: NOW_MS + seconds * SECOND_MS });
const orderingAs = (by: string, inBoth: Fields, path = VALVE): Operation =>
  ordering(by, { path, inBoth, ...(inBoth["value"] !== 0 && { order: { asked: NOW_MS } }) });
/** The order of the jobs for the valve, for at most 240 s. */
const valve = (inBoth: Fields, given: Fields = OVER) =>
  [JOBS, orderingAs("plan", { ...forSeconds(240), ...inBoth }), given] as const;
/** The order of the jobs for the vent: 40 %, for at most a lease of 600 s. */
const vent = (inBoth: Fields, plan: Fields = {}) =>
  [
    JOBS,
    orderingAs("plan", { value: 40, ...forSeconds(600), ...inBoth }, VENT),
    { [`outputPlans/${VENT}`]: { ...HOLD_PLAN, ...plan } },
  ] as const;
const OFF = { value: 0, until: null };
/** The plan has the vent on since its last order. */
const ventBefore = (fields: Fields = {}): Fields =>
  newestOrder({ value: 40, by: "plan", at: NOW_MS - MINUTE_MS, ...fields }, VENT);
/** The jobs order the same again. The log keeps its entry. */
const renewing = (fields: Fields = {}, given: Fields = {}) =>
  [
    JOBS,
    set(`outputOrders/${VENT}`, {
      value: 40,
      version: FIRST_VERSION + 1,
      ...forSeconds(600),
      by: "plan",
      at: NOW,
      asked: NOW_MS,
      entry: LOGGED_ORDER_KEY,
      since: NOW_MS - MINUTE_MS,
      ...fields,
    }),
    { [`outputPlans/${VENT}`]: HOLD_PLAN, ...ventBefore(), ...given },
  ] as const;

interface Recording {
  readonly id?: string;
  readonly version?: number;
  readonly run?: Fields;
}

/** The update of a decision of the jobs, with some fields of the run changed. */
const recording = (
  fields: Fields = {},
  { id = "20261130T1830", version = PLAN_VERSION + 1, run = PLAN_RUN }: Recording = {},
): Operation =>
  update({
    [`outputPlanRuns/${VALVE}/${id}`]: { ...run, ...fields },
    [`outputPlanRuns/${VALVE}/version`]: version,
  });
const recorded = (...inputs: Parameters<typeof recording>) => [JOBS, recording(...inputs)] as const;

/** A new device takes the place of `dht-1`, with an output and its plan. @param left paths that are left out */
function takingOver(...left: readonly string[]): Operation {
  const all: Fields = {
    ...registering("new-1", { continues: "dht-1", continuesFrom: NOW_MS, greenhouse: "north" }),
    ...logging("new-1", "continued"),
    ...marking("new-1", { replaced: "dht-1" }),
    "outputs/oak/new-1/valve": OUTPUT,
    "outputPlaces/oak/new-1/a": "valve",
    "outputPlans/oak/new-1/valve": { ...HOLD_PLAN, at: NOW },
    "plannedFarms/oak": true,
  };
  return update(Object.fromEntries(Object.entries(all).filter(([path]) => !left.includes(path))));
}

const PLANS: readonly Case[] = [
  ...allowed(
    "An owner writes, pauses and removes a plan",
    planned({ source: "dht-1", value: 50, times: { 0: "0000", 23: "sunset-180" } }),
    planned({ cycles: 1, pauseSeconds: null, quantity: null, below: null }),
    planned({ between: { from: "2200", until: "0500" }, minOnSeconds: 0 }, HOLD_PLAN),
    planned({ below: 10, above: null, backAt: 12 }, HOLD_PLAN),
    // The plan is saved again after its pause.
    [OWNER, planning({ pausedUntil: 5 }), planField(VALVE, { pausedUntil: 5 })],
    // The new device gets the outputs and plans of the old one.
    [OWNER, takingOver()],
  ),
  ...denied("A plan of a replaced device that somebody has removed meanwhile", [
    OWNER,
    takingOver(),
    { [`outputPlans/${VALVE}`]: null },
  ]),
  ...denied(
    "A plan of a device without outputs, or of a farm that is not listed",
    [OWNER, takingOver("outputs/oak/new-1/valve", "outputPlaces/oak/new-1/a")],
    [OWNER, planning({}, TIMES_PLAN, "oak/ash-1/pump")],
    [OWNER, set(`outputPlans/${VALVE}`, { ...TIMES_PLAN, at: NOW }), { "plannedFarms/oak": null }],
  ),
  ...allowed("A plan with times for an output with a short lease", [
    OWNER,
    planning(),
    { [`outputs/${VALVE}/leaseSeconds`]: 60 },
  ]),
  ...denied("A plan that holds a value for an output with a short lease", [
    OWNER,
    planning({}, HOLD_PLAN),
    { [`outputs/${VALVE}/leaseSeconds`]: 179 },
  ]),
  ...denied(
    "A malformed plan, or more than 24 times",
    planned({ times: { ...TIMES_PLAN.times, 24: "0700" } }),
    ...["kind", "isOn", "freshMinutes", "at", "times", "forSeconds", "quantity", "below"].map(
      (name) => planned({ [name]: null }),
    ),
    ...["quantity", "above", "backAt"].map((name) => planned({ [name]: null }, HOLD_PLAN)),
    planned({ kind: "sometimes" }),
    planned({ kind: "sometimes", above: 60, below: null, backAt: 50 }),
    planned({ above: 60 }),
    planned({ above: 60, quantity: null }),
    planned({ above: 60, quantity: null, below: null }),
    planned({ times: { 0: "2400" } }),
    planned({ times: { 0: "sunrise+181" } }),
    planned({ days: "111110" }),
    planned({ forSeconds: 59 }),
    planned({ forSeconds: 3_601 }),
    ...["forSeconds", "pauseSeconds", "freshMinutes", "value"].map((name) =>
      planned({ [name]: 60.5 }),
    ),
    ...["minOnSeconds", "minOffSeconds"].map((name) => planned({ [name]: 60.5 }, HOLD_PLAN)),
    planned({ cycles: 1.5 }),
    planned({ cycles: 11 }),
    planned({ pauseSeconds: 7_201 }),
    planned({ freshMinutes: 181 }),
    planned({ value: 0 }),
    planned({ source: "bme-1" }),
    planned({ source: "dht-1/" }),
    planned({ pausedUntil: NOW_MS - 1 }),
    planned({ pausedUntil: NOW_MS + 31 * DAY_MS }),
    planned({ between: { from: "0600" } }, HOLD_PLAN),
    planned({ between: { from: "0600", until: "2460" } }, HOLD_PLAN),
    planned({ minOffSeconds: 3_601 }, HOLD_PLAN),
  ),
  ...allowed("The jobs remove a farm without plans from the list", [
    JOBS,
    remove("plannedFarms/oak"),
    { "outputPlans/oak": null },
  ]),
  ...denied(
    "A farm on the list that has plans, or that another person lists",
    [JOBS, remove("plannedFarms/oak")],
    [OWNER, remove("plannedFarms/oak"), { "outputPlans/oak": null }],
    [OWNER, set("plannedFarms/elm", true)],
    [`${OWNER}/`, set("plannedFarms/oak", true)],
  ),
];

const ORDERS: readonly Case[] = [
  ...allowed(
    "The jobs order what a plan says, after a person's order or the plan's own",
    valve({}),
    valve({}, newestOrder(OFF_LONG_AGO)),
    valve({}, { ...OVER, ...planField(VALVE, { pausedUntil: NOW_MS }) }),
    // A plan that was switched off or removed.
    valve(OFF, { ...BY_PLAN, ...planField(VALVE, { isOn: false }) }),
    vent({ value: 100 }, { value: null }),
  ),
  ...denied(
    "The jobs order over a person's order",
    valve({}, {}),
    valve({}, newestOrder({ ...OFF_LONG_AGO, at: NOW_MS - OFF_HOLDS_MS + 1 })),
    valve(OFF),
    vent(OFF),
  ),
  ...denied(
    "The jobs order without a plan, or with a plan that is off or paused",
    valve({}, { ...OVER, [`outputPlans/${VALVE}`]: null }),
    valve({}, { ...OVER, ...planField(VALVE, { isOn: false }) }),
    valve({}, { ...OVER, ...planField(VALVE, { pausedUntil: NOW_MS + 1 }) }),
  ),
  ...denied(
    "The jobs order another value, or for longer than the plan or the lease",
    valve(forSeconds(241)),
    vent(forSeconds(601)),
    vent({ value: 41 }),
    vent({ value: 1 }),
  ),
  ...denied(
    "The jobs order in a person's name, or a person in the name of a plan",
    [JOBS, orderingAs(JOBS, forSeconds(240)), OVER],
    [OWNER, orderingAs("plan", forSeconds(240)), OVER],
  ),
  ...allowed(
    "The jobs order the same again while the order holds, without an entry in the log",
    renewing(),
    renewing({ since: 5 }, ventBefore({ since: 5 })),
  ),
  ...denied(
    "A renewal of an order that is over, of a person, or of a plan with times, or one with another value, entry or start",
    renewing({}, ventBefore({ until: NOW_MS })),
    renewing({}, ventBefore({ by: OWNER, until: NOW_MS })),
    renewing({}, ventBefore({ value: 50 })),
    renewing(forSeconds(240), { [`outputPlans/${VENT}`]: { ...TIMES_PLAN, value: 40 } }),
    renewing({ since: null }),
    renewing({ since: NOW_MS - MINUTE_MS }, ventBefore({ since: 5 })),
    renewing({ entry: NEW_KEY }),
    renewing({ ...OFF, asked: null }, ventBefore(OFF)),
    [OWNER, renewing({ by: OWNER })[1], renewing()[2]],
    [OWNER, renewing({ by: OWNER })[1], { ...renewing()[2], ...ventBefore({ by: OWNER }) }],
  ),
  ...denied("A viewer orders what the plan says, but may not order", [
    VIEWER,
    orderingAs(VIEWER, forSeconds(240)),
    OVER,
  ]),
];

const RUNS: readonly Case[] = [
  ...allowed(
    "The jobs record runs, change the record of a run, and remove old records",
    recorded({ planned: NOW_MS, until: NOW_MS + MINUTE_MS, by: OWNER }),
    recorded({ ended: "person", wetter: 34, heard: MADE.version }, { run: MADE, id: PLAN_RUN_ID }),
    recorded({ action: "on", reason: "above" }, { id: "20261130T051500Z" }),
    recorded({}, { id: "20261130Tsunrise+30" }),
    [
      JOBS,
      update({
        [`outputPlanRuns/${VALVE}/${PLAN_RUN_ID}`]: null,
        [`outputPlanRuns/${VALVE}/version`]: PLAN_VERSION + 1,
      }),
    ],
    [
      JOBS,
      update({
        [`outputPlanRuns/${VENT}/20261130T051500Z`]: PLAN_RUN,
        [`outputPlanRuns/${VENT}/version`]: 1,
      }),
      { [`outputPlans/${VENT}`]: HOLD_PLAN },
    ],
  ),
  ...denied(
    "Two checks record at once, or somebody else records or removes",
    recorded({}, { version: PLAN_VERSION }),
    [OWNER, recording()],
    [OWNER, set(`outputPlanRuns/oak/ash-1/pump/${PLAN_RUN_ID}`, PLAN_RUN)],
    [JOBS, remove(`outputPlanRuns/${VALVE}/${PLAN_RUN_ID}`)],
    [JOBS, set(`outputPlanRuns/${VALVE}/20261130T1830`, PLAN_RUN)],
    [JOBS, recording(), { [`outputPlans/${VALVE}`]: null }],
  ),
  ...denied(
    "A malformed run",
    recorded({}, { id: "today" }),
    recorded({ action: null }),
    recorded({ reason: null }),
    recorded({ at: null }),
    recorded({ ended: "hunger" }),
    recorded({ cycle: 0 }, { run: MADE }),
    recorded({ cycles: 11 }, { run: MADE }),
    recorded({ forSeconds: 60.5 }, { run: MADE }),
    recorded({ cycle: 1.5 }, { run: MADE }),
    recorded({ cycles: 1.5 }, { run: MADE }),
    recorded({ version: 1.5 }, { run: MADE }),
    recorded({ heard: 1.5 }, { run: MADE }),
    recorded({ endsAt: NOW_MS + 2 * 3_600 * SECOND_MS }, { run: MADE }),
  ),
];

export const OUTPUT_PLAN_CASES: readonly Case[] = [...PLANS, ...ORDERS, ...RUNS];
