/** The built functions in one process, as Cloud Run runs them, with the parameters that a test wants. */

import { hostEnvironment, startHost } from "../../../tools/dev/stack/host";
import { Received } from "rtdb-emulator/testing/received";
import { DATABASE_ADDRESS, emulatorSensorKey, freePort, NAMESPACE } from "./addresses";
import { secretsIn } from "./secrets";

export interface FunctionsHost {
  /** Above `/sensorData` and `/reportIp`. */
  readonly url: string;
  /** What it logged so far. A line may arrive after the answer that it is about. */
  readonly entries: () => readonly LogEntry[];
  /** Resolves with what it logged so far as soon as that is enough. */
  readonly entriesUntil: (
    isEnough: (entries: readonly LogEntry[]) => boolean,
  ) => Promise<readonly LogEntry[]>;
  /** Everything it printed so far, line by line. */
  readonly lines: () => readonly string[];
  /** The process that serves the functions. */
  readonly pid: () => number;
  /** Kills that process in the middle of what it does. */
  kill(): Promise<void>;
  /** Ends it, and checks that it printed no key and no signature. */
  stop(): Promise<void>;
}

/** A line of the log that is a JSON object. */
export type LogEntry = Readonly<Record<string, unknown>>;

/** @param parameters of the deployment (functions/.env), and FIREBASE_DATABASE_EMULATOR_HOST for another database */
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
