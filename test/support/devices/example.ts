/** The examples of devices/ as processes, each with its own sensor and a stand-in for the backend. */

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { inventSensor } from "../backend/farm";
import type { Sensor } from "../backend/farm";
import { secretsIn } from "../backend/secrets";
import { MICROPYTHON_FOLDERS, MICROPYTHON_WASM } from "./clients";
import { NO_MICROPYTHON, PYTHONPATH } from "./commands";
import { FOLDER } from "./device";
import { startFaultServer } from "./fault-server";
import { TimedBackend } from "./timed-backend";
import { testTogether } from "./trial";

const API_KEY = "a-key-of-a-test";

/** MicroPython for the program of devices/micropython, with the fixtures of a board. */
export const MICROPYTHON_BOARDS = [
  { name: "MicroPython", missing: NO_MICROPYTHON, command: ["micropython"] },
  {
    name: "MicroPython (WebAssembly)",
    missing: undefined,
    command: [process.execPath, MICROPYTHON_WASM],
  },
] as const;
export const BOARD_ENV = {
  MICROPYPATH: `${join(FOLDER, "board-micropython")}:${MICROPYTHON_FOLDERS}`,
  CLIENT_FOLDERS: MICROPYTHON_FOLDERS,
};

export interface ExampleTrial {
  readonly backend: TimedBackend;
  readonly sensor: Sensor;
  /** A folder with the key's file. The files of a board and of its tests are here, too. */
  readonly folder: string;
  readonly start: (command: readonly string[], env?: Readonly<Record<string, string>>) => Running;
}

interface Subject {
  readonly name: string;
  readonly missing: string | undefined;
}

/** Makes a test for each subject. All run the scenario at the same time. */
export function testExamples<S extends Subject>(
  name: string,
  subjects: readonly S[],
  scenario: (trial: ExampleTrial, subject: S) => Promise<void>,
): void {
  testTogether(name, subjects, async (subject) => {
    const folder = mkdtempSync(join(tmpdir(), "greenhouse-example-"));
    writeFileSync(join(folder, "key"), `${API_KEY}\n`);
    const sensor = inventSensor({ id: "a farm", apiKey: API_KEY });
    const backend = new TimedBackend();
    backend.register(sensor);
    const server = await startFaultServer(backend);
    const started: Running[] = [];
    const start: ExampleTrial["start"] = ([program = "", ...args], env = {}) => {
      const example = run(program, args, {
        env: {
          ...process.env,
          PYTHONPATH,
          GREENHOUSE_URL: `${server.url}/sensorData`,
          GREENHOUSE_UID: sensor.uid,
          GREENHOUSE_KEY: API_KEY,
          GREENHOUSE_KEY_FILE: join(folder, "key"),
          GREENHOUSE_STORE: join(folder, "store"),
          OUTPUTS_STORE: join(folder, "outputs"),
          // An Arduino board's flash, its pressed button, and a connection that never ends.
          FLASH_FOLDER: join(folder, "flash"),
          BUTTON_FILE: join(folder, "button"),
          STUCK_FILE: join(folder, "stuck"),
          ...env,
        },
      });
      started.push(example);
      return example;
    };
    try {
      await scenario({ backend, sensor, folder, start }, subject);
    } finally {
      await Promise.all(started.map((example) => example.stop()));
      await server.goOffline();
      rmSync(folder, { recursive: true, force: true });
    }
    expect(server.failures).toEqual([]);
    for (const example of started) expect(secretsIn(example.output())).toEqual([]);
  });
}

/** Resolves with the first line that matches. Rejects if the example ends before. */
export function lineOf(example: Running, kind: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    example.onLine((line) => {
      if (kind.test(line)) resolve(line);
    });
    void example.ended.then(() => reject(new Error(example.output())));
  });
}
