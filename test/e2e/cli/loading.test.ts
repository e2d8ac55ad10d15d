/**
 * Past readings from files, and single ones: what `readings import` and `reading send` store and
 * refuse.
 */

import { HOUR_MS } from "@greenhouse/domain/time";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { sharedHost, useHost } from "../../support/backend/targets";
import {
  farm,
  farmError,
  farmJson,
  startFarm,
  startNpmFarm,
  startTerminalFarm,
} from "../../support/cli/farm-command";
import type { RunningFarm } from "../../support/cli/farm-command";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";

const database = databaseClient();
const host = sharedHost();
const hmacOnly = useHost({ SENSOR_DATA_VARIANT: "hmac" });
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

const env = (): Record<string, string> => ({ FUNCTIONS_URL: host.url });

async function importFile(file: string): Promise<unknown> {
  return farmJson(["readings", "import", acres.id, file], { env: env() });
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
    const { code, stdout, stderr } = await farm([...args, ...options], { env: env() });
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

  test.each([
    [["--uid", "a/b"], 2, "A sensor's uid cannot contain"],
    [["--uid", "stranger"], 1, "has no sensor stranger."],
    [["--zone", "Mars"], 2, "--zone Mars is not a time zone."],
    [["--columns", "temp=T"], 2, 'unknown name "temp"'],
    [["--date-order", "year"], 2, "argument 'year' is invalid"],
  ])("%j cannot be imported", async (options, code, error) => {
    const file = write("logger.csv", ["time,light"]);
    const refused = await farmError(["readings", "import", acres.id, file, ...options]);
    expect(refused).toMatchObject({ code, error: expect.stringContaining(error) as string });
  });

  test("the good lines of a file are stored, and the bad ones named", async () => {
    const unlinked = await addSensor(database, acres);
    await database.put(`registeredSensors/${unlinked.uid}/greenhouse`, null);
    const stranger = await addSensor(database, await addFarm(database));
    const lost = await addSensor(database, acres);
    await database.put(`sensorKeys/${lost.uid}`, { farmId: acres.id, key: "of the sensor alone" });
    await database.put(`registeredSensors/${lost.uid}/greenhouse`, null);
    const row = (uid: string, at: number, light: unknown): string =>
      `${uid},${at},${String(light)}`;
    const file = write("mixed.csv", [
      "uid,time,light",
      row(sensor.uid, nowMs - HOUR_MS, 1),
      row(sensor.uid, nowMs - HOUR_MS, "dark"),
      row(stranger.uid, nowMs - HOUR_MS, 3),
      row(unlinked.uid, nowMs - HOUR_MS, 4),
      row("a/b", nowMs - HOUR_MS, 5),
      row(sensor.uid, nowMs - 721 * HOUR_MS, 6),
      row(sensor.uid, nowMs - 9999 * HOUR_MS, 7),
      row(sensor.uid, nowMs + HOUR_MS, 8),
      row(lost.uid, nowMs - HOUR_MS, 9),
      row(sensor.uid, nowMs - 719 * HOUR_MS, 10),
    ]);
    const args = ["readings", "import", acres.id, file];
    const { code, stdout, stderr } = await farm(args, { env: env() });
    const problems = [
      [3, "Its light is not a number."],
      [4, `Sensor UID not found: ${stranger.uid}`],
      [5, "Sensor is not linked to any greenhouse."],
      [6, 'A sensor\'s uid cannot contain . $ # [ ] / or a hidden character: "a/b".'],
      [7, "Reading is too old."],
      [8, "Reading is too old."],
      [9, "Reading is from the future."],
      [10, "Sensor is not linked to any greenhouse."],
    ];
    expect([code, stderr]).toEqual([
      1,
      [
        ...problems.map(([line, error]) => `Line ${String(line)}: ${String(error)}`),
        "farm: Some readings of the file are not stored.",
        "  Correct the lines above and run it again: nothing is stored twice.\n",
      ].join("\n"),
    ]);
    expect(stdout).toContain("2 readings are stored, 8 not:\n");
    expect(stdout).toContain("\n  2 × Reading is too old. (lines 7 to 8)\n");
    expect(await lightsOf(sensor)).toEqual([10, 1]);
    // When the server has the missing registration, only the rest is sent.
    await database.put(`registeredSensors/${unlinked.uid}/greenhouse`, unlinked.greenhouse);
    const again = await farm([...args, "--json"], { env: env() });
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([1, { stored: 3, refused: 7 }]);
    expect(await lightsOf(unlinked)).toEqual([4]);
  });

  test.each([
    ["uid|time|light\na|1|2", 1, "is not a header of readings: it has no column uid"],
    ["uid,time,temp\na,1,2", 1, "it has no column temperature or humidity or light or battery"],
    ['[{"uid": "a"}]', 1, "is not a header"],
    ["\u0000".repeat(200_000), 1, "is longer than 100000 characters"],
  ])("the file %j is refused as a whole", async (text, code, error) => {
    const file = join(folder(), "bad");
    writeFileSync(file, text.slice(0, 150_000));
    expect(await farmError(["readings", "import", acres.id, file])).toMatchObject({
      code,
      error: expect.stringContaining(error) as string,
    });
  });

  test.each([
    [() => [acres.id, join(folder(), "none.csv")], 1, "cannot be read: ENOENT"],
    [() => [acres.id, folder()], 1, "is a folder."],
    [() => [acres.id, ""], 2, "The name of a file is missing."],
    [() => [acres.id], 2, "missing required argument 'file'"],
    [() => ["no-such-farm", "x.csv"], 1, "Farm ID not found: no-such-farm"],
    [() => ["a/b", "x.csv"], 2, "A farm's id cannot contain"],
  ])("%# cannot be imported", async (args, code, error) => {
    const refused = await farmError(["readings", "import", ...args()]);
    expect(refused).toMatchObject({ code, error: expect.stringContaining(error) as string });
  });

  test("an empty file, or a file with only a header, is a failure", async () => {
    for (const lines of [
      [],
      ["time,greenhouse,uid,sensorName,temperature,humidity,light,battery"],
    ]) {
      const file = write("empty.csv", lines);
      expect(await farmError(["readings", "import", acres.id, file])).toMatchObject({
        code: 1,
        error: expect.stringContaining("The file has no readings.") as string,
      });
    }
  });

  test("the file is searched in the user's folder, also through npm", async () => {
    write("here.csv", ["uid,time,light", `${sensor.uid},${nowMs - HOUR_MS},1`]);
    const { code, stdout } = await startNpmFarm(
      ["readings", "import", acres.id, "here.csv", "--json"],
      {
        folder: folder(),
        env: env(),
      },
    ).finished;
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { stored: 1 }]);
    expect(await lightsOf(sensor)).toEqual([1]);
  });

  test("in a terminal a bad line is shown beside the bar, which continues", async () => {
    const file = write("bad.csv", ["uid,time,light", "a", `${sensor.uid},${nowMs - HOUR_MS},1`]);
    const { stdout } = await startTerminalFarm(["readings", "import", acres.id, file], {
      env: env(),
    }).finished;
    expect(stdout).toMatch(
      /Line 2: It has 1 column, but the header has 3\.\r?\n[^]*100 % {2}1 reading, 1 not[^]*1 reading is stored, 1 not:/,
    );
  });

  describe("interrupted", () => {
    let started: RunningFarm | undefined;
    afterEach(async () => {
      started?.signal("SIGKILL", "group");
      await started?.finished;
    });

    test("an interrupted import says what is stored, and the next run sends only the rest", async () => {
      const lines = Array.from({ length: 12_000 }, (_, light) =>
        JSON.stringify({ uid: sensor.uid, timestamp: nowMs - 8 * HOUR_MS + light * 1000, light }),
      );
      const file = write("many.ndjson", lines);
      const memory = `${file}.loading.json`;
      started = startFarm(["readings", "import", acres.id, file], { env: env() });
      await expectSoon(() => Promise.resolve(existsSync(memory)), true);
      started.signal("SIGTERM");
      const { code, stdout, stderr } = await started.finished;
      expect([code, stdout]).toEqual([130, ""]);
      expect(stderr).toMatch(
        /^[\d,]+ readings are stored\nRun it again to send the rest\.\nfarm: Interrupted\.\n$/,
      );
      const { line } = JSON.parse(readFileSync(memory, "utf8")) as { line: number };
      expect([5000, 10_000, 12_000]).toContain(line);
      expect(await importFile(file)).toMatchObject({ stored: 12_000, refused: 0 });
      expect(await lightsOf(sensor)).toEqual(lines.map((_, light) => light));
    });
  });
});

describe("reading send", () => {
  const send = async (...args: readonly string[]): Promise<unknown> =>
    farmJson(["reading", "send", sensor.uid, ...args], { env: env() });

  test("sends a past reading, as a batch", async () => {
    const answer = { success: true, stored: 1, refused: [] };
    expect(await send("--at", "2h", "--light", "1")).toEqual({ status: 200, answer });
    const old = ["reading", "send", sensor.uid, "--at", "31d", "--light", "1", "--json"];
    const { code, stdout, stderr } = await farm(old, { env: env() });
    expect([code, JSON.parse(stdout)]).toMatchObject([
      1,
      { answer: { stored: 0, refused: [{ index: 0, status: 400, error: "Reading is too old." }] } },
    ]);
    expect(stderr).toContain("The reading was refused.");
    expect(await lightsOf(sensor)).toEqual([1]);
  });

  test("signs the whole body if nothing else is accepted", async () => {
    const args = ["reading", "send", sensor.uid, "--light", "5"];
    const settings = { env: { FUNCTIONS_URL: hmacOnly().url } };
    expect((await farm(args, settings)).code).toBe(1);
    expect(await farmJson([...args, "--variant", "hmac"], settings)).toMatchObject({
      status: 200,
      answer: { uid: sensor.uid, data: { light: 5 } },
    });
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
    expect(await farmJson(args, { env: env() })).toMatchObject({ stored: 2 });
    expect(await lightsOf(sensor)).toEqual([2, 1]);
  });

  test.each([
    [["--file", "x", "--light", "1"], "--file cannot be combined with other options of a reading."],
    [
      ["--file", "x", "--variant", "signed"],
      "--file cannot be combined with other options of a reading.",
    ],
    [["--file", ""], "The name of a file is missing."],
    [["--at", "soon", "--light", "1"], "--at soon is not a time."],
    [["--at", "1h", "--light", "1", "--variant", "signed"], "--at sends a batch (hmac)"],
    [["--at", "1h", "--light", "1", "--timestamp", "1"], "--at sends a batch (hmac)"],
    [["--at", "1h"], "A reading needs at least one measurement."],
    [["--variant", "md5", "--light", "1"], "argument 'md5' is invalid"],
  ])("%j is a usage error", async (args, error) => {
    const refused = await farmError(["reading", "send", sensor.uid, ...args]);
    expect(refused).toMatchObject({ code: 2, error: expect.stringContaining(error) as string });
  });
});
