import { DAY_MS } from "@greenhouse/domain/time";
import { findingsOf } from "@greenhouse/domain/alerts/findings";
import { DEFAULT_SETTINGS } from "@greenhouse/domain/alerts/settings";
import type { SensorFinding } from "@greenhouse/domain/alerts/findings";
import { isNight } from "@greenhouse/domain/sun";
import type { Place } from "@greenhouse/domain/sun";
import {
  demoData,
  FARM_ID,
  GREENHOUSES,
  measure,
  SENSORS,
} from "../../../tools/dev/demo/demo-data";
import type { Sensor } from "../../../tools/dev/demo/demo-data";
import { COLD, CYCLE, VENT_SENSOR, withVent } from "../../../tools/dev/demo/demo-vent";

const MIDNIGHT = Date.UTC(2026, 10, 22);
const VALUES = { temperature: 21, humidity: 60 };
const { farms } = demoData(MIDNIGHT) as {
  farms: Record<string, { readonly place: Place } | undefined>;
};
const { place } = farms[FARM_ID]!;

test("one board sends cold air in three turns of eight, never in that of the start", () => {
  const rounds = Array.from({ length: 2 * CYCLE }, (_, round) => round);
  const temperatures = rounds.map((round) => withVent(VENT_SENSOR, round, VALUES).temperature);
  const cycle = [21, ...COLD, 21, 21, 21, 21];
  expect(temperatures).toEqual([...cycle, ...cycle]);
  expect(withVent(VENT_SENSOR, 1, VALUES)).toEqual({ temperature: COLD[0], humidity: 60 });
  expect(withVent("tomatoes-air-north", 1, VALUES)).toEqual(VALUES);
});

/** What the page and the jobs say of a board's reading. */
function findingsAt(
  sensor: Sensor,
  at: number,
  round: number,
  random: number,
): readonly SensorFinding[] {
  const { climate, thresholds } = GREENHOUSES[sensor.greenhouse!]!;
  const sent = measure(sensor, climate, at, () => random);
  const values = Object.entries(withVent(sensor.uid, round, sent)).map(([name, value]) => [
    name,
    { value, at, isStale: false },
  ]);
  return findingsOf(
    {
      thresholds,
      isNight: isNight(at, place),
      lowBattery: DEFAULT_SETTINGS.lowBatteryPercent,
      watchesSilence: true,
    },
    { values: Object.fromEntries(values), at, freshness: "fresh", isOneReading: true },
    "air",
  );
}

const linked = SENSORS.filter(({ greenhouse }) => greenhouse !== undefined);
const vent = linked.find(({ uid }) => uid === VENT_SENSOR)!;
const times = Array.from({ length: 48 }, (_, step) => MIDNIGHT + (step * DAY_MS) / 48);

test("at any time of the day the cold air is below the bound, and nothing else needs attention", () => {
  const found = new Set<string>();
  for (const at of times) {
    for (const sensor of linked) {
      for (const random of [0, 0.999]) {
        const findings = findingsAt(sensor, at, 0, random);
        if (findings.length > 0) found.add(`${sensor.uid} at ${at}: ${JSON.stringify(findings)}`);
        for (const finding of findingsAt(sensor, at, 1, random)) {
          const bound = "bound" in finding ? finding.bound : undefined;
          found.add(`${sensor.uid} ${finding.kind} ${String(bound)}`);
        }
      }
    }
    if (findingsAt(vent, at, 3, 0).length !== 1) found.add(`warm at ${at}`);
  }
  expect([...found].sort()).toEqual([`${VENT_SENSOR} below 12`, `${VENT_SENSOR} below 15`]);
});

test("every linked sensor of the demo farm was last seen at its newest reading", () => {
  const { lastSeen, sensors } = demoData(MIDNIGHT) as {
    lastSeen: Record<string, Record<string, Record<string, number>>>;
    sensors: Record<string, { history: Record<string, Record<string, unknown>> }>;
  };
  const newest: Record<string, number> = {};
  const note = (uid: string, { updatedAt }: Record<string, unknown>): void => {
    newest[uid] = Math.max(newest[uid] ?? 0, updatedAt as number);
  };
  for (const { history } of Object.values(sensors)) {
    for (const [key, entry] of Object.entries(history)) {
      if (typeof entry["uid"] === "string") note(entry["uid"], entry);
      else
        for (const reading of Object.values(entry)) note(key, reading as Record<string, unknown>);
    }
  }
  for (const [uid, times] of Object.entries(lastSeen[FARM_ID]!)) {
    expect([uid, [...new Set(Object.values(times))]]).toEqual([uid, [newest[uid]]]);
  }
  expect(Object.keys(lastSeen[FARM_ID]!).sort()).toEqual(Object.keys(newest).sort());
});
