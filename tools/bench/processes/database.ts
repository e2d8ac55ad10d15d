/**
 * Opens the database of the bench: the embedded one, or the one that
 * FIREBASE_DATABASE_EMULATOR_HOST names.
 */

import { readFileSync } from "node:fs";
import { AS_OWNER, request } from "../../dev/demo/demo.ts";
import { startDatabase } from "../../dev/stack/database.ts";
import { fromRoot, NAMESPACE } from "../../dev/stack/project.ts";
import { seed } from "../load/readings.ts";

export interface BenchDatabase {
  /** `host:port` */
  readonly address: string;
  readonly name: string;
  stop(): Promise<void>;
}

/** Starts the database if none is given, loads the project's rules and registers the sensors. */
export async function openDatabase(): Promise<BenchDatabase> {
  const given = process.env["FIREBASE_DATABASE_EMULATOR_HOST"];
  const started = given === undefined ? await startDatabase() : undefined;
  const address = given ?? started?.address ?? "";
  await setRules(address, readFileSync(fromRoot("database.rules.json"), "utf8"));
  await write("PATCH", address, "", JSON.stringify(seed()));
  return {
    address,
    name: given === undefined ? "the embedded database" : `the database at ${given}`,
    stop: async () => {
      await started?.process.stop();
    },
  };
}

export function setRules(address: string, rules: string): Promise<void> {
  return write("PUT", address, ".settings/rules", rules);
}

/** Writes as an administrator. @param body JSON */
export async function write(
  method: "PUT" | "PATCH",
  address: string,
  path: string,
  body: string,
): Promise<void> {
  const url = `http://${address}/${path}.json?ns=${NAMESPACE}&print=silent`;
  await request(url, { method, headers: AS_OWNER, body });
}
