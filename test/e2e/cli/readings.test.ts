/** Sending, importing, following, exporting and pruning readings. */

import { IMPORT_ID } from "@greenhouse/domain/history/imports";
import { DAY_MS, HOUR_MS } from "@greenhouse/domain/time";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { ROOT } from "../../support/backend/addresses";
import { farm, farmError, farmJson, startFarm, startNpmFarm } from "../../support/cli/farm-command";
import { storeHistory } from "../../support/cli/stored-history";
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

function lines(text: string): Record<string, unknown>[] {
  const found = text.split("\n").filter((line) => line.startsWith("{"));
  return found.map((line) => JSON.parse(line) as Record<string, unknown>);
}

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
      import: expect.stringMatching(IMPORT_ID) as string,
    });
    await farmJson(["sensor", "key", "create", sensor.uid, "--yes"]);
    expect(await send("--file", file)).toMatchObject({ stored: 2 });
    expect(await lightsOf(sensor)).toEqual([2, 1]);
  });

  test("sends both variants, and shows the server's answer", async () => {
    const { uid } = sensor;
    const keyInBody = ["--variant", "key-in-body", "--humidity", "60"];
    const keyed = await send(...keyInBody);
    expect(keyed).toMatchObject({ status: 200, answer: { uid, data: { humidity: 60 } } });
    const { code, stdout } = await farm(["reading", "send", uid, "--light", "1e3"]);
    expect([code, stdout.split("\n")[0]]).toEqual([0, "200 {"]);
  });

  test("the same reading with the same idempotency key is stored once", async () => {
    const args = ["reading", "send", sensor.uid, "--temperature", "7", "--idempotency-key", "a"];
    const at = ["--timestamp", `${Math.floor(Date.now() / 1000)}.25`];
    const first = await farmJson([...args, ...at]);
    expect(await farmJson([...args, ...at])).toEqual(first);
    await farmJson(args);
    const { history } = await readRecords(database, sensor.greenhouse);
    expect(history.map(({ temperature }) => temperature)).toEqual([7, 7]);
  });
});

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
    const id = expect.stringMatching(IMPORT_ID) as string;
    const report = { farmId: acres.id, file, stored: 3, refused: 0, problems: [], import: id };
    const first = await importFile(file);
    expect(first).toEqual(report);
    expect(await importFile(file)).toEqual(first);
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

test("readings tail shows new readings of both variants, until Ctrl-C", async () => {
  const { uid, greenhouse } = sensor;
  const second = await addSensor(database, acres, { greenhouse });
  await farmJson(["reading", "send", uid, "--temperature", "1"]);
  const tail = startFarm(["readings", "tail", acres.id]);
  await tail.printed("Waiting for readings");
  await farmJson(["reading", "send", uid, "--temperature", "2"]);
  // Its first reading with the key in the body.
  await farmJson(["reading", "send", second.uid, "--variant", "key-in-body", "--humidity", "3"]);
  await tail.printed("3 %");
  await farmJson(["reading", "send", second.uid, "--variant", "key-in-body", "--humidity", "4"]);
  await tail.printed("4 %");
  tail.signal("SIGINT");
  const { code, stdout } = await tail.finished;
  expect(code).toBe(0);
  const shown = stdout.trim().split("\n");
  expect(shown.map((line) => line.split("  ").slice(1))).toEqual([
    [greenhouse, uid, "2 °C"],
    [greenhouse, second.uid, "3 %"],
    [greenhouse, second.uid, "4 %"],
  ]);
});

describe("readings export", () => {
  test("writes all readings, across pages and layouts, in order", async () => {
    const plan = { greenhouse: sensor.greenhouse, stepMs: DAY_MS, fromMs: Date.UTC(2026, 2, 1) };
    await storeHistory(database, { ...plan, count: 1200 });
    await storeHistory(database, { ...plan, count: 700, uid: "herbs" });
    // A uid that sorts among the push keys.
    await storeHistory(database, { ...plan, count: 3, uid: "-Oaaaa" });
    const to = ["--to", "2036-01-01"];
    const args = ["readings", "export", acres.id, "--format", "ndjson", ...to];
    const { stdout, stderr, code } = await farm(args);
    expect([code, stderr.trim()]).toEqual([0, `Exported 1,903 readings of ${sensor.greenhouse}.`]);
    const entries = lines(stdout);
    expect(entries).toHaveLength(1903);
    const signed = entries.filter(({ uid }) => String(uid).startsWith("old-"));
    expect(signed.map(({ temperature }) => temperature)).toEqual(
      Array.from({ length: 1200 }, (_, number) => number / 100),
    );
    expect(entries.filter(({ uid }) => uid === "herbs")).toHaveLength(700);
    expect(entries.filter(({ uid }) => uid === "-Oaaaa")).toHaveLength(3);
    // A period includes its start and excludes its end.
    const period = ["--from", "2026-03-02", "--to", "2026-03-04T00:00Z", "--sensor", "herbs"];
    const part = await farm(["readings", "export", acres.id, ...period]);
    const days = part.stdout.split("\r\n").map((line) => line.slice(0, 10));
    expect(days.slice(1)).toEqual(["2026-03-02", "2026-03-03", ""]);
  });

  test("into a file in the user's folder, through npm, escapes formulas", async () => {
    await farmJson(["reading", "send", sensor.uid, "--temperature", "5"]);
    const args = ["readings", "export", acres.id, "--to", "2036-01-01", "--output", "here.csv"];
    const { code, stdout } = await startNpmFarm([...args, "--json"], { folder: folder() }).finished;
    const output = join(folder(), "here.csv");
    expect([code, JSON.parse(stdout)]).toEqual([0, { readings: 1, output }]);
    const text = readFileSync(output, "utf8");
    expect(text).toContain(`,${sensor.uid},"'=Air, ""north""",5,`);
    expect(existsSync(join(ROOT, "here.csv"))).toBe(false);
  });
});

describe("history prune", () => {
  const fromMs = Date.UTC(2026, 2, 1);
  const before = Date.UTC(2026, 2, 11);
  let greenhouse: string;
  let args: string[];

  beforeEach(async () => {
    ({ greenhouse } = sensor);
    args = ["history", "prune", greenhouse, "--before", "2026-03-11"];
    const plan = { greenhouse, fromMs, stepMs: DAY_MS / 60 };
    await storeHistory(database, { ...plan, count: 900 });
    await storeHistory(database, { ...plan, count: 660, uid: "herbs" });
  });

  const report = (deleted: number): object => ({
    greenhouseId: greenhouse,
    before,
    entries: 1200,
    deleted,
    notRolledUp: 1200,
    oldest: fromMs,
    newest: before - DAY_MS / 60,
  });

  async function countEntries(): Promise<number[]> {
    const history = (await database.get(`sensors/${greenhouse}/history`)) as Record<string, object>;
    const { herbs, ...signed } = history;
    return [Object.keys(signed).length, Object.keys(herbs ?? {}).length];
  }

  test("only counts without --delete, and deletes only older entries with the right word", async () => {
    expect(await farmJson(args)).toEqual(report(0));
    const deletion = [...args, "--delete", "--not-rolled-up"];
    for (const more of [[], ["--confirm", "herbs"], ["--yes"]]) {
      expect((await farmError([...deletion, ...more])).code).toBe(3);
    }
    expect(await countEntries()).toEqual([900, 660]);
    expect(await farmJson([...deletion, "--confirm", greenhouse])).toEqual(report(1200));
    expect(await countEntries()).toEqual([300, 60]);
    expect(await farmJson(args)).toMatchObject({ entries: 0, deleted: 0 });
  });

  test("keeps entries that are not rolled up, unless asked otherwise", async () => {
    const deletion = [...args, "--delete", "--confirm", greenhouse];
    expect(await farmError(deletion)).toEqual({
      code: 3,
      error: "1,200 entries are not rolled up yet. Charts over months would lose them, too.",
      hint: `Roll them up first: \`farm history rollup ${greenhouse}\`. Or add --not-rolled-up to delete them anyway.`,
    });
    await farmJson(["history", "rollup", greenhouse, "--from", "2026-03-10"]);
    expect((await farm(args)).stdout).toContain("1,080 entries are not rolled up yet.");
    await farmJson(["history", "rollup", greenhouse]);
    expect(await countEntries()).toEqual([900, 660]);
    expect(await farmJson(deletion)).toMatchObject({ deleted: 1200, notRolledUp: 0 });
  });
});

describe("history rollup", () => {
  const fromMs = Math.floor(Date.now() / DAY_MS - 3) * DAY_MS;
  const secondDay = new Date(fromMs + DAY_MS).toISOString();

  test("rolls up the past, goes on, rebuilds, and keeps rollups when history is pruned", async () => {
    const { greenhouse } = sensor;
    const plan = { greenhouse, fromMs, stepMs: DAY_MS / 100 };
    await storeHistory(database, { ...plan, count: 250 });
    await storeHistory(database, { ...plan, count: 150, uid: "herbs" });
    const args = ["history", "rollup", greenhouse];
    const later = await farmJson([...args, "--from", secondDay]);
    expect(later).toMatchObject({ greenhouseId: greenhouse, from: fromMs + DAY_MS });
    const [first] = (await farmJson(["history", "rollup", "--farm", acres.id])) as unknown[];
    expect(first).toMatchObject({ greenhouseId: greenhouse, from: fromMs - HOUR_MS });
    const read = () => database.get(`rollups/${greenhouse}/herbs/day/temperature`);
    const days = (await read()) as Record<string, { n: number }>;
    expect(Object.entries(days).map(([start, { n }]) => [Number(start), n])).toEqual([
      [fromMs, 100],
      [fromMs + DAY_MS, 50],
    ]);
    expect(await farmJson(args)).toMatchObject({ folds: 0 });
    // A late reading that is not folded yet when it is deleted.
    await storeHistory(database, { ...plan, count: 1, uid: "late" });
    await database.put(`rollupDue/${greenhouse}/${fromMs}/late`, true);
    const pruning = ["history", "prune", greenhouse, "--before", secondDay, "--delete"];
    await farmJson([...pruning, "--confirm", greenhouse]);
    await farmJson([...args, "--rebuild", "--from", new Date(fromMs).toISOString()]);
    expect(await read()).toEqual(days);
    const late = await database.get(`rollups/${greenhouse}/late/day/temperature/${fromMs}/n`);
    expect(late).toBe(1);
  });
});
