import { DAY_MS } from "@greenhouse/domain/time";
import { findingsOf } from "@greenhouse/domain/alerts/findings";
import { DEFAULT_SETTINGS } from "@greenhouse/domain/alerts/settings";
import type { SensorFinding } from "@greenhouse/domain/alerts/findings";
import { createCorrections } from "@greenhouse/domain/quantities/corrections";
import { isNight } from "@greenhouse/domain/sun";
import type { Place } from "@greenhouse/domain/sun";
import { demoData } from "../../../tools/dev/demo/demo-data";
import { FARM_ID, GREENHOUSES, measure, SENSORS } from "../../../tools/dev/demo/demo-farm";
import type { Sensor } from "../../../tools/dev/demo/demo-farm";
import { VENT_SENSOR, withVent } from "../../../tools/dev/demo/demo-vent";

const MIDNIGHT = Date.UTC(2026, 10, 22);
const { farms, calibrations } = demoData(MIDNIGHT) as {
  farms: Record<string, { readonly place: Place } | undefined>;
  calibrations: Record<string, object>;
};
const { place } = farms[FARM_ID]!;
const { correct } = createCorrections(calibrations[FARM_ID], undefined);

/** What the page and the jobs say of a board's reading. */
function findingsAt(
  sensor: Sensor,
  at: number,
  round: number,
  random: number,
): readonly SensorFinding[] {
  const { climate, thresholds } = GREENHOUSES[sensor.greenhouse!]!;
  const sent = measure(sensor, climate, at, () => random);
  const counted = correct({ uid: sensor.uid, at }, withVent(sensor.uid, round, sent)).values;
  const values = Object.entries(counted).map(([name, value]) => [
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
