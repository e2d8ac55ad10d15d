/** Each package of devices/ is built from a clean copy, and installed in an empty folder. It needs no other file. */

import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { useTemporaryFolder } from "rtdb-emulator/testing/temporary-folder";
import { currentVersion } from "../../../tools/dev/documents/versions";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { sharedHost } from "../../support/backend/targets";
import { NO_COMPILER } from "../../support/devices/commands";
import { lineOf } from "../../support/devices/example";
import { send } from "../../support/devices/gateway";
import {
  checkPlatformIo,
  copyDevices,
  installNode,
  installPython,
  NO_PACKAGING,
} from "../../support/devices/packages";

type Env = Readonly<Record<string, string>>;

const VERSION = currentVersion();
const database = databaseClient();
const target = sharedHost();
const folder = useTemporaryFolder();
let devices: string;
/** An empty folder. */
let empty: string;
let sensor: Sensor;
let started: Running[];
beforeEach(async () => {
  devices = copyDevices(folder());
  empty = mkdtempSync(join(folder(), "empty-"));
  sensor = await addSensor(database, await addFarm(database));
  writeFileSync(join(folder(), "key"), `${sensor.farm.apiKey}\n`);
  started = [];
});
afterEach(() => Promise.all(started.map((running) => running.stop())));

function start([program = "", ...args]: readonly string[], env: Env = {}): Running {
  const running = run(program, args, {
    cwd: empty,
    env: {
      PATH: process.env["PATH"],
      HOME: folder(),
      GREENHOUSE_URL: `${target.url}/sensorData`,
      GREENHOUSE_UID: sensor.uid,
      GREENHOUSE_FARM_ID: sensor.farm.id,
      GREENHOUSE_KEY_FILE: join(folder(), "key"),
      ...env,
    },
  });
  started.push(running);
  return running;
}

/** Resolves with the exit code and the output. */
async function call(
  command: readonly string[],
  env?: Env,
): Promise<readonly [number | null, string]> {
  const running = start(command, env);
  return [await running.ended, running.output()];
}

/** Resolves with the newest temperature in the sensor's history. */
async function newest(): Promise<unknown> {
  const { history } = await readRecords(database, sensor.greenhouse);
  return history.at(-1)?.["temperature"];
}

/** Sends a reading with an installed command. */
async function expectSends(command: string): Promise<void> {
  expect(await call([command, "--version"])).toEqual([0, `greenhouse-sensor ${VERSION}\n`]);
  writeFileSync(join(empty, "temperature"), "21530\n");
  const sent = "stored 1, refused 0, overflowed 0, waiting 0\n";
  expect(await call([command, "--once", join(empty, "temperature")])).toEqual([0, sent]);
  expect(await newest()).toBe(21.53);
}

const testPackaging = NO_PACKAGING === undefined ? test : test.skip;
const testCompiler = NO_COMPILER === undefined ? test : test.skip;

testPackaging(
  "Python: sensor, gateway, reporter, and the check of the gateway's container",
  async () => {
    // Files of an earlier build.
    const old = join(devices, "python/build/lib/greenhouse");
    mkdirSync(old, { recursive: true });
    writeFileSync(join(old, "removed.py"), "");
    const folderOfCommands = await installPython(devices, empty);
    const [python, sensorProgram, gateway, reporter] = [
      "python3",
      "greenhouse-sensor",
      "greenhouse-gateway",
      "greenhouse-report-ip",
    ].map((name) => join(folderOfCommands, name)) as [string, string, string, string];
    expect((await call([python, "-c", "import greenhouse.removed"]))[1]).toContain(
      "ModuleNotFound",
    );
    expect(existsSync(join(devices, "gateway/build"))).toBe(false);
    await expectSends(sensorProgram);
    expect(await call([gateway, "--version"])).toEqual([0, `greenhouse-gateway ${VERSION}\n`]);
    const reporting = { GREENHOUSE_URL: `${target.url}/reportIp` };
    expect(await call([reporter, "192.168.7.7"], reporting)).toEqual([0, "reported 192.168.7.7\n"]);

    const listening = start([gateway], { GREENHOUSE_HOST: "127.0.0.1", GREENHOUSE_PORT: "0" });
    const line = await lineOf(listening, /^listening /);
    const [url = "", port = ""] = /http:\/\/127\.0\.0\.1:(\d+)\/readings/.exec(line) ?? [];
    const body = JSON.stringify({ uid: sensor.uid, temperature: 22 });
    expect(await send(url, { body })).toMatchObject({ status: 202 });
    await expectSoon(newest, 22);
    const dockerfile = readFileSync(join(devices, "gateway/Dockerfile"), "utf8");
    const [, check = "[]"] = /^HEALTHCHECK CMD (.*)$/m.exec(dockerfile) ?? [];
    const [, ...checking] = JSON.parse(check) as readonly string[];
    expect(await call([python, ...checking], { GREENHOUSE_PORT: port })).toEqual([0, ""]);
    await listening.stop();
    expect((await call([python, ...checking], { GREENHOUSE_PORT: port }))[0]).toBe(1);
    expect(await call([python, ...checking], { GREENHOUSE_PORT: "off" })).toEqual([0, ""]);
  },
);

test("Node: the command, and the types of both ways to install it", async () => {
  await expectSends(join(await installNode(devices, empty), "greenhouse-sensor"));
});

testCompiler("PlatformIO: the exported files alone compile an example", () =>
  checkPlatformIo(devices, empty),
);
