/** Single calls of the shell client in each shell of this machine, with only cron's environment variables. */

import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../../../tools/dev/processes/processes";
import type { Running } from "../../../tools/dev/processes/processes";
import { ROOT } from "../backend/addresses";
import { databaseClient } from "../backend/database-client";
import { addFarm, addSensor } from "../backend/farm";
import type { Farm, Sensor, SensorSettings } from "../backend/farm";
import { readRecords } from "../backend/records";
import { secretsIn } from "../backend/secrets";
import { sharedHost } from "../backend/targets";
import { findCommand, NO_CURL } from "./commands";
import { startFaultServer } from "./fault-server";
import type { FaultServer } from "./fault-server";
import { testTogether } from "./trial";

export const SCRIPT = join(ROOT, "devices/shell/greenhouse.sh");

export interface Shell {
  readonly name: string;
  readonly command: readonly string[];
  readonly missing: string | undefined;
}

/** All shells, for tests that depend on the shell's own commands and syntax. */
export const SHELLS: readonly Shell[] = [["dash"], ["bash"], ["busybox", "sh"]].map((command) => {
  const [name = ""] = command;
  const missing = findCommand(name) === undefined ? `${name} is not installed` : NO_CURL;
  return { name, command, missing };
});
/** One shell, for tests that are the same in every shell. */
export const ONE_SHELL: readonly Shell[] = [{ name: "sh", command: ["sh"], missing: NO_CURL }];

/** Nothing listens at port 1. */
const OFFLINE_URL = "http://127.0.0.1:1/sensorData";

export interface Call {
  readonly code: number | null;
  /** The output of both streams. */
  readonly output: string;
}

export type Environment = Readonly<Record<string, string>>;

export interface ShellSensor extends Sensor {
  readonly env: Environment;
  /** The folder of its waiting readings. */
  readonly folder: string;
  readonly files: () => readonly string[];
  /** Adds a waiting reading, as an earlier call would. */
  readonly keep: (seconds: number, temperature: number) => void;
  readonly send: (...args: readonly string[]) => Promise<Call>;
  readonly sendOffline: (...args: readonly string[]) => Promise<Call>;
  /** Sends a temperature of 20 with additional environment variables. */
  readonly sendWith: (env: Environment) => Promise<Call>;
  readonly flush: (env?: Environment) => Promise<Call>;
  readonly start: (args: readonly string[], env?: Environment) => Running;
  /** Returns the temperatures in its history, in its order. */
  readonly temperatures: () => Promise<readonly unknown[]>;
  readonly entries: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export interface ShellTrial {
  readonly shell: Shell;
  readonly server: FaultServer;
  /** HOME of its sensors. */
  readonly folder: string;
  readonly addSensor: (settings?: SensorSettings) => Promise<ShellSensor>;
}

/** @returns a function that makes a test for each shell; the shells run the scenario at the same time */
export function useShells(): (
  name: string,
  shells: readonly Shell[],
  scenario: (trial: ShellTrial) => Promise<void>,
) => void {
  const target = sharedHost();
  const database = databaseClient();
  let farm: Farm;
  beforeAll(async () => {
    farm = await addFarm(database);
  });

  async function add(
    shell: Shell,
    server: FaultServer,
    home: string,
    settings?: SensorSettings,
  ): Promise<ShellSensor> {
    const sensor = await addSensor(database, farm, settings);
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: home,
      GREENHOUSE_URL: `${server.url}/sensorData`,
      GREENHOUSE_UID: sensor.uid,
      GREENHOUSE_KEY_FILE: join(home, "key"),
    };
    const start = (args: readonly string[], more: Environment = {}): Running => {
      const [program = "", ...options] = shell.command;
      return run(program, [...options, SCRIPT, ...args], { env: { ...env, ...more } });
    };
    const call = async (args: readonly string[], more: Environment = {}): Promise<Call> => {
      const running = start(args, more);
      const code = await running.ended;
      expect(secretsIn(running.output())).toEqual([]);
      return { code, output: running.output() };
    };
    const entries = async () => (await readRecords(database, sensor.greenhouse)).history;
    const name = createHash("sha256").update(sensor.uid).digest("hex");
    const folder = join(home, ".local/state/greenhouse", name);
    return {
      ...sensor,
      env,
      folder,
      files: () => readdirSync(folder),
      keep: (seconds, temperature) => {
        mkdirSync(folder, { recursive: true });
        const reading = `{"timestamp":${seconds}000,"temperature":${temperature}}\n`;
        writeFileSync(join(folder, `${seconds}.1.reading`), reading);
      },
      send: (...args) => call(["send", ...args]),
      sendOffline: (...args) => call(["send", ...args], { GREENHOUSE_URL: OFFLINE_URL }),
      sendWith: (more) => call(["send", "temperature=20"], more),
      flush: (more) => call(["flush"], more),
      start,
      temperatures: async () => (await entries()).map(({ temperature }) => temperature),
      entries,
    };
  }

  return (name, shells, scenario) =>
    testTogether(name, shells, async (shell) => {
      const folder = mkdtempSync(join(tmpdir(), "greenhouse-shell-"));
      writeFileSync(join(folder, "key"), `${farm.apiKey}\n`);
      const server = await startFaultServer(target.url);
      try {
        await scenario({
          shell,
          server,
          folder,
          addSensor: (settings) => add(shell, server, folder, settings),
        });
      } finally {
        await server.goOffline();
        rmSync(folder, { recursive: true, force: true });
      }
    });
}

/** Returns the script's last line. */
export function summary(counts: Readonly<Record<string, number>>): string {
  const names = ["stored", "refused", "overflowed", "waiting"] as const;
  return `${names.map((name) => `${name} ${counts[name] ?? 0}`).join(", ")}\n`;
}
