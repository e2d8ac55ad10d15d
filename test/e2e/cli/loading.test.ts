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
import { farm, farmError, farmJson, startTerminalFarm } from "../../support/cli/farm-command";
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

  test.each(["csv", "ndjson"])("reads what an export has written: %s", async (format) => {
    const lines = [1, 2, 3].map((light) =>
      JSON.stringify({ uid: sensor.uid, time: nowMs - light * HOUR_MS, light, temperature: -0.5 }),
    );
    await importFile(write("first.ndjson", lines));
    const exported = join(folder(), `all.${format}`);
    const args = ["readings", "export", acres.id, "--format", format, "--output", exported];
    await farmJson(args);
    const before = await database.get(`sensors/${sensor.greenhouse}`);
    // The database was lost.
    await database.put(`sensors/${sensor.greenhouse}`, null);
    expect(await importFile(exported)).toMatchObject({ stored: 3, refused: 0 });
    expect(await database.get(`sensors/${sensor.greenhouse}`)).toEqual(before);
    expect(await importFile(exported)).toMatchObject({ stored: 3 });
    expect(await database.get(`sensors/${sensor.greenhouse}`)).toEqual(before);
  });

  test("stores a logger's own file of one sensor", async () => {
    const wall = (at: number): string => {
      const [year, month, day] = new Date(at).toISOString().slice(0, 10).split("-");
      return `${day}.${month}.${year} ${new Date(at).toISOString().slice(11, 19)}`;
    };
    const file = write("logger.csv", [
      "Datum;Licht;Temp °C;Bemerkung",
      `${wall(nowMs - 2 * HOUR_MS)};1;20,5;"a;b"`,
      `${wall(nowMs - HOUR_MS)};2;--;`,
      `${wall(nowMs - HOUR_MS)};3;21,5;`,
      `${wall(nowMs - HOUR_MS)};2;nan;`,
    ]);
    const options = ["--columns", "time=Datum,light=Licht,temperature=Temp °C", "--decimal", ","];
    const args = ["readings", "import", acres.id, file, "--uid", sensor.uid, "--zone", "UTC"];
    const { code, stdout, stderr } = await farm([...args, ...options]);
    expect(stderr).toContain(
      "Columns, separated by semicolons: time: Datum, light: Licht, temperature: Temp °C; ignored: Bemerkung\n",
    );
    expect(stderr).toContain("Line 4: It has the same time as line 3, but other values");
    expect(stdout).toContain("2 readings are stored, 1 not:");
    expect(stdout).toContain("1 row repeats an earlier one");
    expect(stdout).toContain("left out: temperature 1 ×");
    expect(code).toBe(1);
    expect(await lightsOf(sensor)).toEqual([1, 2]);
  });

  test("the good lines of a file are stored, and the bad ones named and sent again", async () => {
    const unlinked = await addSensor(database, acres);
    await database.put(`registeredSensors/${unlinked.uid}/greenhouse`, null);
    const stranger = await addSensor(database, await addFarm(database));
    const lost = await addSensor(database, acres);
    await database.put(`sensorKeys/${lost.uid}`, { farmId: acres.id, key: "of the sensor alone" });
    await database.put(`registeredSensors/${lost.uid}/greenhouse`, null);
    const rows = [
      [sensor.uid, -1, 1],
      [sensor.uid, -1, "dark"],
      [stranger.uid, -1, 3],
      [unlinked.uid, -1, 4],
      [sensor.uid, -721, 5],
      [sensor.uid, -9999, 6],
      [sensor.uid, 1, 7],
      [lost.uid, -1, 8],
      [sensor.uid, -719, 9],
    ] as const;
    const texts = rows.map(([uid, hours, light]) => `${uid},${nowMs + hours * HOUR_MS},${light}`);
    const args = ["readings", "import", acres.id, write("mixed.csv", ["uid,time,light", ...texts])];
    const { code, stdout, stderr } = await farm(args);
    expect([code, stderr.split("\n")]).toEqual([
      1,
      [
        "Line 3: Its light is not a number.",
        `Line 4: Sensor UID not found: ${stranger.uid}`,
        "Line 5: Sensor is not linked to any greenhouse.",
        "Line 6: Reading is too old.",
        "Line 7: Reading is too old.",
        "Line 8: Reading is from the future.",
        "Line 9: Sensor is not linked to any greenhouse.",
        "farm: Some readings of the file are not stored.",
        "  Correct the lines above and run it again: nothing is stored twice.",
        "",
      ],
    ]);
    expect(stdout).toContain("2 readings are stored, 7 not:\n");
    expect(stdout).toContain("\n  2 × Reading is too old. (lines 6 to 7)\n");
    expect(await lightsOf(sensor)).toEqual([9, 1]);
    // When the server has the missing registration, only the rest is sent.
    await database.put(`registeredSensors/${unlinked.uid}/greenhouse`, unlinked.greenhouse);
    const again = await farm([...args, "--json"]);
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([1, { stored: 3, refused: 6 }]);
    expect(await lightsOf(unlinked)).toEqual([4]);
  });

  test("a file without readings is a failure", async () => {
    const file = write("empty.csv", ["uid,time,light"]);
    const refused = await farmError(["readings", "import", acres.id, file]);
    expect([refused.code, refused.error]).toEqual([
      1,
      expect.stringContaining("The file has no readings."),
    ]);
  });

  test("in a terminal a bad line is shown beside the bar, which continues", async () => {
    const file = write("bad.csv", ["uid,time,light", "a", `${sensor.uid},${nowMs - HOUR_MS},1`]);
    const { stdout } = await startTerminalFarm(["readings", "import", acres.id, file]).finished;
    expect(stdout).toMatch(
      /Line 2: It has 1 column, but the header has 3\.\r?\n[^]*100 % {2}1 reading, 1 not[^]*1 reading is stored, 1 not:/,
    );
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
    // `readings send` is the same.
    const args = ["readings", "send", sensor.uid, "--file", file];
    expect(await farmJson(args)).toMatchObject({ stored: 2 });
    expect(await lightsOf(sensor)).toEqual([2, 1]);
  });
});
