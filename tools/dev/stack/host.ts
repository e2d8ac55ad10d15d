/** Starts the built functions in one process on Google's functions framework, which runs them on Cloud Run too. */

import { isFree } from "rtdb-emulator/testing/free-port.ts";
import { HOST, untilListening } from "../processes/ports.ts";
import type { Running } from "../processes/processes.ts";
import { fromRoot, NAMESPACE, PROJECT } from "./project.ts";
import { runNode } from "../processes/run-node.ts";
import { StackError } from "../processes/stack-error.ts";
import { NO_PROXIES } from "./suite.ts";

const FRAMEWORK = fromRoot("node_modules/@google-cloud/functions-framework/build/src/main.js");

export interface HostSettings {
  readonly port: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onLine: (line: string) => void;
}

/** The environment variables of a deployment. */
export function hostEnvironment(databaseAddress: string): Readonly<Record<string, string>> {
  const databaseURL = `https://${NAMESPACE}.firebaseio.com`;
  return {
    ...NO_PROXIES,
    FIREBASE_DATABASE_EMULATOR_HOST: databaseAddress,
    GCLOUD_PROJECT: PROJECT,
    FIREBASE_CONFIG: JSON.stringify({ projectId: PROJECT, databaseURL }),
    NODE_ENV: "production",
  };
}

/** Returns the arguments with which Node serves a function on the functions framework. */
export function frameworkArguments(source: string, target: string, port: number): string[] {
  return [FRAMEWORK, "--source", source, "--target", target, "--port", String(port)];
}

/**
 * @returns the process, and its URL on this machine, without `/sensorData` and `/reportIp`
 * @throws StackError if the port is taken, or with the host's output if it cannot start
 */
export async function startHost({
  port,
  env,
  onLine,
}: HostSettings): Promise<{ readonly process: Running; readonly url: string }> {
  // Must be free on all addresses, because the framework listens on all of them.
  if (!(await isFree(port))) {
    throw new StackError(
      `Port ${port} is taken. Stop the program that listens there, or choose another port: PORT=…`,
    );
  }
  const args = frameworkArguments(fromRoot("tools/dev/stack/host-target.ts"), "host", port);
  const host = runNode(args, { cwd: fromRoot(), env });
  host.onLine(onLine);
  // In production mode the framework does not print that it listens.
  await untilListening(port, host);
  return { process: host, url: `http://${HOST}:${port}` };
}
