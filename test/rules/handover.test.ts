/** A board with outputs is replaced: by one update, under the shipped rules, whatever happens at the same time. */

import { createPushKeys } from "@greenhouse/domain/identity/push-key";
import { markReplaced, sensorRegistration } from "@greenhouse/domain/identity/sensor-updates";
import { handoverUpdate } from "@greenhouse/domain/outputs/handover";
import { OUTPUT_PLACES } from "@greenhouse/domain/outputs/limits";
import { orderUpdate } from "@greenhouse/domain/outputs/ordering";
import { planRemoval, planUpdate } from "@greenhouse/domain/outputs/plans/updates";
import { parsePlan } from "@greenhouse/domain/outputs/plans/records";
import {
  outputsOf,
  parseOrder,
  parseOutputLog,
  withOrders,
} from "@greenhouse/domain/outputs/records";
import { MINUTE_MS } from "@greenhouse/domain/time";
import { HOLD_PLAN, JOBS, NOW_MS, OUTPUT, OWNER, TIMES_PLAN } from "../cases/rules-matrix/farms";
import { useStoredFarms } from "../support/rules-client/stored-farms";

const HANDOVER = { farmId: "oak", from: "dht-1", to: "new-1" };
const VALVE = { farmId: "oak", uid: "dht-1", output: "valve" };

const { store, given, read } = useStoredFarms();
const createKey = createPushKeys(() => 0.5);
const sign = () => ({ key: createKey(NOW_MS), by: OWNER });

/** The update of the page. */
function replacing(): object {
  const replacement = { farmId: "oak", replaced: "dht-1", successor: "new-1", from: NOW_MS };
  const described = { name: "Bench", type: "DHT22", role: "air", greenhouse: "north" } as const;
  const outputs = withOrders(
    outputsOf("oak", read("outputs/oak"), ["dht-1"]),
    read("outputOrders/oak"),
    read("outputStates/oak"),
  );
  const plans = read("outputPlans/oak");
  return {
    ...sensorRegistration({ farmId: "oak", uid: "new-1" }, described, sign(), undefined, {
      continues: "dht-1",
      continuesFrom: NOW_MS,
    }),
    ...markReplaced(replacement, "north", sign()),
    ...handoverUpdate(HANDOVER, { outputs, plans }, sign(), NOW_MS),
  };
}

test("hands over outputs and plans, ends orders, and keeps the log of the old board", () => {
  const vent = { ...VALVE, output: "vent" };
  const fan = { ...OUTPUT, name: "Fan" };
  given({
    "outputs/oak/dht-2/fan": fan,
    "outputPlaces/oak/dht-2/a": "fan",
    "outputPlans/oak/dht-1/valve": { ...TIMES_PLAN, source: "dht-1", pausedUntil: NOW_MS - 1 },
    "outputPlans/oak/dht-1/vent": { ...HOLD_PLAN, source: "dht-2", pausedUntil: NOW_MS - 1 },
    "outputPlans/oak/dht-2/fan": { ...HOLD_PLAN, source: "dht-1" },
  });
  const before = read("outputLog/oak/dht-1/valve");
  expect(store(replacing())).toBe("ok");

  expect(read("outputs/oak/new-1")).toEqual({
    valve: OUTPUT,
    vent: { ...OUTPUT, name: "Vent", kind: "level", viewersMay: true, place: "b" },
  });
  expect(read("outputPlaces/oak/new-1")).toEqual({ a: "valve", b: "vent" });
  expect(read("outputOrders/oak/new-1")).toBeUndefined();
  // The valve may be on for a lease after the board's last request. Until then its plan waits.
  const waiting = { pausedUntil: NOW_MS + 10 * MINUTE_MS };
  expect(parsePlan(read("outputPlans/oak/new-1/valve"))).toEqual(
    parsePlan({ ...TIMES_PLAN, ...waiting, source: "new-1", at: NOW_MS }),
  );
  expect(parsePlan(read("outputPlans/oak/new-1/vent"))).toEqual(
    parsePlan({ ...HOLD_PLAN, source: "dht-2", at: NOW_MS }),
  );
  expect(read("outputPlans/oak/dht-2/fan")).toMatchObject({ source: "new-1", at: NOW_MS });

  for (const id of [VALVE, vent]) {
    const path = `oak/dht-1/${id.output}`;
    expect(read(`outputPlans/${path}`)).toBeUndefined();
    expect(read(`outputs/${path}`)).toBeDefined();
    expect(parseOrder(read(`outputOrders/${path}`))).toMatchObject({ value: 0, by: OWNER });
  }
  expect(read("outputLog/oak/dht-1/valve")).toMatchObject(before as object);
  expect(parseOutputLog(read("outputLog/oak/dht-1/valve"))).toHaveLength(2);
});

/** @param by "plan" is ordered by the jobs */
function ordering(by: string): object {
  const order = { value: 1, until: NOW_MS + MINUTE_MS, by };
  const last = parseOrder(read("outputOrders/oak/dht-1/valve"));
  return orderUpdate(VALVE, order, last, { key: createKey(NOW_MS), nowMs: NOW_MS });
}

test.each([
  ["a person", OWNER, OWNER],
  ["a plan", "plan", JOBS],
])("if %s orders at the same time, only the first update is stored", (_, by, actor) => {
  given({ "outputOrders/oak/dht-1/valve/by": "plan" });
  const [late, order] = [replacing(), ordering(by)];
  expect(store(order, actor)).toBe("ok");
  expect(store(late)).toBe("denied");
  expect(["registeredSensors/new-1", "outputs/oak/new-1"].map(read)).toEqual([
    undefined,
    undefined,
  ]);

  const [again, lateOrder] = [replacing(), ordering(by)];
  expect(store(again)).toBe("ok");
  expect(store(lateOrder, actor)).toBe("denied");
  expect(read("outputOrders/oak/dht-1/valve/value")).toBe(0);
});

test("does not bring back a plan that somebody has removed meanwhile", () => {
  given({ "outputOrders/oak/dht-1/valve/by": "plan" });
  const late = replacing();
  expect(store(planRemoval(VALVE))).toBe("ok");
  expect(store(late)).toBe("denied");
  expect(store(replacing())).toBe("ok");
  expect(read("outputs/oak/new-1/valve")).toBeDefined();
  expect(read("outputPlans/oak/new-1/valve")).toBeUndefined();
});

test("is one small update for eight outputs with plans of 24 times each, and 100 plans that follow", () => {
  const times = Object.fromEntries(
    Array.from({ length: 24 }, (__, hour) => [hour, `sunset+${100 + hour}`]),
  );
  const plan = parsePlan({ ...TIMES_PLAN, times, source: "dht-1" })!;
  const names = OUTPUT_PLACES.map((place) => `a-long-name-${place}`);
  const followers = Array.from({ length: 100 }, (__, index) => `board-${index}`);
  given({
    "outputs/oak/dht-1": Object.fromEntries(
      names.map((name, index) => [name, { ...OUTPUT, place: OUTPUT_PLACES[index] }]),
    ),
    ...Object.fromEntries(
      followers.flatMap((uid) => [
        [`outputs/oak/${uid}/fan`, OUTPUT],
        [`outputPlans/oak/${uid}/fan`, { ...HOLD_PLAN, source: "dht-1" }],
      ]),
    ),
    ...Object.assign({}, ...names.map((output) => planUpdate({ ...VALVE, output }, plan))),
  });
  const update = replacing();
  expect(Object.keys(update).length).toBeLessThan(6 * 8 + 2 * 100 + 10);
  expect(JSON.stringify(update).length).toBeLessThan(32_000);
  expect(store(update)).toBe("ok");
  expect(Object.keys(read("outputPlans/oak/new-1") as object).sort()).toEqual(names);
  expect(read("outputPlans/oak/board-99/fan/source")).toBe("new-1");
});
