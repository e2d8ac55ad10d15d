/** The complete examples of devices/, run as they are; what a board has is stood in for. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../scripts/stack/processes";
import type { Running } from "../../../scripts/stack/processes";
import { ROOT } from "../../support/backend/addresses";
import { databaseClient } from "../../support/backend/database-client";
import { addFarm, addSensor } from "../../support/backend/farm";
import type { Farm } from "../../support/backend/farm";
import { readRecords } from "../../support/backend/records";
import { secretsIn } from "../../support/backend/secrets";
import { useHost } from "../../support/backend/targets";
import { CLIENTS, compile, MICROPYTHON_WASM } from "../../support/devices/clients";
import { FOLDER } from "../../support/devices/device";

interface Example {
  /** As in CLIENTS. */
  readonly client: string;
  readonly path: string;
  readonly measured: Readonly<Record<string, number>>;
  /** What to run; the folder holds `temperature`, in millidegrees, and is the test's own. */
  readonly command: (folder: string) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What it prints when the reading was stored. */
  readonly says: RegExp;
}

const MICROPYTHON_FOLDER = join(ROOT, "devices/micropython");
const BOARD = join(FOLDER, "board-micropython");
const MICROPYTHON_ENV = {
  MICROPYPATH: `${BOARD}:${MICROPYTHON_FOLDER}`,
  CLIENT_FOLDER: MICROPYTHON_FOLDER,
};

const EXAMPLES: readonly Example[] = [
  {
    client: "Python",
    path: "devices/python/example.py",
    measured: { temperature: 21.562 },
    command: (folder) => [
      ...["python3", "-B", join(ROOT, "devices/python/example.py")],
      ...["--once", join(folder, "temperature")],
    ],
    says: /'stored': 1\b/,
  },
  {
    client: "Node",
    path: "devices/node/example.mjs",
    measured: { temperature: 21.562 },
    command: (folder) => [
      ...[process.execPath, join(ROOT, "devices/node/example.mjs")],
      join(folder, "temperature"),
    ],
    says: /stored: 1\b/,
  },
  {
    client: "MicroPython",
    path: "devices/micropython/main.py",
    measured: { temperature: 21.53, humidity: 60.1 },
    command: () => ["micropython", join(ROOT, "devices/micropython/main.py")],
    env: MICROPYTHON_ENV,
    says: /stored: 1\b/,
  },
  {
    client: "MicroPython (WebAssembly)",
    path: "devices/micropython/main.py in WebAssembly",
    measured: { temperature: 21.53, humidity: 60.1 },
    command: () => [
      ...[process.execPath, MICROPYTHON_WASM],
      join(ROOT, "devices/micropython/main.py"),
    ],
    env: MICROPYTHON_ENV,
    says: /stored: 1\b/,
  },
  sketch("ESP32"),
  sketch("ESP8266"),
];

/** The sketch, compiled for a board that is stood in for. */
function sketch(board: "ESP32" | "ESP8266"): Example {
  const example = join(ROOT, "devices/arduino/examples/SensorNode");
  return {
    client: "C++",
    path: `devices/arduino/examples/SensorNode/SensorNode.ino for the ${board}`,
    measured: { temperature: 21.53 },
    command: (folder) => {
      const options = [`-D${board}`, "-pthread", "-I", join(FOLDER, "board"), "-I", example];
      compile(join(FOLDER, "board/sketch.cpp"), join(folder, "sketch"), options);
      return [join(folder, "sketch")];
    },
    says: /stored: 1\b/,
  };
}

const target = useHost();
const database = databaseClient();
let farm: Farm;
let folder: string;
/** It sends readings until it is stopped. */
let example: Running | undefined;
beforeAll(async () => {
  farm = await addFarm(database);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "greenhouse-example-"));
});
afterEach(async () => {
  await example?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(EXAMPLES)("$path", ({ client, command, env, measured, says }) => {
  const missing = CLIENTS.find(({ name }) => name === client)?.missing;
  if (missing !== undefined) {
    test.skip(`cannot be tried: ${missing}`, () => undefined); // Needs what this machine does not have.
    return;
  }

  test("brings a reading into the history", async () => {
    const sensor = await addSensor(database, farm);
    writeFileSync(join(folder, "temperature"), "21562\n");
    writeFileSync(join(folder, "key"), `${farm.apiKey}\n`);
    const [program = "", ...args] = command(folder);
    const running = run(program, args, {
      env: {
        ...process.env,
        GREENHOUSE_URL: `${target().url}/sensorData`,
        GREENHOUSE_UID: sensor.uid,
        GREENHOUSE_KEY: farm.apiKey,
        GREENHOUSE_KEY_FILE: join(folder, "key"),
        ...env,
      },
    });
    example = running;
    await new Promise<void>((resolve, reject) => {
      running.onLine((line) => {
        if (says.test(line)) resolve();
      });
      void running.ended.then(() => reject(new Error(running.output())));
    });
    await running.stop();
    const { uid, sensorName } = sensor;
    expect((await readRecords(database, sensor.greenhouse)).history).toEqual([
      { uid, sensorName, ...measured, updatedAt: expect.any(Number) as number },
    ]);
    expect(secretsIn(running.output())).toEqual([]);
  });
});
