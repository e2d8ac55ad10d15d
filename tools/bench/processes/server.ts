/** Serves a program in its own process on the functions framework, as Cloud Run does. */

import { frameworkArguments, hostEnvironment } from "../../dev/stack/host.ts";
import { freePort } from "rtdb-emulator/testing/free-port.ts";
import { HOST, untilListening } from "../../dev/processes/ports.ts";
import { run } from "../../dev/processes/processes.ts";
import type { Running } from "../../dev/processes/processes.ts";
import { fromRoot, NAMESPACE } from "../../dev/stack/project.ts";
import { SENSOR_KEY } from "../load/readings.ts";
import { folderOf } from "../subjects.ts";
import type { Program } from "../subjects.ts";

export interface Server {
  readonly process: Running;
  /** `http://host:port` */
  readonly origin: string;
  /** The start of its process, on the clock of `performance.now()`. */
  readonly startedMs: number;
}

/** The environment of a deployment that uses the database at `host:port`. */
function environmentOf(databaseAddress: string): Record<string, string | undefined> {
  return {
    PATH: process.env["PATH"],
    ...hostEnvironment(databaseAddress),
    DATABASE_INSTANCE: NAMESPACE,
    SENSOR_API_KEY: SENSOR_KEY,
  };
}

/** Starts the process and does not wait for it. */
export async function launch(program: Program, databaseAddress: string): Promise<Server> {
  const port = await freePort();
  const startedMs = performance.now();
  const args = frameworkArguments(folderOf(program), "sensorData", port);
  const options = { cwd: fromRoot(".data/bench"), env: environmentOf(databaseAddress) };
  const started = run(process.execPath, args, options);
  return { process: started, origin: `http://${HOST}:${port}`, startedMs };
}

/** @throws StackError with the program's output if it cannot start */
export async function serve(program: Program, databaseAddress: string): Promise<Server> {
  const server = await launch(program, databaseAddress);
  await untilListening(Number(new URL(server.origin).port), server.process);
  return server;
}
