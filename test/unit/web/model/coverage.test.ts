import { MINUTE_MS } from "@greenhouse/domain/time";
import type { Thresholds } from "@greenhouse/domain/quantities/measurements";
import type { SensorRole } from "@greenhouse/domain/identity/sensor-records";
import { commonGapOf, coverageOf, gapOf } from "../../../../web/src/model/findings/coverage";
import type { Gap } from "../../../../web/src/model/findings/coverage";
import type { Sensor } from "../../../../web/src/model/farm/farm";
import { stateOf } from "../../../../web/src/model/values/latest";

const NOW = Date.UTC(2026, 0, 2, 3);
const PLACE = { latitude: 52, longitude: 13, timeZone: "Europe/Berlin" };

function sensor(role: SensorRole = "air"): Sensor {
  return { uid: "a", name: "Air", type: "SHT31", greenhouse: "g", role };
}

interface Row {
  readonly name: string;
  readonly thresholds: Thresholds;
  readonly sent?: Readonly<Record<string, number>>;
  readonly minutesAgo?: number;
  readonly silentAfter?: number;
  readonly role?: SensorRole;
  readonly hasPlace?: boolean;
  readonly isNight?: boolean;
  readonly isReported?: boolean;
  readonly gap: Gap | undefined;
}

const FROST = { temperature: { min: 2 } };

test.each<Row>([
  { name: "a new greenhouse at -12", thresholds: {}, sent: { temperature: -12 }, gap: "no-limits" },
  { name: "nothing sent, no limits", thresholds: {}, gap: "no-limits" },
  { name: "nothing sent", thresholds: FROST, gap: "no-readings" },
  { name: "a limit of what is sent", thresholds: FROST, sent: { temperature: 9 }, gap: undefined },
  {
    name: "a highest alone",
    thresholds: { light: { max: 9 } },
    sent: { light: 1 },
    gap: undefined,
  },
  { name: "another quantity", thresholds: FROST, sent: { humidity: 60 }, gap: "not-measured" },
  {
    name: "a limit of the battery alone",
    thresholds: { battery: { min: 30 } },
    sent: { temperature: 9, battery: 80 },
    gap: "no-limits",
  },
  {
    name: "a limit of the air with a sensor of the soil",
    thresholds: FROST,
    sent: { temperature: 9 },
    role: "soil",
    gap: "not-measured",
  },
  {
    name: "a limit of the humidity alone at -12",
    thresholds: { humidity: { max: 90 } },
    sent: { temperature: -12, humidity: 60 },
    gap: "no-temperature",
  },
  {
    name: "a limit of the humidity alone, of a sensor without temperature",
    thresholds: { humidity: { max: 90 } },
    sent: { humidity: 60 },
    gap: undefined,
  },
  {
    name: "a limit of the soil's moisture, of a probe that sends its temperature",
    thresholds: { soilMoisture: { min: 20 } },
    sent: { temperature: 9, soilMoisture: 40 },
    role: "soil",
    gap: undefined,
  },
  {
    name: "VPD of temperature and humidity",
    thresholds: { ...FROST, vpd: { max: 2 } },
    sent: { temperature: 20, humidity: 60 },
    gap: undefined,
  },
  {
    name: "VPD alone",
    thresholds: { vpd: { max: 2 } },
    sent: { temperature: 20, humidity: 60 },
    gap: "no-temperature",
  },
  {
    name: "VPD of a temperature alone",
    thresholds: { vpd: { max: 2 } },
    sent: { temperature: 20 },
    gap: "not-measured",
  },
  {
    name: "limits of the night without a place",
    thresholds: { temperature: { nightMin: 2 } },
    sent: { temperature: 9 },
    gap: "no-limits",
  },
  {
    name: "limits of the night with a place, by day",
    thresholds: { temperature: { nightMin: 2 } },
    sent: { temperature: -12 },
    hasPlace: true,
    gap: "by-night",
  },
  {
    name: "limits of the night with a place, by night",
    thresholds: { temperature: { nightMin: 2 } },
    sent: { temperature: 9 },
    hasPlace: true,
    isNight: true,
    gap: undefined,
  },
  {
    name: "limits of the night, and one of the day of another quantity",
    thresholds: { temperature: { nightMin: 2 }, humidity: { max: 90 } },
    sent: { temperature: 9, humidity: 60 },
    hasPlace: true,
    gap: undefined,
  },
  {
    name: "sensors never count as silent, and the value is hours old",
    thresholds: FROST,
    sent: { temperature: 9 },
    minutesAgo: 300,
    silentAfter: 0,
    gap: "no-values",
  },
  {
    name: "the silent sensor is reported",
    thresholds: FROST,
    sent: { temperature: 9 },
    minutesAgo: 300,
    isReported: true,
    gap: undefined,
  },
])("$name: $gap", ({ thresholds, sent, minutesAgo = 1, silentAfter = 30 * MINUTE_MS, ...row }) => {
  const { role, hasPlace = false, isNight = false, isReported = false, gap } = row;
  const at = NOW - minutesAgo * MINUTE_MS;
  const measured = Object.fromEntries(Object.keys(sent ?? {}).map((name) => [name, at]));
  const lastSeen = { at: sent && at, measured, unsigned: [], isOneReading: true };
  const newest = { current: null, bySensor: sent && { a: sent } };
  const states = new Map([["a", stateOf("a", newest, lastSeen, silentAfter, NOW)]]);
  const place = hasPlace ? PLACE : undefined;
  const sensors = [sensor(role)];
  expect(gapOf({ thresholds, place, isNight, sensors, states, isReported })).toBe(gap);
});

test("checks a greenhouse if its second sensor measures a quantity with a limit", () => {
  const value = { value: 9, at: NOW, isStale: false };
  const fresh = { at: NOW, isOneReading: true, freshness: "fresh" as const };
  const states = new Map([
    ["a", { ...fresh, uid: "a", values: { humidity: value } }],
    ["b", { ...fresh, uid: "b", values: { temperature: value } }],
  ]);
  const sensors = [sensor(), { ...sensor(), uid: "b" }];
  const rest = { place: undefined, isNight: false, isReported: false };
  const greenhouse = { thresholds: FROST, states, ...rest };
  expect(gapOf({ ...greenhouse, sensors })).toBeUndefined();
  expect(gapOf({ ...greenhouse, sensors: sensors.slice(0, 1) })).toBe("not-measured");
});

function covered(id: string, gap: Gap | undefined, sensors: readonly Sensor[] = [sensor()]) {
  return { greenhouse: { id, name: id.toUpperCase() }, sensors, gap };
}

test("leaves out greenhouses without sensors, and names a common reason", () => {
  const unlimited = coverageOf([covered("a", "no-limits"), covered("b", "no-limits")]);
  expect(commonGapOf(unlimited)).toBe("no-limits");
  const mixed = coverageOf([covered("a", "no-limits"), covered("b", "not-measured")]);
  expect(commonGapOf(mixed)).toBeUndefined();
  const partial = coverageOf([covered("a", undefined), covered("b", "no-limits")]);
  expect(partial).toEqual({ checked: 1, unchecked: [{ id: "b", name: "B", gap: "no-limits" }] });
  expect(commonGapOf(partial)).toBeUndefined();
  const whole = coverageOf([covered("a", undefined), covered("b", "no-limits", [])]);
  expect(whole).toEqual({ checked: 1, unchecked: [] });
  expect(commonGapOf(whole)).toBeUndefined();
});
