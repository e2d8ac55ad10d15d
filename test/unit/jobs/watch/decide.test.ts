/** The decisions of consecutive checks of a farm. */

import { MINUTE_MS } from "@greenhouse/domain/time";
import { greenhouse, START, CheckedFarm } from "../../../support/jobs/farm";

const COLD = "below,temperature,air";
const SILENT = "silent,,air";

let farm: CheckedFarm;
beforeEach(() => {
  farm = new CheckedFarm();
});

/** A reading arrives before each check. */
function checkAt(temperature: number, minutes = 1): ReturnType<CheckedFarm["check"]> {
  farm.now += (minutes - 0.5) * MINUTE_MS;
  farm.receive("air", { temperature });
  return farm.check(0.5);
}

describe("a value beyond its bound", () => {
  test("is raised by the second check that finds it, since the first", () => {
    expect(checkAt(4).isQuiet).toBe(true);
    expect(farm.open.size).toBe(0);
    const notifications = checkAt(3.5);
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
    checkAt(4);
    expect(checkAt(6).isQuiet).toBe(true);
    expect(farm.farm.state.pending.size).toBe(0);
    expect(checkAt(4).isQuiet).toBe(true);
    expect(checkAt(4).isQuiet).toBe(false);
  });

  test("is not raised by two runs at once", () => {
    checkAt(4);
    expect(farm.check(0.2).isEmpty).toBe(true);
    expect(farm.check(0.3).raised).toHaveProperty([COLD]);
  });

  test("changes nothing more while it goes on, but the worst value and a new bound", () => {
    checkAt(4);
    checkAt(4);
    expect(checkAt(4.5).isEmpty).toBe(true);
    expect(checkAt(2.1).isQuiet).toBe(true);
    expect(farm.open.get(COLD)).toMatchObject({ value: 4, extreme: 2.1 });
    const north = {
      ...farm.farm.greenhouses.get("north")!,
      thresholds: { temperature: { min: 6 } },
    };
    farm.change({ greenhouses: new Map([["north", north]]) });
    expect(checkAt(4).isQuiet).toBe(true);
    expect(farm.open.get(COLD)).toMatchObject({ bound: 6, extreme: 2.1 });
  });

  test("is over after two checks with a value well within the bound", () => {
    checkAt(4);
    checkAt(2);
    const raisedAt = farm.now;
    expect(checkAt(5.2).isEmpty).toBe(true);
    expect(checkAt(6).isQuiet).toBe(true);
    const { cleared } = checkAt(6.5);
    expect(cleared[COLD]).toMatchObject({ value: 6.5, bound: 5, extreme: 2, clearedAt: farm.now });
    expect(farm.open.size).toBe(0);
    expect(farm.log).toEqual([
      expect.objectContaining({ kind: "below", value: 2, raisedAt, clearedAt: farm.now }),
    ]);
    expect(farm.log[0]).not.toHaveProperty("remindedAt");
  });

  test("goes on if the second check finds it again", () => {
    checkAt(4);
    checkAt(4);
    checkAt(6);
    expect(checkAt(4).isQuiet).toBe(true);
    expect(farm.open.get(COLD)).not.toHaveProperty("clearingSince");
    expect(checkAt(6).isQuiet).toBe(true);
  });
});

test("after an outage of the jobs, an earlier finding counts as new", () => {
  checkAt(4);
  expect(checkAt(4, 8 * 60).isQuiet).toBe(true);
  expect(checkAt(4).raised[COLD]).toMatchObject({ since: farm.now - MINUTE_MS });
  checkAt(9);
  expect(checkAt(9, 60).isQuiet).toBe(true);
  expect(checkAt(9).cleared).toHaveProperty([COLD]);
});

describe("people", () => {
  beforeEach(() => {
    checkAt(4);
    checkAt(4);
  });

  /** The minutes after which somebody is notified, each with who. */
  function notifiedWithin(minutes: number, check = () => checkAt(4)): readonly unknown[] {
    const found: unknown[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      for (const { alert, to } of check().transitions) {
        found.push([minute, alert.state, alert.escalation ?? 0, to.join()]);
      }
    }
    return found;
  }

  test("are reminded of a frost after 15, 30 and 60 minutes, then every six hours", () => {
    expect(notifiedWithin(13 * 60)).toEqual([
      [5, "reminded", 0, "5"],
      [15, "reminded", 1, "0,5,15"],
      [30, "reminded", 2, "0,5,15,30"],
      [60, "reminded", 3, "0,5,15,30"],
      [7 * 60, "reminded", 4, "0,5,15,30"],
      [13 * 60, "reminded", 5, "0,5,15,30"],
    ]);
  });

  test("are reminded once after an outage of the jobs", () => {
    expect(checkAt(3, 8 * 60).reminded[COLD]).toMatchObject({
      value: 3,
      extreme: 3,
      escalation: 4,
    });
    expect(notifiedWithin(60)).toEqual([]);
  });

  test("learn who acknowledged, if they were notified of the alert, and get no reminders", () => {
    notifiedWithin(14);
    farm.changeAlert(COLD, { acknowledgedBy: "olga" });
    const [acknowledgement, ...others] = checkAt(4).transitions;
    expect(acknowledgement).toMatchObject({
      alert: { state: "acknowledged" },
      to: [0, 5],
      by: "olga",
    });
    expect(others).toEqual([]);
    expect(notifiedWithin(8 * 60)).toEqual([]);
    checkAt(9);
    expect(checkAt(9).transitions).toMatchObject([
      { alert: { state: "cleared" }, to: [0, 5], by: "olga" },
    ]);
    expect(farm.log[0]).toHaveProperty("acknowledgedBy", "olga");
  });

  test("learn of another acknowledgement, and are reminded at once if it is taken back", () => {
    farm.changeAlert(COLD, { acknowledgedBy: "olga" });
    checkAt(4);
    farm.changeAlert(COLD, { acknowledgedBy: "vera" });
    expect(checkAt(4).transitions).toMatchObject([{ by: "vera" }]);
    farm.takeBack(COLD);
    expect(notifiedWithin(16)).toEqual([
      [1, "reminded", 0, "0"],
      [6, "reminded", 0, "5"],
      [16, "reminded", 1, "0,5,15"],
    ]);
    expect(farm.open.get(COLD)).not.toHaveProperty("announced");
  });

  test("learn of the next acknowledgement, if they were notified before one that was taken back", () => {
    notifiedWithin(6);
    farm.changeAlert(COLD, { acknowledgedBy: "olga" });
    checkAt(4);
    farm.takeBack(COLD);
    checkAt(4);
    farm.changeAlert(COLD, { acknowledgedBy: "vera" });
    expect(checkAt(4).transitions).toMatchObject([{ to: [0, 5], by: "vera" }]);
  });

  test("are reminded while the value is within the margin, but not told that it is beyond the bound", () => {
    expect(checkAt(5.2, 361).reminded[COLD]).toMatchObject({ value: 4 });
  });

  test("are expected to answer until somebody acknowledges or snoozes the alert, or it is over", () => {
    const counts = [checkAt(4).unanswered];
    farm.changeAlert(COLD, { acknowledgedBy: "olga" });
    counts.push(checkAt(4).unanswered);
    farm.takeBack(COLD);
    counts.push(checkAt(4).unanswered);
    farm.changeAlert(COLD, { snoozedUntil: farm.now + 2 * MINUTE_MS });
    counts.push(checkAt(4).unanswered, checkAt(4, 2).unanswered);
    counts.push(checkAt(9).unanswered, checkAt(9).unanswered);
    expect(counts).toEqual([1, 0, 1, 0, 1, 1, 0]);
  });

  test.each([
    ["ends", 60],
    ["is ended by a member", undefined],
  ])("are reminded from the start when a snooze %s", (_, minutes) => {
    farm.changeAlert(COLD, { snoozedUntil: farm.now + 60 * MINUTE_MS });
    expect(notifiedWithin(26)).toEqual([]);
    if (minutes === undefined) farm.takeBack(COLD, "snoozedUntil");
    const end = minutes === undefined ? 1 : minutes - 26;
    expect(notifiedWithin(end + 15)).toEqual([
      [end, "reminded", 0, "0"],
      [end + 5, "reminded", 0, "5"],
      [end + 15, "reminded", 1, "0,5,15"],
    ]);
  });

  test("who snooze are notified when the snooze ends, and not that the alert is over before", () => {
    farm.changeAlert(COLD, { snoozedUntil: farm.now + 8 * 60 * MINUTE_MS });
    expect(checkAt(4, 7 * 60).isQuiet).toBe(true);
    expect(checkAt(4, 61).reminded).toHaveProperty([COLD]);
    farm.changeAlert(COLD, { snoozedUntil: farm.now + 60 * MINUTE_MS });
    checkAt(9);
    expect(checkAt(9).isQuiet).toBe(true);
    expect(farm.log).toHaveLength(1);
  });
});

describe("an alert ends without a notification", () => {
  beforeEach(() => {
    checkAt(4);
    checkAt(4);
  });

  test.each<[string, () => void]>([
    ["its sensor is removed", () => farm.change({ sensors: [] })],
    [
      "its sensor measures the soil from now on",
      () =>
        farm.change({ sensors: farm.farm.sensors.map((sensor) => ({ ...sensor, role: "soil" })) }),
    ],
    [
      "its threshold is removed",
      () => farm.change({ greenhouses: new Map([["north", greenhouse({})]]) }),
    ],
  ])("when %s", (_, change) => {
    change();
    const notifications = farm.check();
    expect([notifications.isQuiet, farm.open.size, farm.log.length]).toEqual([true, 0, 1]);
  });

  test("when its sensor is linked to another greenhouse", () => {
    const { greenhouses } = farm.farm;
    const south = { ...greenhouses.get("north")!, name: "Herbs" };
    farm.change({
      greenhouses: new Map([...greenhouses, ["south", south]]),
      sensors: [{ uid: "air", name: "Air", greenhouse: "south", role: "air" }],
    });
    expect([farm.check().isQuiet, farm.open.size]).toEqual([true, 0]);
    expect(farm.check().raised[COLD]).toMatchObject({ greenhouse: "south" });
  });
});

describe("other kinds", () => {
  test("a silent sensor, since its last reading", () => {
    checkAt(20);
    const at = farm.now - 0.5 * MINUTE_MS;
    expect(farm.check(29).isEmpty).toBe(true);
    farm.check(1);
    expect(farm.check().raised[SILENT]).toMatchObject({ kind: "silent", since: at });
    checkAt(20);
    expect(checkAt(20).cleared).toHaveProperty([SILENT]);
  });

  test("a fault is over if the probe no longer sends while its board does", () => {
    checkAt(-127);
    checkAt(-127);
    farm.now += 31 * MINUTE_MS;
    farm.receive("air", { humidity: 60 });
    expect(farm.check().cleared).toEqual({});
    const { raised, cleared } = farm.check();
    expect(Object.keys(raised)).toEqual(["silent,temperature,air"]);
    expect(cleared["fault,temperature,air"]).not.toHaveProperty("value");
  });

  test.each([
    ["a fault", -127, "fault,temperature,air"],
    ["a frost", 4, COLD],
  ])("%s stays open while its sensor is silent, and its reminder says so", (_, value, id) => {
    checkAt(value);
    checkAt(value);
    const silentSince = farm.now - 0.5 * MINUTE_MS;
    farm.check(31);
    expect(Object.keys(farm.check().raised)).toEqual([SILENT]);
    const { reminded } = farm.check(6 * 60);
    expect(reminded[id]).toMatchObject({ value, silentSince });
    expect(reminded[SILENT]).not.toHaveProperty("silentSince");
    checkAt(20);
    expect(Object.keys(checkAt(20).cleared)).toEqual([SILENT, id].toSorted());
  });

  test("a frost whose probe alone fails is reminded with the time of its last value", () => {
    for (let minute = 0; minute < 2; minute += 1) {
      farm.receive("air", { temperature: 4, humidity: 50 });
      farm.check();
    }
    const silentSince = farm.now - MINUTE_MS;
    farm.now += 60 * MINUTE_MS;
    farm.receive("air", { humidity: 50 });
    expect(farm.check().reminded[COLD]).toMatchObject({ value: 4, silentSince });
  });

  test("open alerts have the new names of renamed sensors and greenhouses", () => {
    checkAt(4);
    checkAt(4);
    const { greenhouses } = farm.farm;
    farm.change({
      greenhouses: new Map([["north", { ...greenhouses.get("north")!, name: "Herbs" }]]),
      sensors: [{ uid: "air", name: "Door", greenhouse: "north", role: "air" }],
    });
    expect(checkAt(4).isQuiet).toBe(true);
    const names = { sensorName: "Door", greenhouseName: "Herbs" };
    expect(farm.open.get(COLD)).toMatchObject(names);
    expect(checkAt(4, 6 * 60).reminded[COLD]).toMatchObject(names);
  });

  const BERLIN = { latitude: 52.52, longitude: 13.4, timeZone: "Europe/Berlin" };

  test("a bound for the night alone keeps its alert open in the night", () => {
    const north = greenhouse({ temperature: { nightMin: 8 } });
    farm.change({ place: BERLIN, greenhouses: new Map([["north", north]]) });
    checkAt(4);
    expect(checkAt(4).raised[COLD]).toMatchObject({ bound: 8 });
    checkAt(4);
    expect(farm.open.has(COLD)).toBe(true);
  });
});
