/** Two ways to run the functions: in the functions emulator, and in one process like on Cloud Run. */

import { readFileSync, statSync } from "node:fs";
import { emulatorSensorKey, fromEnvironment, FUNCTIONS_URL } from "./addresses";
import { startFunctionsHost } from "./functions-host";
import type { FunctionsHost } from "./functions-host";
import { inventKey, rememberKey, secretsIn } from "./secrets";

export interface Target {
  /** URL without `/sensorData` and `/reportIp`. */
  readonly url: string;
  /** The key of the key-in-body variant. */
  readonly sensorKey: string;
}

export type HostTarget = Target &
  Pick<FunctionsHost, "url" | "entries" | "entriesUntil" | "lines" | "pid">;

export const TARGETS = [
  { name: "the functions emulator", useTarget: useEmulator },
  { name: "the host", useTarget: useSharedHost },
] as const;

function useEmulator(): () => Target {
  const target: Target = { url: FUNCTIONS_URL, sensorKey: emulatorSensorKey() };
  return () => target;
}

function useSharedHost(): () => Target {
  const target = sharedHost();
  return () => target;
}

/**
 * Returns the host that all test files share, with default parameters. Call this inside `describe`. After the tests,
 * searches the host's output for keys.
 */
export function sharedHost(): Target {
  const log = fromEnvironment("HOST_LOG");
  let before = 0;
  beforeAll(() => {
    before = statSync(log).size;
  });
  afterAll(() => {
    const lines = readFileSync(log).subarray(before).toString().split("\n");
    expect(lines.filter((line) => secretsIn(line).length > 0)).toEqual([]);
  });
  return { url: fromEnvironment("HOST_URL"), sensorKey: rememberKey(emulatorSensorKey()) };
}

/** Starts a separate host for the tests of a file or block. Call this inside `describe`. */
export function useHost(
  parameters: Readonly<Record<string, string>> | (() => Readonly<Record<string, string>>) = {},
): () => HostTarget {
  let running: { readonly host: FunctionsHost; readonly target: HostTarget } | undefined;
  beforeAll(async () => {
    const chosen = typeof parameters === "function" ? parameters() : parameters;
    const sensorKey = chosen["SENSOR_API_KEY"] ?? inventKey();
    const host = await startFunctionsHost({ SENSOR_API_KEY: sensorKey, ...chosen });
    running = { host, target: { ...host, sensorKey } };
  });
  afterAll(() => running?.host.stop());
  return () => {
    if (running === undefined) throw new Error("the host has not been started");
    return running.target;
  };
}
