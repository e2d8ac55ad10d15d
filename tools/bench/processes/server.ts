/** Serves a program in a process of its own on the functions framework, as Cloud Run does. */

import { hostEnvironment } from "../../dev/stack/host.ts";
import { freePort } from "rtdb-emulator/testing/free-port.ts";
import { HOST, untilListening } from "../../dev/processes/ports.ts";
import { run } from "../../dev/processes/processes.ts";
import type { Running } from "../../dev/processes/processes.ts";
import { fromRoot, NAMESPACE } from "../../dev/stack/project.ts";
import { StackError } from "../../dev/processes/stack-error.ts";
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

const FRAMEWORK = "node_modules/@google-cloud/functions-framework/build/src/main.js";

/** The environment of a deployment that uses the database at `host:port`. */
export function environmentOf(databaseAddress: string): Record<string, string | undefined> {
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
  const started = run(
    process.execPath,
    [
      fromRoot(FRAMEWORK),
      "--source",
      folderOf(program),
      "--target",
      "sensorData",
      "--port",
      String(port),
    ],
    { cwd: fromRoot(".data/bench"), env: environmentOf(databaseAddress) },
  );
  return { process: started, origin: `http://${HOST}:${port}`, startedMs };
}

/** @throws StackError with its output when it cannot start */
export async function serve(program: Program, databaseAddress: string): Promise<Server> {
  const server = await launch(program, databaseAddress);
  const ended = server.process.ended.then(() => {
    throw new StackError(`${program} ended by itself:\n${server.process.output().trim()}`);
  });
  await Promise.race([untilListening(Number(new URL(server.origin).port)), ended]);
  ended.catch(() => undefined);
  return server;
}
