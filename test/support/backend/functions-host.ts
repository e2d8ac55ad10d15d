/** Runs the built functions in one process, like Cloud Run, with a test's parameters. */

import { hostEnvironment, startHost } from "../../../tools/dev/stack/host";
import { Received } from "rtdb-emulator/testing/received";
import { DATABASE_ADDRESS, emulatorSensorKey, freePort, NAMESPACE } from "./addresses";
import { secretsIn } from "./secrets";

export interface FunctionsHost {
  /** URL without `/sensorData` and `/reportIp`. */
  readonly url: string;
  /** Returns all log entries so far. An entry may arrive after its request's answer. */
  readonly entries: () => readonly LogEntry[];
  /** Resolves with all log entries as soon as they satisfy the condition. */
  readonly entriesUntil: (
    isEnough: (entries: readonly LogEntry[]) => boolean,
  ) => Promise<readonly LogEntry[]>;
  /** Returns all printed lines so far. */
  readonly lines: () => readonly string[];
  /** Returns the id of the process. */
  readonly pid: () => number;
  /** Kills the process at once. */
  kill(): Promise<void>;
  /** Ends the process, and checks that it did not print a key or a signature. */
  stop(): Promise<void>;
}

/** A log line that is a JSON object. */
export type LogEntry = Readonly<Record<string, unknown>>;

/** @param parameters as in functions/.env, and FIREBASE_DATABASE_EMULATOR_HOST for another database */
export async function startFunctionsHost(
  parameters: Readonly<Record<string, string>>,
): Promise<FunctionsHost> {
  const lines = new Received<string>();
  const environment = {
    ...process.env,
    SENSOR_API_KEY: emulatorSensorKey(),
    FIREBASE_DATABASE_EMULATOR_HOST: DATABASE_ADDRESS,
    DATABASE_INSTANCE: NAMESPACE,
    ...parameters,
  };
  const { process: host, url } = await startHost({
    port: Number(parameters["PORT"] ?? (await freePort())),
    env: { ...environment, ...hostEnvironment(environment.FIREBASE_DATABASE_EMULATOR_HOST) },
    onLine: lines.add,
  });
  const pid = host.child.pid!;
  const entries = (): readonly LogEntry[] => lines.all.flatMap(readEntry);
  return {
    url,
    entries,
    entriesUntil: async (isEnough) => {
      await lines.until(() => isEnough(entries()));
      return entries();
    },
    lines: () => lines.all,
    pid: () => pid,
    kill: async () => {
      host.child.kill("SIGKILL");
      await host.ended;
    },
    stop: async () => {
      await host.stop();
      expect(lines.all.filter((line) => secretsIn(line).length > 0)).toEqual([]);
    },
  };
}

function readEntry(line: string): LogEntry[] {
  return line.startsWith("{") ? [JSON.parse(line) as LogEntry] : [];
}
