/** The database of the bench: the embedded one, or the one that FIREBASE_DATABASE_EMULATOR_HOST names. */

import { readFileSync } from "node:fs";
import { startDatabase } from "../../scripts/stack/database.ts";
import { fromRoot, NAMESPACE } from "../../scripts/stack/project.ts";
import { StackError } from "../../scripts/stack/stack-error.ts";
import { DIRECT_NAMESPACE, seed } from "../load/readings.ts";
import { RULES as DIRECT_RULES } from "../rivals/direct.ts";

export interface BenchDatabase {
  /** `host:port` */
  readonly address: string;
  readonly name: string;
  stop(): Promise<void>;
}

/** Sensors in one request when they are registered. */
const CHUNK = 10_000;

/** Starts it where that is needed, loads the rules and registers so many sensors. */
export async function openDatabase(sensors: number): Promise<BenchDatabase> {
  const given = process.env["FIREBASE_DATABASE_EMULATOR_HOST"];
  const started = given === undefined ? await startDatabase({ port: 0 }) : undefined;
  const address = given ?? started?.address ?? "";
  const put = writer(address);
  await put(
    "PUT",
    NAMESPACE,
    ".settings/rules",
    readFileSync(fromRoot("database.rules.json"), "utf8"),
  );
  await put("PUT", DIRECT_NAMESPACE, ".settings/rules", JSON.stringify(DIRECT_RULES));
  const { registeredSensors = {}, ...others } = seed(sensors);
  await put("PATCH", NAMESPACE, "", JSON.stringify(others));
  const registrations = Object.entries(registeredSensors);
  for (let from = 0; from < registrations.length; from += CHUNK) {
    const chunk = Object.fromEntries(registrations.slice(from, from + CHUNK));
    await put("PATCH", NAMESPACE, "registeredSensors", JSON.stringify(chunk));
  }
  return {
    address,
    name: given === undefined ? "the embedded database" : `the database at ${given}`,
    stop: async () => {
      await started?.process.stop();
    },
  };
}

function writer(
  address: string,
): (method: string, namespace: string, path: string, body: string) => Promise<void> {
  return async (method, namespace, path, body) => {
    const url = `http://${address}/${path}.json?ns=${namespace}&print=silent`;
    const headers = { Authorization: "Bearer owner" };
    const response = await fetch(url, { method, headers, body });
    if (!response.ok) throw new StackError(`${method} ${url} answered ${await response.text()}`);
  };
}
