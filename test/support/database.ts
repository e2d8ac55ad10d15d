/**
 * The database that a suite runs against: the one that FIREBASE_DATABASE_EMULATOR_HOST names, or else an embedded one
 * on a free port that lives as long as the suite.
 */

import { randomUUID } from "node:crypto";
import { start } from "../../emulator/src/index";

export { RULES } from "./shipped-rules";

export interface TestDatabase {
  readonly host: string;
  readonly port: number;
  /** Used only by this suite, so that suites can run side by side. */
  readonly namespace: string;
  close(): Promise<void>;
}

export async function openTestDatabase(): Promise<TestDatabase> {
  const namespace = `test-${randomUUID()}`;
  const given = process.env["FIREBASE_DATABASE_EMULATOR_HOST"];
  if (given !== undefined && given !== "") {
    const { hostname, port } = new URL(`http://${given}`);
    return { host: hostname, port: Number(port), namespace, close: () => Promise.resolve() };
  }
  const emulator = await start({ port: 0 });
  return { host: emulator.host, port: emulator.port, namespace, close: () => emulator.stop() };
}
