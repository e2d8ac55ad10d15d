/** Plans of outputs: whole runs of the jobs against the shipped rules, with a clock. */

import type { Plan } from "@greenhouse/domain/outputs/plans/model";
import {
  plannedFarmPath,
  planRemoval,
  planSwitch,
  planUpdate,
} from "@greenhouse/domain/outputs/plans/updates";
import { orderUpdate } from "@greenhouse/domain/outputs/ordering";
import { parseOrder, parseOutputLog } from "@greenhouse/domain/outputs/records";
import { entriesOf, fieldOf } from "@greenhouse/domain/stored";
import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { farmRecords } from "../../../support/jobs/farms";
import { WatchedFarms } from "../../../support/jobs/watching";
import { HOLD, TIMES } from "../../domain/plans/fixtures";

/** A Thursday. The farm has no place, so its clock shows UTC. */
const START = Date.UTC(2026, 0, 15, 6);
const VALVE = { farmId: "oak", uid: "oak-air-0", output: "valve" };
const WATER: Plan = { ...TIMES, times: ["0615"], cycles: 2, pauseSeconds: 300 };
const VENT: Plan = { ...HOLD, between: undefined, minOnSeconds: 0, minOffSeconds: 0 };

let farms: WatchedFarms;

/** @param alerts whether the farm has alert settings */
function farm(plan: Plan, alerts = true): void {
  farms = new WatchedFarms(START, {
    ...farmRecords({ id: "oak" }, START),
    "users/olga/alerts": { email: true, language: "en" },
    "outputs/oak/oak-air-0/valve": {
      name: "Drip line",
      kind: "switch",
      leaseSeconds: 600,
      maxOnSeconds: 3_600,
      place: "a",
    },
    ...(alerts ? {} : { "alertSettings/oak": null }),
  });
  expect(farms.database.writeAs("olga", planUpdate(VALVE, plan))).toBe("stored");
}

function measure(values: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(values)) {
    farms.database.administer({
      [`sensors/oak-house/bySensor/oak-air-0/${name}`]: value,
      [`lastSeen/oak/oak-air-0/${name}`]: farms.now,
    });
  }
}

/** Checks once a minute until a time of the day, each time with these fresh values. The board reports after each check. */
async function until(time: string, values?: Readonly<Record<string, number>>): Promise<void> {
  const end = Date.parse(`2026-01-15T${time}:30Z`) - 30_000;
  while (farms.now < end) {
    if (values !== undefined) measure(values);
    await farms.run();
    report();
  }
  expect([farms.failures, farms.refused]).toEqual([[], []]);
}

/** The board reports that it has heard the newest order. */
function report(): void {
  const order = parseOrder(farms.database.json("outputOrders/oak/oak-air-0/valve"));
  if (order === undefined) return;
  const { version } = order;
  const isOver = (order.until ?? 0) <= farms.now;
  farms.database.administer({
    "outputStates/oak/oak-air-0/valve": {
      value: isOver ? 0 : order.value,
      version,
      reason: isOver ? "lease" : "order",
      at: farms.now,
      heard: farms.now,
    },
  });
}

function orderAs(uid: string, value: number, minutes = 0): void {
  const id = VALVE;
  const last = parseOrder(farms.database.json("outputOrders/oak/oak-air-0/valve"));
  const ordering = {
    value,
    until: value > 0 ? farms.now + minutes * MINUTE_MS : undefined,
    by: uid,
  };
  const update = orderUpdate(id, ordering, last, {
    key: `-OaNewEntry00000000${String(farms.now).slice(-6, -5)}`,
    nowMs: farms.now,
  });
  expect(farms.database.writeAs(uid, update)).toBe("stored");
}

const runs = () =>
  entriesOf(farms.database.json("outputPlanRuns/oak/oak-air-0/valve")).flatMap(([id, run]) =>
    id === "version" ? [] : [[id, fieldOf(run, "action"), fieldOf(run, "reason")]],
  );
const run = (id: string) => farms.database.json(`outputPlanRuns/oak/oak-air-0/valve/${id}`);
/** Returns when somebody ordered, with the value and the author. */
const orders = () =>
  parseOutputLog(farms.database.json("outputLog/oak/oak-air-0/valve"))
    .map(({ at, value, by }) => [new Date(at).toISOString().slice(11, 16), value, by])
    .reverse();

describe("a plan of times", () => {
  test.each([true, false])(
    "waters in cycles while the soil is dry, with alerts: %p",
    async (on) => {
      farm(WATER, on);
      await until("06:40", { soilMoisture: 27 });
      expect(orders()).toEqual([
        ["06:15", 1, "plan"],
        ["06:24", 1, "plan"],
      ]);
      expect(runs()).toEqual([["20260115T0615", "ran", "below"]]);
      expect(run("20260115T0615")).toMatchObject({ cycle: 2, value: 27, bound: 30 });
      expect(fieldOf(run("20260115T0615"), "heard")).toBe(fieldOf(run("20260115T0615"), "version"));
    },
  );

  test("ends its cycles when a person switches off", async () => {
    farm(WATER);
    await until("06:17", { soilMoisture: 27 });
    orderAs("olga", 0);
    await until("07:00", { soilMoisture: 27 });
    expect(orders()).toEqual([
      ["06:15", 1, "plan"],
      ["06:17", 0, "olga"],
    ]);
    expect(run("20260115T0615")).toMatchObject({ cycle: 1, ended: "person", by: "olga" });
  });

  test("runs no more when it is switched off, and keeps what another owner has changed", async () => {
    farm(WATER);
    const changed = planUpdate(VALVE, { ...WATER, forSeconds: 120 });
    expect(farms.database.writeAs("olga", changed)).toBe("stored");
    expect(farms.database.writeAs("olga", planSwitch(VALVE, false))).toBe("stored");
    await until("06:30", { soilMoisture: 27 });
    expect(farms.database.json("outputPlans/oak/oak-air-0/valve")).toMatchObject({
      isOn: false,
      forSeconds: 120,
    });
    expect([orders(), runs()]).toEqual([[], []]);
  });
});

/** Ids of another kind, or of another time zone, sort after the ids of newer runs. */
test("a run is made once after a plan of the kind hold, west of Greenwich", async () => {
  farm(VENT);
  const place = { latitude: 40, longitude: -105, timeZone: "America/Denver" };
  farms.database.administer({ "farms/oak/place": place });
  for (let switches = 0; switches < 12; switches += 1) {
    measure({ temperature: switches % 2 === 0 ? 29 : 25 });
    await farms.run();
  }
  expect(runs().length).toBe(12);
  const plan: Plan = { ...WATER, times: ["2315"], cycles: 1, condition: undefined };
  expect(farms.database.writeAs("olga", planUpdate(VALVE, plan))).toBe("stored");
  await until("07:00");
  expect(orders().filter(([time]) => String(time) > "06:12")).toEqual([["06:15", 1, "plan"]]);
  expect(run("20260114T2315")).toMatchObject({ action: "ran", at: START + 15 * MINUTE_MS });
});

describe("overlapping checks", () => {
  test.each([
    ["outputPlanRuns/oak/oak-air-0/valve", 1],
    ["outputPlanRuns/oak/oak-air-0/valve", 2],
    ["outputOrders/oak", 1],
    ["registeredSensors", 1],
  ])(
    "make a run once if the second checks before the first reads %s, time %i",
    async (at, time) => {
      farm({ ...WATER, condition: undefined });
      await until("06:14");
      let reads = 0;
      farms.beforeRead = async (path) => {
        if (!path.startsWith(at)) return;
        reads += 1;
        if (reads === time) await farms.run(0);
      };
      await farms.run();
      farms.beforeRead = () => Promise.resolve();
      await until("06:50");
      expect(orders()).toEqual([
        ["06:15", 1, "plan"],
        ["06:24", 1, "plan"],
      ]);
      expect(run("20260115T0615")).toMatchObject({ cycle: 2, version: expect.any(Number) });
      expect(run("20260115T0615")).not.toHaveProperty("ended");
    },
  );

  test("make a run once if the second stores before the first", async () => {
    farm({ ...WATER, condition: undefined });
    await until("06:14");
    let isFirst = true;
    farms.database.beforeUpdate = async () => {
      if (!isFirst) return;
      isFirst = false;
      await farms.run(0);
    };
    await farms.run();
    expect([orders(), farms.refused]).toEqual([[["06:15", 1, "plan"]], []]);
  });

  test("do not override a person who orders between reading and storing", async () => {
    farm({ ...WATER, condition: undefined });
    await until("06:14");
    let isFirst = true;
    farms.database.beforeUpdate = () => {
      if (isFirst) orderAs("olga", 0);
      isFirst = false;
      return Promise.resolve();
    };
    await farms.run();
    await until("07:00");
    expect(orders()).toEqual([["06:15", 0, "olga"]]);
    expect(runs()).toEqual([["20260115T0615", "skipped", "person"]]);
  });
});

test("a plan of the kind hold extends its order by leases, and switches off at its value or without one", async () => {
  farm(VENT);
  await until("06:02", { temperature: 29 });
  expect(orders()).toEqual([["06:01", 1, "plan"]]);
  await until("06:20", { temperature: 27 });
  const renewed = parseOrder(farms.database.json("outputOrders/oak/oak-air-0/valve"));
  const first = START + MINUTE_MS;
  expect([renewed?.since, renewed?.at]).toEqual([first, first + 15 * MINUTE_MS]);
  await until("06:21", { temperature: 25 });
  await until("06:22", { temperature: 29 });
  await until("06:50");
  const last = runs().at(-1);
  expect(last?.slice(1)).toEqual(["off", "noValue"]);
  // Renewals add nothing to the log.
  expect(orders()).toEqual([
    ["06:01", 1, "plan"],
    ["06:21", 0, "plan"],
    ["06:22", 1, "plan"],
    ["06:37", 0, "plan"],
  ]);
});

test("what a plan of the kind hold has switched on goes off when the plan gets times", async () => {
  farm(VENT);
  await until("06:02", { temperature: 29 });
  const plan: Plan = { ...WATER, condition: undefined };
  expect(farms.database.writeAs("olga", planUpdate(VALVE, plan))).toBe("stored");
  await until("06:16");
  expect(orders()).toEqual([
    ["06:01", 1, "plan"],
    ["06:03", 0, "plan"],
    ["06:15", 1, "plan"],
  ]);
});

test("old records of runs are removed with the next decision", async () => {
  farm({ ...WATER, condition: undefined });
  const record = { action: "skipped", reason: "late", at: START - 40 * DAY_MS };
  farms.database.administer({
    "outputPlanRuns/oak/oak-air-0/valve/20251206T0615": record,
    "outputPlanRuns/oak/oak-air-0/valve/20251220T0615": record,
  });
  await until("06:16");
  expect(runs().map(([id]) => id)).toEqual(["20251220T0615", "20260115T0615"]);
});

test("a farm whose last plan is removed leaves the list, and then costs no more reads", async () => {
  farm(WATER);
  farms.database.administer(planRemoval(VALVE));
  await farms.run();
  expect(farms.database.json(plannedFarmPath("oak"))).toBeUndefined();
  farms.reads.length = 0;
  await farms.run();
  expect(farms.reads.filter((path) => /Plan|planned/.test(path))).toEqual(["plannedFarms"]);
});

test("a decision that the rules refuse is logged", async () => {
  farm({ ...WATER, condition: undefined });
  // An administrator stored an order without an author.
  farms.database.administer({
    "outputOrders/oak/oak-air-0/valve": { value: 0, version: 5, at: 5 },
  });
  await farms.run(16);
  expect([farms.refused, farms.failures]).toEqual([["oak-air-0/valve"], []]);
});

test("a plan that an administrator damaged does not stop the alerts of its farm", async () => {
  farm(WATER);
  farms.database.administer({ "outputPlans/oak/oak-air-0/valve/at": 1e300 });
  await until("06:40", { temperature: 2 });
  expect(farms.sent.length).toBeGreaterThan(0);
  expect(runs()).toEqual([]);
});

describe("an alert", () => {
  const open = () => Object.keys(farms.database.json("alerts/oak/open") ?? {});
  const subjects = () => farms.sent.map(({ title }) => title);

  test("opens when a plan has no fresh value, repeats soon, and ends with a fresh value", async () => {
    farm({ ...WATER, at: undefined });
    measure({ soilMoisture: 31 });
    await until("07:31", { temperature: 20 });
    expect(open()).toEqual([]);
    await until("07:52", { temperature: 20 });
    expect(open()).toEqual(["blind,valve,oak-air-0"]);
    expect(subjects().length).toBe(2);
    expect(subjects()[0]).toContain("Tomatoes: Drip line: plan without a fresh value since 06:00");
    await until("07:55", { temperature: 20, soilMoisture: 31 });
    expect(open()).toEqual([]);
    expect(subjects().at(-1)).toContain("plan has fresh values again");
  });

  test("opens when the soil is not wetter after three runs, and ends without a notification with the plan", async () => {
    farm({ ...WATER, times: ["0605", "0630", "0655"], cycles: 1 });
    await until("08:54", { soilMoisture: 27, temperature: 20 });
    expect(open()).toEqual([]);
    await until("08:58", { soilMoisture: 27, temperature: 20 });
    expect(open()).toEqual(["ineffective,valve,oak-air-0"]);
    const before = farms.sent.length;
    expect(farms.database.writeAs("olga", planRemoval(VALVE))).toBe("stored");
    await until("09:02", { soilMoisture: 27, temperature: 20 });
    expect([open(), farms.sent.length]).toEqual([[], before]);
  });
});
