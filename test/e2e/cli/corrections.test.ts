/** Calibrations, readings that do not count, and imports of a wrong file. History stays byte for byte as it was. */

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSensorLog } from "@greenhouse/domain/identity/sensor-log";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@greenhouse/domain/time";
import { storeHistory } from "../../support/cli/stored-history";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { farm, farmError, farmJson } from "../../support/cli/farm-command";

const database = databaseClient();
const folder = useTemporaryFolder();
let acres: Farm;
let sensor: Sensor;
let uid: string;
let nowMs: number;

beforeEach(async () => {
  acres = await addFarm(database);
  sensor = await addSensor(database, acres, { sensorName: "Air" });
  ({ uid } = sensor);
  nowMs = Date.now();
});

const minutesAgo = (minutes: number): string => new Date(nowMs - minutes * MINUTE_MS).toISOString();

/** Stores a past reading. */
async function store(minutes: number, ...values: readonly string[]): Promise<void> {
  await farmJson(["reading", "send", uid, "--at", minutesAgo(minutes), ...values]);
}

async function calibrate(...args: readonly string[]): Promise<{ readonly name: string }> {
  return (await farmJson(["sensor", "calibrate", uid, ...args])) as { name: string };
}

function history(): Promise<unknown> {
  return database.get(`sensors/${sensor.greenhouse}/history`);
}

async function exported(format = "ndjson"): Promise<string> {
  const args = ["readings", "export", acres.id, "--from", "2d", "--format", format];
  return (await farm(args)).stdout;
}

/** The values of the farm's readings, in order. */
async function valuesOf(...names: readonly string[]): Promise<readonly unknown[]> {
  const lines = (await exported()).trim().split("\n");
  const readings = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return readings.map((reading) => names.map((name) => reading[name]));
}

async function logOf(): Promise<readonly string[]> {
  const log = parseSensorLog(await database.get(`sensorLog/${acres.id}/${uid}`));
  return log.map(({ what, by, quantity = "" }) => `${what} ${quantity} ${by}`).toReversed();
}

test("a calibration changes every value from its time on, until it is undone", async () => {
  await store(90, "--temperature", "20");
  await store(30, "--temperature", "21.4", "--humidity", "60");
  await farmJson(["reading", "send", uid, "--temperature", "22"]);
  const before = await history();
  const { stdout } = await farm(
    ["sensor", "calibrate", uid, "temperature", "--by", "0.8", "--from", minutesAgo(60), "--note", "ice water"], // prettier-ignore
  );
  expect(stdout).toBe(
    [
      `temperature of ${uid} = sent - 0.8 °C, from ${minutesAgo(60).slice(0, 16)}Z on.`,
      "A reading like its newest, 22 °C, becomes 21.2 °C.",
      `Undo: \`farm sensor undo ${uid} temperature/a0\``,
      "",
    ].join("\n"),
  );
  expect(await valuesOf("temperature", "humidity", "sent")).toEqual([
    [20, undefined, undefined],
    [20.6, 60, { temperature: 21.4 }],
    [21.2, undefined, { temperature: 22 }],
  ]);
  expect(await farmJson(["sensor", "show", uid])).toMatchObject({
    newest: { temperature: 21.2, sent: { temperature: 22 } },
  });
  expect((await farm(["sensor", "show", uid])).stdout).toContain("temperature   21.2 (sent 22)\n");

  // The next difference is to what people see now.
  const second = await calibrate("temperature", "--by", "-0.2");
  expect(second).toMatchObject({ name: "temperature/a1", scale: 1, offset: -0.6000000000000001 });
  const listed = await farm(["sensor", "corrections", uid]);
  expect(listed.stdout.split("\n").map((line) => line.split(/ {2,}/).slice(0, 2))).toEqual([
    ["NAME", "EFFECT"],
    ["temperature/a1", "temperature = sent - 0.6 °C"],
    ["temperature/a0", "temperature = sent - 0.8 °C"],
    [""],
  ]);
  expect(listed.stdout).toContain("ice water");

  expect(await farmError(["sensor", "undo", uid, "temperature/b7"])).toMatchObject({ code: 1 });
  await farmJson(["sensor", "undo", uid, "a1"]);
  expect((await farm(["sensor", "undo", uid, "temperature/a0"])).stdout).toMatch(
    /^Undone: temperature = sent - 0\.8 °C\. /,
  );
  const again = await farmError(["sensor", "undo", uid, "temperature/a0"]);
  expect(again.error).toBe(`temperature/a0 of ${uid} is undone already.`);
  expect(await valuesOf("temperature", "sent")).toEqual([20, 21.4, 22].map((t) => [t, undefined]));
  expect(await logOf()).toEqual([
    "calibrated temperature someone",
    "calibrated temperature someone",
    "undone temperature someone",
    "undone temperature someone",
  ]);
  expect(await history()).toEqual(before);
});

test("two points, and dry and wet, become scale and offset", async () => {
  await store(5, "--ph", "5", "--soil-moisture", "2425");
  expect(await calibrate("ph", "--points", "4.2=4.0,9.1=10", "--from", "1h")).toMatchObject({
    scale: expect.closeTo(6 / 4.9) as number,
    offset: expect.closeTo(4 - (4.2 * 6) / 4.9) as number,
  });
  await calibrate("soilMoisture", "--dry", "3200", "--wet", "1650", "--from", "1h");
  expect(await valuesOf("ph", "soilMoisture")).toEqual([[4.979592, 50]]);

  // A plan decides by the calibrated value, too.
  await farmJson(["reading", "send", uid, "--soil-moisture", "2580"]);
  await farmJson(["output", "add", uid, "valve", "Drip line", "--max-a-day", "30m"]);
  const example = (await farmJson(["output", "plan", "example", "dry"])) as object;
  const file = join(folder(), "plan.json");
  writeFileSync(file, JSON.stringify({ ...example, source: uid }));
  const { stdout } = await farm(["output", "plan", "set", uid, "valve", "--file", file]);
  expect(stdout.replaceAll("\u202f", " ")).toContain("if soil below 30 %, now 40 %\n");
});

test.each<[problem: string, code: number, args: readonly string[]]>([
  ["value 'pH' is invalid for argument 'quantity'", 2, ["calibrate", "pH", "--by", "1"]],
  ["Give one of --by, --points, or --dry with --wet.", 2, ["calibrate", "ph"]],
  ["Give one of --by, ", 2, ["calibrate", "ph", "--by", "1", "--points", "1=2,3=4"]],
  ["It must be a number.", 2, ["calibrate", "ph", "--by", "0,8"]],
  ["--by 0 changes nothing.", 2, ["calibrate", "ph", "--by", "0"]],
  ["sent - 9000000 is beyond what can be stored", 2, ["calibrate", "ph", "--by", "9e6"]],
  ["It must be two pairs", 2, ["calibrate", "ph", "--points", "4.2=4"]],
  ["--points: both readings are equal", 2, ["calibrate", "ph", "--points", "4=4,4=10"]],
  ["--points: both true values are equal", 2, ["calibrate", "ph", "--points", "4=7,9=7"]],
  ["--points: the numbers are too far apart", 2, ["calibrate", "ph", "--points", "4=1,4.000001=9"]],
  ["only for soilMoisture", 2, ["calibrate", "humidity", "--dry", "3000", "--wet", "1000"]],
  ["Give both --dry and --wet.", 2, ["calibrate", "soilMoisture", "--dry", "3000"]],
  ["both are equal", 2, ["calibrate", "soilMoisture", "--dry", "3000", "--wet", "3000"]],
  [
    "--from must not be in the future.",
    2,
    ["calibrate", "ph", "--by", "1", "--from", "2099-01-01"],
  ],
  ["--from tomorrow is not a time.", 2, ["calibrate", "ph", "--by", "1", "--from", "tomorrow"]],
  ["at most 100 characters", 2, ["calibrate", "ph", "--by", "1", "--note", "x".repeat(101)]],
  ["--from must be before --until.", 2, ["exclude", "--from", "1d", "--until", "2d"]],
  ["at most 1830 days", 2, ["exclude", "--from", "2000d", "--until", "now"]],
  ["at most 30 days ahead", 2, ["exclude", "--from", "2098-12-01", "--until", "2099-01-01"]],
  [
    "--quantity noise is not a quantity",
    2,
    ["exclude", "--from", "1d", "--until", "now", "--quantity", "noise"],
  ],
  ["has no correction a0.", 1, ["undo", "a0"]],
] as const)("refuses with: %s", async (problem, code, [command = "", ...args]) => {
  const refused = await farmError(["sensor", command, uid, ...args]);
  expect(refused).toMatchObject({ code, error: expect.stringContaining(problem) as string });
  expect(await database.get(`calibrations/${acres.id}`)).toBeNull();
});

test("a sensor has a limited number of calibrations of a quantity", async () => {
  const full = Object.fromEntries(
    Array.from("abcdef").flatMap((letter) =>
      Array.from({ length: 10 }, (_, digit) => [
        `${letter}${digit}`,
        { from: 1, scale: 1, offset: 1, by: "someone", at: 1 },
      ]),
    ),
  );
  await database.put(`calibrations/${acres.id}/${uid}/ph`, full);
  const args = ["sensor", "calibrate", uid, "ph", "--by", "1"];
  const { error } = await farmError(args);
  expect(error).toBe(`${uid} has 60 calibrations of ph: no more are possible.`);
  const undone = { ...full["c3"], undoneAt: nowMs - 31 * DAY_MS, undoneBy: "someone" };
  await database.put(`calibrations/${acres.id}/${uid}/ph/c3`, undone);
  expect(await farmJson(args)).toMatchObject({ name: "ph/c3", undoneAt: null });
});

test("readings of a span do not count, and an export of them is imported as they were sent", async () => {
  await store(90, "--temperature", "20", "--light", "5");
  await store(60, "--temperature", "35.5", "--light", "90000");
  await store(30, "--temperature", "21", "--humidity", "60");
  const before = await history();
  await calibrate("temperature", "--by", "0.8", "--from", "1d");
  const span = ["--from", minutesAgo(70), "--until", minutesAgo(50)];
  const exclude = ["sensor", "exclude", uid, ...span];
  const quantities = ["--quantity", "light", "--quantity", "temperature", "--note", "in the sun"];
  const { stdout } = await farm([...exclude, ...quantities]);
  expect(stdout).toContain(`The temperature and light of ${uid} from `);
  expect(await valuesOf("temperature", "light", "sent")).toEqual([
    [19.2, 5, { temperature: 20 }],
    [undefined, undefined, { temperature: 35.5, light: 90000 }],
    [20.2, undefined, { temperature: 21 }],
  ]);
  const csv = await exported("csv");
  const rows = csv
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));
  const [head = []] = rows;
  expect(head.filter((name) => name.endsWith("_sent"))).toEqual(["temperature_sent", "light_sent"]);
  expect(rows.slice(1).map((row) => row.slice(head.indexOf("temperature"), -8))).toEqual([
    ["19.2", "20", "", "5", "5"],
    ["", "35.5", "", "", "90000"],
    ["20.2", "21", "60", "", ""],
  ]);

  for (const [name, text] of [
    ["csv", csv],
    ["ndjson", await exported()],
  ] as const) {
    const file = join(folder(), `export.${name}`);
    writeFileSync(file, text);
    const again = await farmJson(["readings", "import", acres.id, file]);
    expect(again).toMatchObject({ stored: 3, refused: 0 });
    expect(await history()).toEqual(before);
  }
  for (const name of ["excluded/a0", "excluded/a1"]) await farmJson(["sensor", "undo", uid, name]);
  expect(await valuesOf("temperature", "light")).toEqual([
    [19.2, 5],
    [34.7, 90000],
    [20.2, undefined],
  ]);
});

test("an export of a sensor has the devices that it replaced, each with its own calibrations", async () => {
  const { greenhouse } = sensor;
  const board = await addSensor(database, acres, { greenhouse, sensorName: "Air" });
  const oldest = await addSensor(database, acres, { greenhouse, sensorName: "Air" });
  // With the key in the body, at 120, 90, 60 and 30 minutes ago: 0 °C and a hundredth more each time.
  const fromMs = nowMs - 2 * HOUR_MS;
  await storeHistory(database, { greenhouse, fromMs, stepMs: 30 * MINUTE_MS, count: 4, uid: oldest.uid }); // prettier-ignore
  await store(50, "--temperature", "20");
  await store(20, "--temperature", "21");
  const at = minutesAgo(40);
  await farmJson(["reading", "send", board.uid, "--at", at, "--temperature", "22"]);
  await calibrate("temperature", "--by", "0.8", "--from", "1d");
  await farmJson(["sensor", "calibrate", oldest.uid, "temperature", "--by", "-1", "--from", "1d"]);
  await database.patch({
    [`registeredSensors/${uid}/continues`]: oldest.uid,
    [`registeredSensors/${uid}/continuesFrom`]: nowMs - 75 * MINUTE_MS,
    [`registeredSensors/${board.uid}/continues`]: uid,
    [`registeredSensors/${board.uid}/continuesFrom`]: nowMs - 45 * MINUTE_MS,
  });
  const rowsOf = async (id: string): Promise<readonly unknown[]> => {
    const args = ["readings", "export", acres.id, "--from", "2d", "--sensor", id];
    const [head = [], ...rows] = (await farm(args)).stdout
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
    const columns = ["uid", "temperature", "temperature_sent"].map((name) => head.indexOf(name));
    return rows.map((row) => columns.map((column) => row[column]));
  };
  expect(await rowsOf(board.uid)).toEqual([
    [uid, "19.2", "20"],
    [board.uid, "22", "22"],
    [oldest.uid, "1", "0"],
    [oldest.uid, "1.01", "0.01"],
  ]);
  // A replaced device can still be exported by itself.
  expect(await rowsOf(uid)).toEqual([
    [uid, "19.2", "20"],
    [uid, "20.2", "21"],
  ]);
});

describe("an import of a wrong file", () => {
  test("is listed, and exactly what it brought is excluded and counts again", async () => {
    const other = await addSensor(database, acres, { greenhouse: sensor.greenhouse });
    // The board's own reading is in the file, too.
    await store(120, "--light", "120");
    const file = join(folder(), "wrong.csv");
    const rows = [120, 60, 30].map((minutes) => `${uid},${minutesAgo(minutes)},${minutes}`);
    writeFileSync(file, ["uid,time,light", ...rows, `${other.uid},${minutesAgo(45)},45`, ""].join("\n")); // prettier-ignore
    const args = ["readings", "import", acres.id, file];
    const { stderr } = await farm(args);
    const [, id = ""] = /exclude-import \S+ (\w+)`/.exec(stderr) ?? [];
    expect(await farmJson(args)).toMatchObject({ stored: 4, import: id });
    const [listed] = (await farmJson(["readings", "imports", acres.id])) as object[];
    expect(listed).toEqual({
      id,
      at: expect.any(Number) as number,
      file: "wrong.csv",
      from: nowMs - 2 * HOUR_MS,
      until: nowMs - 30 * MINUTE_MS + 1,
      readings: 4,
      sensors: [uid, other.uid].toSorted(),
      state: "counts",
    });

    const excluding = ["readings", "exclude-import", acres.id, id];
    const { stdout } = await farm(excluding);
    expect(stdout).toContain(`The readings that the import ${id} brought do not count any more`);
    expect(await valuesOf("light")).toEqual([[120], [undefined], [undefined], [undefined]]);
    expect((await farmError(excluding)).error).toBe(`The import ${id} is excluded already.`);
    expect((await farm(args)).stderr).toContain("whose readings do not count: it was excluded");
    expect((await farm(["readings", "imports", acres.id])).stdout).toContain("excluded");
    expect((await farm(["sensor", "corrections", uid])).stdout).toContain(
      `all readings of the import ${id} do not count`,
    );
    expect(await farmJson([...excluding, "--undo"])).toMatchObject({ excluded: false });
    expect(await valuesOf("light")).toEqual([[120], [60], [45], [30]]);
    expect((await farmError([...excluding, "--undo"])).code).toBe(1);
    expect(readFileSync(file, "utf8")).toContain("light");
  });

  test("needs an import of the farm", async () => {
    for (const id of ["k7a2m9xq", "a/b"]) {
      const { code, error } = await farmError(["readings", "exclude-import", acres.id, id]);
      expect([code, error]).toEqual([1, `${acres.id} has no import ${id}.`]);
    }
  });
});
