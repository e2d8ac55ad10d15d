/** What one check after the other decides about a farm. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import fc from "fast-check";
import { greenhouse, START, WatchedFarm } from "../../../support/jobs/farm";

const COLD = "below,temperature,air";
const WARM = "above,temperature,air";
const SILENT = "silent,,air";

let farm: WatchedFarm;
beforeEach(() => {
  farm = new WatchedFarm();
});

/** A reading arrives before each check. */
function lookAt(temperature: number, minutes = 1): ReturnType<WatchedFarm["look"]> {
  farm.now += (minutes - 0.5) * MINUTE_MS;
  farm.receive("air", { temperature });
  return farm.look(0.5);
}

describe("a value beyond its bound", () => {
  test("is raised by the second check that finds it, since the first", () => {
    expect(lookAt(4).isQuiet).toBe(true);
    expect(farm.open.size).toBe(0);
    const notifications = lookAt(3.5);
    const fact = {
      kind: "below",
      uid: "air",
      sensorName: "Air",
      greenhouse: "north",
      greenhouseName: "Tomatoes",
      measurement: "temperature",
      value: 3.5,
      bound: 5,
      since: START + MINUTE_MS,
      extreme: 3.5,
    };
    expect(notifications.raised).toEqual({ [COLD]: fact });
    const at = START + 2 * MINUTE_MS;
    expect(farm.open.get(COLD)).toEqual({ ...fact, raisedAt: at, remindedAt: at });
    expect(farm.farm.state.pending.size).toBe(0);
  });

  test("is not raised if the second check finds nothing, and the count starts again", () => {
    lookAt(4);
    expect(farm.look(1).isEmpty).toBe(false);
    farm = new WatchedFarm();
    lookAt(4);
    expect(lookAt(6).isQuiet).toBe(true);
    expect(farm.farm.state.pending.size).toBe(0);
    expect(lookAt(4).isQuiet).toBe(true);
    expect(lookAt(4).isQuiet).toBe(false);
  });

  test("is not raised by two runs at once", () => {
    lookAt(4);
    expect(farm.look(0.2).isEmpty).toBe(true);
    expect(farm.look(0.3).raised).toHaveProperty([COLD]);
  });

  test("changes nothing more while it goes on, but the worst value", () => {
    lookAt(4);
    lookAt(4);
    expect(lookAt(4.5).isEmpty).toBe(true);
    expect(lookAt(2.1).isQuiet).toBe(true);
    expect(farm.open.get(COLD)).toMatchObject({ value: 4, extreme: 2.1 });
  });

  test("is over after two checks with a value well within the bound", () => {
    lookAt(4);
    lookAt(2);
    const raisedAt = farm.now;
    expect(lookAt(5.2).isEmpty).toBe(true);
    expect(lookAt(6).isQuiet).toBe(true);
    const { cleared } = lookAt(6.5);
    expect(cleared[COLD]).toMatchObject({ value: 6.5, bound: 5, extreme: 2, clearedAt: farm.now });
    expect(farm.open.size).toBe(0);
    expect(farm.log).toEqual([
      expect.objectContaining({ kind: "below", value: 2, raisedAt, clearedAt: farm.now }),
    ]);
    expect(farm.log[0]).not.toHaveProperty("remindedAt");
  });

  test("goes on if the second check finds it again", () => {
    lookAt(4);
    lookAt(4);
    lookAt(6);
    expect(lookAt(4).isQuiet).toBe(true);
    expect(farm.open.get(COLD)).not.toHaveProperty("clearingSince");
    expect(lookAt(6).isQuiet).toBe(true);
  });

  test("stays open while the sensor is silent, and is not over by that", () => {
    lookAt(4);
    lookAt(4);
    farm.look(31);
    expect(farm.look().raised).toHaveProperty([SILENT]);
    expect([...farm.open.keys()]).toEqual([COLD, SILENT]);
    lookAt(10);
    expect(lookAt(10).cleared).toEqual({ [COLD]: expect.anything(), [SILENT]: expect.anything() });
  });

  test("is one alert while the value swings around the bound", () => {
    const temperatures = [29.9, 30.1, 30.1, 29.9, 30.1, 29.8, 29.8, 30.2, 29.9, 29.9];
    const notifications = temperatures
      .map((each) => lookAt(each))
      .filter(({ isQuiet }) => !isQuiet);
    expect(notifications.map(({ raised }) => Object.keys(raised))).toEqual([[WARM]]);
    expect(farm.log).toEqual([]);
  });

  test("can be over between bounds that are close", () => {
    farm.change({
      greenhouses: new Map([["north", greenhouse({ temperature: { min: 20, max: 20.4 } })]]),
    });
    for (const value of [19, 19, 20.2]) lookAt(value);
    expect(lookAt(20.2).cleared).toHaveProperty([COLD]);
  });
});

test("close to the end of what can be measured, an alert can still be over", () => {
  farm.change({ greenhouses: new Map([["north", greenhouse({ humidity: { min: 99 } })]]) });
  for (const humidity of [90, 90, 99.9, 99.9]) {
    farm.receive("air", { humidity });
    farm.look();
  }
  expect([farm.open.size, farm.log.length]).toEqual([0, 1]);
});

test("after an outage of the jobs, a value that was found before counts as found for the first time", () => {
  lookAt(4);
  expect(lookAt(4, 8 * 60).isQuiet).toBe(true);
  expect(lookAt(4).raised[COLD]).toMatchObject({ since: farm.now - MINUTE_MS });
  lookAt(9);
  expect(lookAt(9, 60).isQuiet).toBe(true);
  expect(lookAt(9).cleared).toHaveProperty([COLD]);
});

describe("people", () => {
  beforeEach(() => {
    lookAt(4);
    lookAt(4);
  });

  /** The minutes after which somebody is notified, each with who. */
  function notifiedWithin(minutes: number, look = () => lookAt(4)): readonly unknown[] {
    const found: unknown[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      for (const { alert, to } of look().notices) {
        found.push([minute, alert.state, alert.escalation ?? 0, to.join()]);
      }
    }
    return found;
  }

  test("are reminded of a frost after 15, 30 and 60 minutes, then every six hours; others as late as they chose", () => {
    expect(notifiedWithin(13 * 60)).toEqual([
      [5, "reminded", 0, "5"],
      [15, "reminded", 1, "0,5,15"],
      [30, "reminded", 2, "0,5,15,30"],
      [60, "reminded", 3, "0,5,15,30"],
      [7 * 60, "reminded", 4, "0,5,15,30"],
      [13 * 60, "reminded", 5, "0,5,15,30"],
    ]);
  });

  test("are reminded of a silent sensor every six hours", () => {
    const silent = (): ReturnType<WatchedFarm["look"]> => farm.look();
    farm.changeAlert(COLD, { acknowledgedBy: "olga" });
    notifiedWithin(31, silent);
    expect(farm.open.get(SILENT)?.raisedAt).toBe(farm.now);
    expect(notifiedWithin(12 * 60, silent)).toEqual([
      [5, "reminded", 0, "5"],
      [15, "reminded", 0, "15"],
      [30, "reminded", 0, "30"],
      [6 * 60, "reminded", 1, "0,5,15,30"],
      [12 * 60, "reminded", 2, "0,5,15,30"],
    ]);
  });

  test("are reminded once after an outage of the jobs, however many times were missed", () => {
    expect(lookAt(3, 8 * 60).reminded[COLD]).toMatchObject({ value: 3, escalation: 4 });
    expect(notifiedWithin(60)).toEqual([]);
  });

  test("are notified of who acknowledged, if they were of the alert, and nobody is reminded", () => {
    notifiedWithin(14);
    farm.changeAlert(COLD, { acknowledgedBy: "olga" });
    const [one, ...others] = lookAt(4).notices;
    expect(one).toMatchObject({ alert: { state: "acknowledged" }, to: [0, 5], by: "olga" });
    expect(others).toEqual([]);
    expect(notifiedWithin(8 * 60)).toEqual([]);
    lookAt(9);
    expect(lookAt(9).notices).toMatchObject([
      { alert: { state: "cleared" }, to: [0, 5], by: "olga" },
    ]);
  });

  test("are notified of another who acknowledges; taken back, at once, and reminders begin again", () => {
    farm.changeAlert(COLD, { acknowledgedBy: "olga" });
    lookAt(4);
    farm.changeAlert(COLD, { acknowledgedBy: "vera" });
    expect(lookAt(4).notices).toMatchObject([{ by: "vera" }]);
    farm.takeBack(COLD);
    expect(notifiedWithin(16)).toEqual([
      [1, "reminded", 0, "0"],
      [6, "reminded", 0, "5"],
      [16, "reminded", 1, "0,5,15"],
    ]);
    expect(farm.open.get(COLD)).not.toHaveProperty("announced");
  });

  test("are reminded too while the value is within the margin, which is not called beyond the bound", () => {
    expect(lookAt(5.2, 361).reminded[COLD]).toMatchObject({ value: 4 });
  });

  test("are counted apart where the alert is new to them", () => {
    const news = [5, 10, 15].map((minutes) => farm.look(minutes).notices[0]?.newTo);
    expect(news).toEqual([[5], [15], [30]]);
  });

  test("are waited for until somebody acknowledges or snoozes the alert, or it is over", () => {
    const counts = [lookAt(4).unanswered];
    farm.changeAlert(COLD, { acknowledgedBy: "olga" });
    counts.push(lookAt(4).unanswered);
    farm.takeBack(COLD);
    counts.push(lookAt(4).unanswered);
    farm.changeAlert(COLD, { snoozedUntil: farm.now + 2 * MINUTE_MS });
    counts.push(lookAt(4).unanswered, lookAt(4, 2).unanswered);
    counts.push(lookAt(9).unanswered, lookAt(9).unanswered);
    expect(counts).toEqual([1, 0, 1, 0, 1, 1, 0]);
  });

  test("who acknowledged are not reminded, and are notified when it is over", () => {
    farm.changeAlert(COLD, { acknowledgedBy: "olga" });
    expect(lookAt(4).acknowledged).toHaveProperty([COLD]);
    expect(lookAt(4, 7 * 60).isQuiet).toBe(true);
    lookAt(9);
    expect(lookAt(9).cleared).toHaveProperty([COLD]);
    expect(farm.log[0]).toHaveProperty("acknowledgedBy", "olga");
  });

  test("who snooze are not notified until the snooze ends, and reminded then", () => {
    farm.changeAlert(COLD, { snoozedUntil: farm.now + 8 * 60 * MINUTE_MS });
    expect(lookAt(4, 7 * 60).isQuiet).toBe(true);
    expect(lookAt(4, 61).reminded).toHaveProperty([COLD]);
    expect(lookAt(4).isQuiet).toBe(true);
  });

  test("who snooze are not notified that it is over", () => {
    farm.changeAlert(COLD, { snoozedUntil: farm.now + 60 * MINUTE_MS });
    lookAt(9);
    expect(lookAt(9).isQuiet).toBe(true);
    expect(farm.log).toHaveLength(1);
  });
});

describe("an alert ends without a message", () => {
  beforeEach(() => {
    lookAt(4);
    lookAt(4);
  });

  test.each<[string, () => void]>([
    ["its sensor is removed", () => farm.change({ sensors: [] })],
    [
      "its sensor measures the soil from now on",
      () => farm.change({ sensors: farm.farm.sensors.map((one) => ({ ...one, role: "soil" })) }),
    ],
    [
      "its threshold is removed",
      () => farm.change({ greenhouses: new Map([["north", greenhouse({})]]) }),
    ],
  ])("when %s", (_, change) => {
    change();
    const notifications = farm.look();
    expect([notifications.isQuiet, farm.open.size, farm.log.length]).toEqual([true, 0, 1]);
  });

  test("when its sensor is linked to another greenhouse", () => {
    const { greenhouses } = farm.farm;
    const south = { ...greenhouses.get("north")!, name: "Herbs" };
    farm.change({
      greenhouses: new Map([...greenhouses, ["south", south]]),
      sensors: [{ uid: "air", name: "Air", greenhouse: "south", role: "air" }],
    });
    expect([farm.look().isQuiet, farm.open.size]).toEqual([true, 0]);
    expect(farm.look().raised[COLD]).toMatchObject({ greenhouse: "south" });
  });
});

describe("other kinds", () => {
  test("a silent sensor, since its last reading", () => {
    lookAt(20);
    const at = farm.now - 0.5 * MINUTE_MS;
    expect(farm.look(29).isEmpty).toBe(true);
    farm.look(1);
    expect(farm.look().raised[SILENT]).toMatchObject({ kind: "silent", since: at });
    lookAt(20);
    expect(lookAt(20).cleared).toHaveProperty([SILENT]);
  });

  test("no silent sensor, where that is switched off", () => {
    farm.change({ settings: { silentAfterMinutes: 0, lowBatteryPercent: 20 } });
    lookAt(20);
    expect([farm.look(600).isEmpty, farm.look().isEmpty]).toEqual([true, true]);
  });

  test("a dead probe of a live board", () => {
    lookAt(20);
    farm.now += 31 * MINUTE_MS;
    farm.receive("air", { humidity: 60 });
    farm.look();
    expect(farm.look().raised).toHaveProperty(["silent,temperature,air"]);
    lookAt(20);
    expect(lookAt(20).cleared).toHaveProperty(["silent,temperature,air"]);
  });

  test("a fault, which is no frost", () => {
    lookAt(-127);
    expect(lookAt(-127).raised).toEqual({
      "fault,temperature,air": expect.objectContaining({ kind: "fault", value: -127 }),
    });
    lookAt(20);
    expect(lookAt(20).cleared).toHaveProperty(["fault,temperature,air"]);
  });

  test("a faulty probe that sends nothing any more while its board does: that is over", () => {
    lookAt(-127);
    lookAt(-127);
    farm.now += 31 * MINUTE_MS;
    farm.receive("air", { humidity: 60 });
    expect(farm.look().cleared).toEqual({});
    const { raised, cleared } = farm.look();
    expect(Object.keys(raised)).toEqual(["silent,temperature,air"]);
    expect(cleared["fault,temperature,air"]).not.toHaveProperty("value");
  });

  test.each([
    ["a fault", -127, "fault,temperature,air"],
    ["a frost", 4, COLD],
  ])("%s stays open while its sensor is silent, and its reminder says so", (_, value, id) => {
    lookAt(value);
    lookAt(value);
    const silentSince = farm.now - 0.5 * MINUTE_MS;
    farm.look(31);
    expect(Object.keys(farm.look().raised)).toEqual([SILENT]);
    const { reminded } = farm.look(6 * 60);
    expect(reminded[id]).toMatchObject({ value, silentSince });
    expect(reminded[SILENT]).not.toHaveProperty("silentSince");
    lookAt(20);
    expect(Object.keys(lookAt(20).cleared)).toEqual([SILENT, id].toSorted());
  });

  test("a sensor that is renamed, and a greenhouse, have their new names in open alerts", () => {
    lookAt(4);
    lookAt(4);
    const { greenhouses } = farm.farm;
    farm.change({
      greenhouses: new Map([["north", { ...greenhouses.get("north")!, name: "Herbs" }]]),
      sensors: [{ uid: "air", name: "Door", greenhouse: "north", role: "air" }],
    });
    expect(lookAt(4).isQuiet).toBe(true);
    const names = { sensorName: "Door", greenhouseName: "Herbs" };
    expect(farm.open.get(COLD)).toMatchObject(names);
    expect(lookAt(4, 6 * 60).reminded[COLD]).toMatchObject(names);
  });

  test("a dead humidity probe where VPD has a threshold", () => {
    farm.change({ greenhouses: new Map([["north", greenhouse({ vpd: { min: 0.4 } })]]) });
    farm.receive("air", { temperature: 20, humidity: 60 });
    farm.now += 31 * MINUTE_MS;
    farm.receive("air", { temperature: 20 });
    farm.look();
    expect(farm.look().raised).toHaveProperty(["silent,humidity,air"]);
  });

  test("a low battery", () => {
    farm.receive("air", { temperature: 20, battery: 20 });
    farm.look();
    expect(farm.look().raised["battery,,air"]).toMatchObject({ value: 20, bound: 20 });
  });

  test("a sensor that never sent anything is being installed", () => {
    expect([farm.look(600).isEmpty, farm.look().isEmpty]).toEqual([true, true]);
  });

  test("night bounds hold from sunset to sunrise at the farm's place", () => {
    farm.change({
      place: { latitude: 52.52, longitude: 13.4, timeZone: "Europe/Berlin" },
      greenhouses: new Map([["north", greenhouse({ temperature: { min: 15, nightMin: 8 } })]]),
    });
    // Two o'clock in January, then noon.
    lookAt(10);
    expect(lookAt(10).isQuiet).toBe(true);
    lookAt(10, 10 * 60);
    expect(lookAt(10).raised[COLD]).toMatchObject({ bound: 15 });
  });

  test("no VPD of two readings, not even of one batch, which have the same time", () => {
    farm.change({ greenhouses: new Map([["north", greenhouse({ vpd: { min: 0.4 } })]]) });
    for (let minute = 0; minute < 3; minute += 1) {
      farm.receive("air", { temperature: 20 });
      farm.receive("air", { humidity: 95 });
      expect(farm.look().raised).toEqual({});
    }
  });

  test("VPD of one reading", () => {
    farm.change({ greenhouses: new Map([["north", greenhouse({ vpd: { min: 0.4 } })]]) });
    farm.receive("air", { temperature: 20, humidity: 95 });
    farm.look();
    expect(farm.look().raised).toHaveProperty(["below,vpd,air"]);
  });
});

test("14 sensors that fall silent together are one message, and one when they are back", () => {
  const uids = Array.from({ length: 14 }, (_, index) => `air-${index}`);
  farm.change({
    sensors: uids.map((uid) => ({ uid, name: uid, greenhouse: "north", role: "air" })),
  });
  for (const uid of uids) farm.receive(uid, { temperature: 20 });
  farm.look(31);
  expect(Object.keys(farm.look().raised)).toHaveLength(14);
  for (const uid of uids) farm.receive(uid, { temperature: 20 });
  farm.look();
  expect(Object.keys(farm.look().cleared)).toHaveLength(14);
});

test("each crossing is recorded once, whatever arrives and however often the farm is checked", () => {
  const step = fc.record({
    minutes: fc.constantFrom(0.1, 0.5, 1, 3, 40),
    temperature: fc.constantFrom(undefined, -127, 2, 5.2, 20, 31),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      farm = new WatchedFarm();
      const raised: string[] = [];
      const ended: string[] = [];
      for (const { minutes, temperature } of steps) {
        if (temperature !== undefined) farm.receive("air", { temperature });
        const before = new Set(farm.open.keys());
        const notifications = farm.look(minutes);
        for (const id of Object.keys(notifications.raised)) {
          expect(before.has(id)).toBe(false);
          raised.push(id);
        }
        for (const id of Object.keys(notifications.cleared)) {
          expect([before.has(id), farm.open.has(id)]).toEqual([true, false]);
          ended.push(id);
        }
        // Some end without a message, but none without a record.
        expect(raised.length - farm.log.length).toBe(farm.open.size);
        expect(ended.length).toBeLessThanOrEqual(farm.log.length);
      }
    }),
  );
});
