/**
 * The database that a suite runs against: the one that FIREBASE_DATABASE_EMULATOR_HOST names, or else an embedded one
 * on a free port that lives as long as the suite.
 */

import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { start } from "../../emulator/src/index";

/** The shipped rules, as they are in the repository. */
export const RULES = readFileSync(join(__dirname, "../../database.rules.json"), "utf8");

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
