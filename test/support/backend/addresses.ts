/** Addresses of the backend under test. `npm test` puts them into the environment. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";

export { freePort } from "rtdb-emulator/testing/free-port";

export const HOST = "127.0.0.1";
export const ROOT = join(__dirname, "../../..");

/** `host:port` of the database. */
export const DATABASE_ADDRESS = fromEnvironment("FIREBASE_DATABASE_EMULATOR_HOST");
/** URL of the functions emulator, without `/sensorData` and `/reportIp`. */
export const FUNCTIONS_URL = fromEnvironment("FUNCTIONS_URL");
/** The database instance with the shipped rules. */
export const NAMESPACE = "demo-farm-default-rtdb";

export function fromEnvironment(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is not set: run these tests with \`npm test -- test/e2e\`.`);
}

/** Returns the key of the key-in-body variant on the functions emulator. */
export function emulatorSensorKey(): string {
  const { SENSOR_API_KEY: key } = parseEnv(
    readFileSync(join(ROOT, "functions/.secret.local"), "utf8"),
  );
  if (key === undefined) throw new Error("functions/.secret.local has no SENSOR_API_KEY");
  return key;
}
