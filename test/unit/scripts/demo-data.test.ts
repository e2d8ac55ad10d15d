/** The life of the demo farm's sensors: a calibrated probe, a replaced board, and a week that does not count. */

import { readBoards } from "@greenhouse/domain/boards/board-states";
import type { BoardState } from "@greenhouse/domain/boards/board-states";
import { continuationIn } from "@greenhouse/domain/identity/succession";
import { parseSensorLog } from "@greenhouse/domain/identity/sensor-log";
import { createCorrections } from "@greenhouse/domain/quantities/corrections";
import { entriesOf, fieldOf, numberOf, textOf } from "@greenhouse/domain/stored";
import { DAY_MS } from "@greenhouse/domain/time";
import { demoData } from "../../../tools/dev/demo/demo-data";
import { FARM_ID } from "../../../tools/dev/demo/demo-farm";
import { demoTimes } from "../../../tools/dev/demo/demo-life";

const NOW = Date.UTC(2026, 10, 22, 12, 30);
const TIMES = demoTimes(NOW);
const data = demoData(NOW);

function at(path: string): unknown {
  return path.split("/").reduce<unknown>((node, key) => fieldOf(node, key), data);
}

/** The times of a sensor's signed history. */
function historyOf(greenhouse: string, uid: string): readonly number[] {
  return entriesOf(at(`sensors/${greenhouse}/history`))
    .filter(([, entry]) => textOf(entry, "uid") === uid)
    .map(([, entry]) => numberOf(entry, "updatedAt") ?? NaN);
}

function rollupsOf(path: string): readonly (readonly [start: number, max: number])[] {
  return entriesOf(at(`rollups/${path}`)).map(([start, rollup]) => [
    Number(start),
    numberOf(rollup, "max") ?? NaN,
  ]);
}

test("the soil probe sends counts, which its calibration makes percent", () => {
  const sent = numberOf(at("sensors/tomatoes/bySensor/tomatoes-soil"), "soilMoisture") ?? NaN;
  const { valueOf } = createCorrections(at(`calibrations/${FARM_ID}`), undefined);
  const value = valueOf({ uid: "tomatoes-soil", at: NOW }, "soilMoisture", sent) ?? NaN;
  expect([sent > 500, value > 25 && value < 45]).toEqual([true, true]);
  const days = rollupsOf("tomatoes/tomatoes-soil/day/soilMoisture");
  expect(days.length).toBeGreaterThanOrEqual(14);
  expect(days.filter(([, max]) => max < 30 || max > 45)).toEqual([]);
});

test("one board has a weak signal, and one an older program", () => {
  const stored = at(`boards/${FARM_ID}`) as object;
  const boards = [...readBoards(stored, new Set(Object.keys(stored)))];
  const uidsOf = (isFound: (board: BoardState) => boolean) =>
    boards.filter(([, board]) => isFound(board)).map(([uid]) => uid);
  expect(boards).toHaveLength(10);
  expect(uidsOf(({ isWeak }) => isWeak)).toEqual(["seedlings-light"]);
  expect(uidsOf(({ newer }) => newer !== undefined)).toEqual(["tomatoes-soil"]);
});

test("a board took the place of another, and the week in the sun has no rollups", () => {
  expect(continuationIn("herbs-air", at("registeredSensors/herbs-air"))).toEqual({
    uid: "herbs-air",
    continues: "herbs-air-dht22",
    continuesFrom: TIMES.replacedAt,
  });
  const old = at("registeredSensors/herbs-air-dht22");
  expect([textOf(old, "replacedBy"), fieldOf(old, "greenhouse")]).toEqual(["herbs-air", undefined]);
  expect(Math.max(...historyOf("herbs", "herbs-air-dht22"))).toBeLessThan(TIMES.replacedAt);
  expect(Math.min(...historyOf("herbs", "herbs-air"))).toBeGreaterThan(TIMES.replacedAt - DAY_MS / 24); // prettier-ignore

  const { excludedFrom, excludedUntil } = TIMES;
  expect(excludedUntil - excludedFrom).toBe(7 * DAY_MS);
  const isInside = (time: number): boolean => time >= excludedFrom && time < excludedUntil;
  expect(historyOf("tomatoes", "tomatoes-air-middle").filter(isInside)).toHaveLength(7 * 24);
  const hours = rollupsOf("tomatoes/tomatoes-air-middle/hour/temperature");
  expect(hours.filter(([start]) => isInside(start))).toEqual([]);
  expect(hours.length).toBeGreaterThan(6 * 24);
});

test("each change is in the sensor's log, and its record names the entry", () => {
  const named = [
    ["herbs-air", "continued", "registeredSensors/herbs-air"],
    ["herbs-air-dht22", "replaced", "registeredSensors/herbs-air-dht22"],
    ["spare-board", "registered", "registeredSensors/spare-board"],
    ["tomatoes-soil", "calibrated", `calibrations/${FARM_ID}/tomatoes-soil/soilMoisture/a0`],
    ["tomatoes-air-middle", "excluded", `exclusions/${FARM_ID}/tomatoes-air-middle/a0`],
  ] as const;
  for (const [uid, what, record] of named) {
    const [newest] = parseSensorLog(at(`sensorLog/${FARM_ID}/${uid}`));
    expect(newest).toMatchObject({ what, by: "demo-owner", key: textOf(at(record), "entry") });
  }
});
