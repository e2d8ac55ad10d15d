/** A registered sensor and a fault server for single calls of the shell client, in a folder of the test's own. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { databaseClient } from "../backend/database-client";
import { addFarm, addSensor } from "../backend/farm";
import type { Farm } from "../backend/farm";
import { readRecords } from "../backend/records";
import { secretsIn } from "../backend/secrets";
import { useTemporaryFolder } from "../temporary-folder";
import { findCommand } from "./clients";
import { startFaultServer } from "./fault-server";
import type { FaultServer } from "./fault-server";
import { call, startCall } from "./shell-call";
import type { Call, Environment, Shell } from "./shell-call";
import { sensorFolder } from "./shell-device";
import type { Running } from "../../../scripts/stack/processes";

/** Why the shell client cannot be tried here; undefined where it can. */
export const MISSING = findCommand("curl") === undefined ? "curl is not installed" : undefined;

/** No server listens there. */
export const OFFLINE_URL = "http://127.0.0.1:1/sensorData";

export interface ShellSensor {
  readonly uid: string;
  readonly farm: Farm;
  readonly env: Environment;
  /** Where its readings wait. */
  readonly folder: string;
  send(...args: readonly string[]): Promise<Call>;
  sendOffline(...args: readonly string[]): Promise<Call>;
  /** Sends a temperature of 20 with these variables too. */
  sendWith(env: Environment): Promise<Call>;
  flush(env?: Environment): Promise<Call>;
  start(args: readonly string[], env?: Environment): Running;
  /** The temperatures in its history, in its order. */
  temperatures(): Promise<readonly unknown[]>;
  entries(): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export interface ShellTrial {
  readonly server: () => FaultServer;
  /** The running test's own, which is its sensors' HOME. */
  readonly folder: () => string;
  addSensor(shell: Shell): Promise<ShellSensor>;
}

/** To be called once where tests are described. Each call runs with the few variables that cron gives, no others. */
export function useShellTrial(functionsUrl: () => string): ShellTrial {
  const database = databaseClient();
  const folder = useTemporaryFolder();
  let server: FaultServer;
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });
  beforeEach(async () => {
    server = await startFaultServer(functionsUrl());
  });
  afterEach(() => server.goOffline());

  async function add(shell: Shell): Promise<ShellSensor> {
    const sensor = await addSensor(database, farm);
    const home = folder();
    mkdirSync(home, { recursive: true });
    writeFileSync(join(home, "key"), `${farm.apiKey}\n`);
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      GREENHOUSE_URL: `${server.url}/sensorData`,
      GREENHOUSE_UID: sensor.uid,
      GREENHOUSE_KEY_FILE: join(home, "key"),
      GREENHOUSE_PATIENCE: "0",
    };
    const checked = async (args: readonly string[], more: Environment = {}): Promise<Call> => {
      const made = await call(shell, args, { ...env, ...more });
      expect(secretsIn(made.output)).toEqual([]);
      return made;
    };
    const entries = async () => (await readRecords(database, sensor.greenhouse)).history;
    return {
      uid: sensor.uid,
      farm,
      env,
      folder: sensorFolder(join(home, ".local/state/greenhouse"), sensor.uid),
      send: (...args) => checked(["send", ...args]),
      sendOffline: (...args) => checked(["send", ...args], { GREENHOUSE_URL: OFFLINE_URL }),
      sendWith: (more) => checked(["send", "temperature=20"], more),
      flush: (more) => checked(["flush"], more),
      start: (args, more = {}) => startCall(shell, args, { ...env, ...more }),
      temperatures: async () => (await entries()).map(({ temperature }) => temperature),
      entries,
    };
  }
  return { server: () => server, folder, addSensor: add };
}
