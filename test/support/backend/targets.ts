/** The two ways in which the functions run: in the functions emulator, and in one process as on Cloud Run. */

import { emulatorSensorKey, fromEnvironment, FUNCTIONS_URL } from "./addresses";
import { startFunctionsHost } from "./functions-host";
import type { FunctionsHost } from "./functions-host";
import { inventKey } from "./secrets";

export interface Target {
  /** Above `/sensorData` and `/reportIp`. */
  readonly url: string;
  /** The key of the key-in-body variant. */
  readonly sensorKey: string;
}

export type HostTarget = Target &
  Pick<FunctionsHost, "url" | "entries" | "entriesUntil" | "lines" | "pid">;

export const TARGETS = [
  { name: "the functions emulator", useTarget: useEmulator },
  { name: "the host", useTarget: () => () => sharedHost() },
] as const;

function useEmulator(): () => Target {
  const target: Target = { url: FUNCTIONS_URL, sensorKey: emulatorSensorKey() };
  return () => target;
}

/** One host for all files, with the defaults of all parameters: for tests that only need the functions to be there. */
export function sharedHost(): Target {
  return { url: fromEnvironment("HOST_URL"), sensorKey: emulatorSensorKey() };
}

/** To be called where tests are described: a host of their own for all of them. */
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
