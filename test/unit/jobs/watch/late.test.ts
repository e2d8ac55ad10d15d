/** Late readings, folded and checked under the shipped rules. People hear of a frost that nobody noticed. */

import { DAY_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { planHmac } from "../../../support/planning";
import { lastKeyAt } from "@greenhouse/domain/identity/push-key";
import { entriesOf, numberOf } from "@greenhouse/domain/stored";
import { foldReadings } from "../../../../jobs/src/rollups/fold-readings";
import { farmRecords } from "../../../support/jobs/farms";
import { WatchedFarms } from "../../../support/jobs/watching";

/** Midwinter: the sun is down at the farm. */
const START = Date.UTC(2026, 0, 15, 7, 20);
const WEBHOOK = "https://hook.example/oak";
const UID = "oak-air-0";
const at = (hour: number, minute = 0): number => Date.UTC(2026, 0, 15, hour, minute);

type Values = Readonly<Record<string, number>>;
type Readings = readonly (readonly [at: number, values: Values])[];

let farms: WatchedFarms;
beforeEach(async () => {
  farms = farmOf();
  await settle();
});

function farmOf(more: Readonly<Record<string, unknown>> = {}, sensors = 1): WatchedFarms {
  const settings = { id: "oak", members: ["olga"], webhookUrl: WEBHOOK, sensors };
  const place = { latitude: 52, longitude: 13, timeZone: "UTC" };
  return new WatchedFarms(START, {
    ...farmRecords(settings, START),
    "farms/oak/place": place,
    ...more,
  });
}

/** Folds the stored readings, without findings. */
async function settle(): Promise<void> {
  send([[farms.now, { temperature: 12 }]]);
  await pass();
  await pass();
}

function send(readings: Readings, uid = UID): void {
  const registered = { farmId: "oak", greenhouse: "oak-house", sensorType: "SHT31", key: "key" };
  for (const [updatedAt, measurements] of readings) {
    const reading = { ...registered, uid, sensorName: `Air of ${uid}`, measurements, updatedAt };
    farms.database.store(planHmac([reading], farms.now, () => true));
  }
}

/** A quarter of an hour: a fold, and a check with a value that is well within the limits. */
async function pass(temperature = 12): Promise<void> {
  farms.database.now += 14 * MINUTE_MS;
  const log = {
    foldsEnded: () => undefined,
    greenhouseFailed: (_: string, error: unknown) => farms.failures.push(error),
  };
  await foldReadings({
    database: farms.database.jobs,
    log,
    now: () => farms.now,
    random: () => 0,
  });
  farms.database.administer({
    [`sensors/oak-house/bySensor/${UID}/temperature`]: temperature,
    [`lastSeen/oak/${UID}/temperature`]: farms.now,
  });
  await farms.run();
  expect(farms.failures).toEqual([]);
}

const logged = (): readonly unknown[] =>
  entriesOf(farms.database.json("alerts/oak/log")).map(([, entry]) => entry);
const subjects = (): readonly string[] =>
  farms.sent.filter(({ to }) => to === WEBHOOK).map(({ title }) => title);
const waiting = (): unknown => farms.database.json("alerts/oak/late");

describe("a late frost", () => {
  test("is logged as late and notified once, and opens no alert", async () => {
    send([[at(2, 10), { temperature: -7.7 }]]);
    await pass();
    expect(logged()).toEqual([
      {
        kind: "below",
        measurement: "temperature",
        uid: UID,
        sensorName: `Air of ${UID}`,
        greenhouse: "oak-house",
        greenhouseName: "Tomatoes",
        value: -7.7,
        extreme: -7.7,
        bound: 5,
        since: at(2, 10),
        clearedAt: at(2, 10),
        raisedAt: farms.now,
        reportedAt: farms.now,
      },
    ]);
    const expected = [`Reported late: Tomatoes: −7.7 °C, below 5 °C, at 02:10 (Air of ${UID})`];
    expect(subjects().map((text) => text.replaceAll("\u202f", " "))).toEqual(expected);
    expect(farms.database.json("alerts/oak/open")).toBeUndefined();
    expect(waiting()).toBeUndefined();
    for (let quarter = 0; quarter < 4; quarter += 1) await pass();
    send([[at(2, 10), { temperature: -7.7 }]]);
    send([[at(3, 20), { temperature: -8 }]]);
    for (let quarter = 0; quarter < 4; quarter += 1) await pass();
    expect(logged()).toHaveLength(1);
    expect(subjects()).toHaveLength(1);
  });

  test("of a night is one entry with its lowest value, also over midnight and several folds", async () => {
    const night = Array.from({ length: 25 }, (_, index) => {
      const time = at(22) - DAY_MS + index * 15 * MINUTE_MS;
      return [time, { temperature: index === 13 ? -6 : 1 }] as const;
    });
    send(night);
    await pass();
    expect(logged()).toEqual([
      expect.objectContaining({ value: -6, since: at(22) - DAY_MS, clearedAt: at(4) }),
    ]);
    expect(subjects()).toEqual([expect.stringMatching(/14 Jan, 22:00 to 04:00/)]);
  });

  test("of several nights is one entry per night, and one notification about the worst", async () => {
    const nights = [-3, -9, -4];
    send(nights.map((temperature, index) => [at(3) - (index + 1) * DAY_MS, { temperature }]));
    await pass();
    expect(logged()).toHaveLength(3);
    expect(subjects()).toEqual([expect.stringContaining("−9.0")]);
  });

  test("of two nights is two entries, also if both nights are in one day of UTC", async () => {
    send([at(2), at(22)].map((time) => [time - DAY_MS, { temperature: 1 }]));
    await pass();
    expect(logged()).toEqual([
      expect.objectContaining({ since: at(2) - DAY_MS }),
      expect.objectContaining({ since: at(22) - DAY_MS }),
    ]);
    expect(subjects()).toHaveLength(1);
  });
});

const BOUNDS = "greenhouses/oak-house/thresholds";
const NIGHT = { [`${BOUNDS}/temperature`]: { min: 5, nightMin: 0 } };

/** Other records, late readings, and the reported findings. */
const CASES: readonly [string, Readonly<Record<string, unknown>>, Readings, readonly string[]][] = [
  ["a value at its bound", {}, [[at(2), { temperature: 5 }]], []],
  ["a fault", {}, [[at(2), { temperature: -127 }]], []],
  [
    "a soil sensor, whose temperature is not that of the air",
    { [`registeredSensors/${UID}/role`]: "soil" },
    [[at(2), { temperature: 1 }]],
    [],
  ],
  ["a value within the bound of the night", NIGHT, [[at(2), { temperature: 2 }]], []],
  ["the same value by day", NIGHT, [[at(12) - DAY_MS, { temperature: 2 }]], ["below,temperature"]],
  ["a farm that is not watched", { "alertSettings/oak": null }, [[at(2), { temperature: -7 }]], []],
];

test.each(CASES)("%s", async (_, more, readings, reported) => {
  farms.database.administer(more);
  send(readings);
  await pass();
  await pass();
  const entries = logged() as readonly { kind: string; measurement: string }[];
  expect(entries.map(({ kind, measurement }) => `${kind},${measurement}`).sort()).toEqual(reported);
  expect(waiting()).toBeUndefined();
});

describe("beside an alert", () => {
  const fact = {
    kind: "below",
    measurement: "temperature",
    uid: UID,
    sensorName: "Air",
    greenhouse: "oak-house",
    greenhouseName: "Tomatoes",
    bound: 5,
  };
  const over = (since: number, clearedAt: number, extreme: number, more = {}) => {
    const alert = { ...fact, value: extreme, extreme, since, raisedAt: since };
    return { [`alerts/oak/log/${lastKeyAt(clearedAt)}`]: { ...alert, clearedAt, ...more } };
  };
  const elsewhere = { greenhouse: "oak-other" };
  const reportedLate = { reportedAt: at(7) };
  const loggedLate = { reportedAt: at(1) };

  test.each([
    { what: "in the log, which began soon after", more: over(at(2, 30), at(3), -7.5), count: 0 },
    { what: "in the log, which ended soon before", more: over(at(0), at(1, 30), -7.5), count: 0 },
    { what: "in the log, of another time", more: over(at(5), at(6), -9), count: 1 },
    { what: "in the log, that was much warmer", more: over(at(1), at(3), 4), count: 1 },
    { what: "in the log, elsewhere", more: over(at(1), at(3), -9, elsewhere), count: 1 },
    { what: "that was late, too, that day", more: over(at(5), at(6), -1, reportedLate), count: 0 },
    {
      what: "that was late, and logged before",
      more: over(at(0), at(1), -1, loggedLate),
      count: 0,
    },
  ])("$what, $count are reported", async ({ more, count }) => {
    farms.database.administer(more);
    send([[at(2, 10), { temperature: -7.7 }]]);
    await pass();
    expect(subjects()).toHaveLength(count);
    expect(logged()).toHaveLength(1 + count);
  });

  const frosts = (...times: readonly number[]): Readings =>
    times.map((time) => [time, { temperature: -7.7 }]);

  test.each([
    {
      what: "began more than an hour before the alert",
      readings: frosts(at(2, 10), at(4)),
      more: over(at(4, 30), at(5), -9),
      count: 1,
    },
    {
      what: "lasts more than an hour after the alert",
      readings: frosts(at(2, 10), at(4)),
      more: over(at(1), at(2, 50), -9),
      count: 1,
    },
    {
      what: "has several alerts, each of its values within an hour of one",
      readings: frosts(at(2, 10), at(4)),
      more: { ...over(at(1), at(2, 10), -9), ...over(at(4), at(5), -9) },
      count: 0,
    },
  ])("a frost that $what, $count are reported", async ({ readings, more, count }) => {
    farms.database.administer(more);
    send(readings);
    await pass();
    expect(subjects()).toHaveLength(count);
    const reported = logged().filter((entry) => numberOf(entry, "reportedAt") !== undefined);
    const whole = expect.objectContaining({ since: at(2, 10), clearedAt: at(4) });
    expect(reported).toEqual(count === 0 ? [] : [whole]);
  });

  test("that was open at that time and as bad, nothing is reported", async () => {
    const open = { ...fact, since: at(1), raisedAt: at(1), remindedAt: farms.now };
    const id = `below,temperature,${UID}`;
    farms.database.administer({
      [`alerts/oak/open/${id}`]: { ...open, value: -8, extreme: -8, acknowledgedBy: "olga" },
    });
    send([[at(2, 10), { temperature: -7.7 }]]);
    await pass(-8);
    expect(subjects().filter((text) => text.startsWith("Reported late"))).toEqual([]);
    expect(waiting()).toBeUndefined();
    expect(logged()).toEqual([]);
  });
});

test("late findings from before alerts were switched off are removed and not reported", async () => {
  const [since, foundAt] = [START - 3 * DAY_MS, START - 2 * DAY_MS];
  const times = { since, until: since, foundAt };
  const found = { kind: "below", measurement: "temperature", uid: UID, value: -7, bound: 5 };
  farms.database.administer({
    [`alerts/oak/late/below,temperature,${UID},1`]: { ...found, ...times, greenhouse: "oak-house" },
  });
  await pass();
  expect(waiting()).toBeUndefined();
  expect(logged()).toEqual([]);
});

test("a fold makes at most 200 records, however much a key sends", async () => {
  const sensors = 120;
  farms = farmOf({}, sensors);
  farms.database.administer({ [`${BOUNDS}/humidity`]: { min: 60 } });
  await settle();
  for (let index = 0; index < sensors; index += 1) {
    send([[at(2), { temperature: -1 - index / 100, humidity: 20 }]], `oak-air-${index}`);
  }
  await pass();
  expect(logged()).toHaveLength(200);
  expect(subjects().filter((text) => text.startsWith("Reported late"))).toHaveLength(1);
});
