/**
 * Past readings from files, and single ones: what `readings import` and `reading send` store and
 * refuse.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { farm, farmJson } from "../../support/cli/farm-command";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const database = databaseClient();
const folder = useTemporaryFolder();
let acres: Farm;
let sensor: Sensor;
let nowMs: number;

beforeEach(async () => {
  acres = await addFarm(database);
  sensor = await addSensor(database, acres, { sensorName: '=Air, "north"' });
  nowMs = Date.now();
});

function write(name: string, lines: readonly string[]): string {
  const file = join(folder(), name);
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  return file;
}

async function importFile(file: string): Promise<unknown> {
  return farmJson(["readings", "import", acres.id, file]);
}

async function lightsOf({ greenhouse, uid }: Sensor): Promise<unknown[]> {
  const { history } = await readRecords(database, greenhouse);
  return history.filter((entry) => entry["uid"] === uid).map(({ light }) => light);
}

describe("readings import", () => {
  test("stores readings of all sensors of the farm, each once even if imported again", async () => {
    const second = await addSensor(database, acres, { greenhouse: sensor.greenhouse });
    await farmJson(["sensor", "key", "create", second.uid, "--yes"]);
    const file = write("past.csv", [
      "uid,time,light,battery",
      `${sensor.uid},${new Date(nowMs - 2 * HOUR_MS).toISOString()},2,`,
      `${second.uid},${nowMs - 700 * HOUR_MS},700,80`,
      `${sensor.uid},${nowMs - 3 * HOUR_MS},3,`,
    ]);
    const report = { farmId: acres.id, file, stored: 3, refused: 0, problems: [] };
    expect(await importFile(file)).toEqual(report);
    expect(await importFile(file)).toEqual(report);
    expect([await lightsOf(sensor), await lightsOf(second)]).toEqual([[3, 2], [700]]);
    // A past reading does not become the newest value.
    expect((await readRecords(database, sensor.greenhouse)).bySensor).toEqual({});
    expect(existsSync(`${file}.loading.json`)).toBe(false);
  });

  test("the good lines of a file are stored, and the bad ones named and sent again", async () => {
    const unlinked = await addSensor(database, acres);
    await database.put(`registeredSensors/${unlinked.uid}/greenhouse`, null);
    const stranger = await addSensor(database, await addFarm(database));
    const rows = [
      [sensor.uid, -1, 1],
      [sensor.uid, -1, "dark"],
      [stranger.uid, -1, 3],
      [unlinked.uid, -1, 4],
      [sensor.uid, -721, 5],
      [sensor.uid, -9999, 6],
      [sensor.uid, 1, 7],
      [sensor.uid, -719, 9],
    ] as const;
    const texts = rows.map(([uid, hours, light]) => `${uid},${nowMs + hours * HOUR_MS},${light}`);
    const args = ["readings", "import", acres.id, write("mixed.csv", ["uid,time,light", ...texts])];
    const { code, stdout, stderr } = await farm(args);
    expect([code, stderr.split("\n").slice(0, 6)]).toEqual([
      1,
      [
        "Line 3: Its light is not a number.",
        `Line 4: Sensor UID not found: ${stranger.uid}`,
        "Line 5: Sensor is not linked to any greenhouse.",
        "Line 6: Reading is too old.",
        "Line 7: Reading is too old.",
        "Line 8: Reading is from the future.",
      ],
    ]);
    expect(stdout).toContain("2 readings are stored, 6 not:\n");
    expect(await lightsOf(sensor)).toEqual([9, 1]);
    // When the server has the missing registration, only the rest is sent.
    await database.put(`registeredSensors/${unlinked.uid}/greenhouse`, unlinked.greenhouse);
    expect((await farm(args)).stdout).toContain("3 readings are stored, 5 not:\n");
    expect(await lightsOf(unlinked)).toEqual([4]);
  });
});

describe("reading send", () => {
  const send = async (...args: readonly string[]): Promise<unknown> =>
    farmJson(["reading", "send", sensor.uid, ...args]);

  test("sends a past reading, as a batch", async () => {
    const answer = { success: true, stored: 1, refused: [] };
    expect(await send("--at", "2h", "--light", "1")).toEqual({ status: 200, answer });
    const old = ["reading", "send", sensor.uid, "--at", "31d", "--light", "1", "--json"];
    const { code, stdout, stderr } = await farm(old);
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { answer: { stored: 0, refused: [{ index: 0, status: 400, error: "Reading is too old." }] } },
    ]);
    expect(stderr).toContain("The reading was refused.");
    expect(await lightsOf(sensor)).toEqual([1]);
  });

  test("sends the readings of a file, with the key of the sensor", async () => {
    const file = write("mine.ndjson", [
      JSON.stringify({ timestamp: nowMs - HOUR_MS, light: 1 }),
      JSON.stringify({ time: new Date(nowMs - 2 * HOUR_MS).toISOString(), light: 2 }),
    ]);
    expect(await send("--file", file)).toEqual({
      uid: sensor.uid,
      file,
      stored: 2,
      refused: 0,
      problems: [],
    });
    await farmJson(["sensor", "key", "create", sensor.uid, "--yes"]);
    expect(await send("--file", file)).toMatchObject({ stored: 2 });
    expect(await lightsOf(sensor)).toEqual([2, 1]);
  });
});
