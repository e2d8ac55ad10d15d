/** Alerts and plans of corrected readings: whole runs of the jobs against the shipped rules, with a clock. */

import { firstKeyAt } from "@greenhouse/domain/identity/push-key";
import { planUpdate } from "@greenhouse/domain/outputs/plans/updates";
import { entriesOf, fieldOf } from "@greenhouse/domain/stored";
import { HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { calibrate, exclude, undo } from "../../../support/jobs/corrections";
import type { NewExclusion } from "../../../support/jobs/corrections";
import { farmRecords } from "../../../support/jobs/farms";
import { WatchedFarms } from "../../../support/jobs/watching";
import { TIMES } from "../../domain/plans/fixtures";

const START = Date.UTC(2026, 0, 15, 6);
const WEBHOOK = "https://hook.example/oak";
const UID = "oak-air-0";
const FROST = `below,temperature,${UID}`;

let farms: WatchedFarms;
beforeEach(() => {
  farms = new WatchedFarms(START, farmRecords({ id: "oak", webhookUrl: WEBHOOK }, START));
});

type Values = Readonly<Record<string, number>>;

/** Checks once a minute, each time with these new values. @returns the subjects of the notifications */
async function watch(minutes: number, values?: Values): Promise<readonly string[]> {
  const before = farms.sent.length;
  for (let minute = 0; minute < minutes; minute += 1) {
    if (values !== undefined) measure(values);
    await farms.run();
  }
  expect([farms.failures, farms.refused]).toEqual([[], []]);
  return farms.sent.slice(before).map(({ title }) => title);
}

function measure(values: Values): void {
  const at = farms.now;
  const stored = Object.entries(values).flatMap(([name, value]) => [
    [`sensors/oak-house/bySensor/${UID}/${name}`, value],
    [`lastSeen/oak/${UID}/${name}`, at],
  ]);
  const entry = { uid: UID, sensorName: "Air", ...values, updatedAt: at };
  const history = { [`sensors/oak-house/history/${firstKeyAt(at)}`]: entry };
  farms.database.administer({ ...Object.fromEntries(stored), ...history });
}

const open = (): readonly string[] =>
  entriesOf(farms.database.json("alerts/oak/open")).map(([id]) => id);
const span = (fromMinutes: number, untilMinutes: number, quantity?: string): NewExclusion => ({
  from: farms.now + fromMinutes * MINUTE_MS,
  until: farms.now + untilMinutes * MINUTE_MS,
  ...(quantity !== undefined && { quantity: quantity as "temperature" }),
});

describe("a calibrated sensor", () => {
  const calibration = { quantity: "temperature", from: START, scale: 1, offset: 3.5 } as const;

  test("opens an alert by its calibrated value, which people read", async () => {
    calibrate(farms.database, UID, calibration);
    // 5.6 °C
    expect(await watch(20, { temperature: 2.1 })).toEqual([]);
    expect(open()).toEqual([]);
    expect(await watch(3, { temperature: 0.7 })).toEqual([
      "Tomatoes: 4.2\u202f°C, below 5\u202f°C (Air of oak-air-0)",
    ]);
    const body = farms.sent[0]?.body ?? "";
    const { data } = JSON.parse(body) as { data: { alerts: object[] } };
    expect(data.alerts[0]).toMatchObject({ value: 4.2, minutesAgo: { "20": 5.6 } });
  });

  test("opens an alert of what it sent before its calibration is made, and after it is undone", async () => {
    expect(await watch(3, { temperature: 2.1 })).toHaveLength(1);
    const path = calibrate(farms.database, UID, calibration);
    expect(await watch(3, { temperature: 3.1 })).toEqual([
      "Over: Tomatoes: 6.6\u202f°C again (Air of oak-air-0)",
    ]);
    undo(farms.database, path);
    expect(await watch(3, { temperature: 3.1 })).toHaveLength(1);
  });

  test("keeps a fault a fault", async () => {
    calibrate(farms.database, UID, calibration);
    await watch(3, { temperature: -127 });
    expect(open()).toEqual([`fault,temperature,${UID}`]);
  });
});

describe("an excluded sensor", () => {
  test.each(["temperature", undefined])(
    "opens no alert, and ends an open alert without a notification: %s",
    async (quantity) => {
      expect(await watch(2, { temperature: 2.1 })).toHaveLength(1);
      const path = exclude(farms.database, UID, span(-5, 60, quantity));
      expect(await watch(3, { temperature: 2.1 })).toEqual([]);
      expect(open()).toEqual([]);
      const [logged] = entriesOf(farms.database.json("alerts/oak/log"));
      expect(logged?.[1]).toMatchObject({
        kind: "below",
        uid: UID,
        clearedAt: farms.now - 2 * MINUTE_MS,
      });
      undo(farms.database, path);
      expect(await watch(2, { temperature: 2.1 })).toHaveLength(1);
    },
  );

  test("ends an alert whose value was excluded later, also if the sensor is silent", async () => {
    await watch(2, { temperature: 2.1 });
    await watch(40);
    expect(open()).toEqual([FROST, `silent,,${UID}`]);
    exclude(farms.database, UID, span(-60, -30));
    await watch(1);
    expect(open()).toEqual([`silent,,${UID}`]);
  });

  test("is missed by nobody until the exclusion ends", async () => {
    await watch(1, { temperature: 20, humidity: 50 });
    exclude(farms.database, UID, span(0, 120));
    expect(await watch(119)).toEqual([]);
    expect(open()).toEqual([]);
    expect(await watch(3)).toEqual([expect.stringMatching(/no reading/)]);
    exclude(farms.database, UID, span(0, 60));
    expect(await watch(2)).toEqual([]);
    expect(open()).toEqual([]);
  });

  test("with a probe that sends nothing: the probe is missed after the exclusion", async () => {
    const watchOthers = (minutes: number): Promise<unknown> => watch(minutes, { light: 900 });
    await watch(1, { temperature: 20 });
    exclude(farms.database, UID, span(-1, 60, "temperature"));
    await watchOthers(60);
    expect(open()).toEqual([]);
    await watchOthers(3);
    const silent = `silent,temperature,${UID}`;
    expect(open()).toEqual([silent]);
    exclude(farms.database, UID, span(0, 60, "temperature"));
    expect(await watchOthers(1)).toEqual([]);
    expect(open()).toEqual([]);
  });

  test("has no fault, and no low battery", async () => {
    await watch(2, { temperature: -127, battery: 5 });
    expect(open()).toEqual([`battery,,${UID}`, `fault,temperature,${UID}`]);
    exclude(farms.database, UID, span(-5, 60));
    expect(await watch(3, { temperature: -127, battery: 5 })).toEqual([]);
    expect(open()).toEqual([]);
  });

  test("leaves gaps in the last hour of an alert", async () => {
    await watch(30, { temperature: 9 });
    exclude(farms.database, UID, span(-31, 0));
    await watch(22, { temperature: 8 });
    await watch(2, { temperature: 2.1 });
    const body = farms.sent[0]?.body ?? "";
    const { data } = JSON.parse(body) as { data: { alerts: object[] } };
    expect(data.alerts[0]).toMatchObject({ minutesAgo: { "20": 8, "0": 2.1 } });
    expect(data.alerts[0]).not.toHaveProperty("minutesAgo.40");
  });
});

describe("a plan", () => {
  const VALVE = { farmId: "oak", uid: UID, output: "valve" };
  const runs = () =>
    entriesOf(farms.database.json("outputPlanRuns/oak/oak-air-0/valve")).flatMap(([id, run]) =>
      id === "version"
        ? []
        : [[fieldOf(run, "action"), fieldOf(run, "reason"), fieldOf(run, "value")]],
    );
  beforeEach(() => {
    farms.database.administer({
      "outputs/oak/oak-air-0/valve": {
        name: "Drip line",
        kind: "switch",
        leaseSeconds: 600,
        maxOnSeconds: 3_600,
        place: "a",
      },
    });
    const plan = planUpdate(VALVE, { ...TIMES, times: ["0605"], cycles: 1 });
    expect(farms.database.writeAs("olga", plan)).toBe("stored");
  });

  test("waters by the calibrated value", async () => {
    const scaling = { scale: -1 / 18, offset: 3_000 / 18 };
    calibrate(farms.database, UID, { quantity: "soilMoisture", from: START - HOUR_MS, ...scaling });
    await watch(7, { soilMoisture: 2_550 });
    expect(runs()).toEqual([["ran", "below", 25]]);
  });

  test("does not water by an excluded value", async () => {
    exclude(farms.database, UID, span(-1, 60, "soilMoisture"));
    await watch(7, { soilMoisture: 10 });
    expect(runs()).toEqual([["skipped", "noValue", undefined]]);
  });
});
