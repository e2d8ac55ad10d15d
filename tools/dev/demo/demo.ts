/** Puts the demo farm into the emulators: its data, its people, and the secret of the key-in-body variant. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { demoData } from "./demo-data.ts";
import { FARM_ID, PEOPLE } from "./demo-farm.ts";
import { HOST } from "../processes/ports.ts";
import type { Ports } from "../processes/ports.ts";
import { fromRoot, NAMESPACE, PROJECT } from "../stack/project.ts";
import { StackError } from "../processes/stack-error.ts";

/** The headers of an administrator of the emulators. */
export const AS_OWNER = { Authorization: "Bearer owner", "Content-Type": "application/json" };
const SECRET_FILE = fromRoot("functions/.secret.local");
const SECRET_NAME = "SENSOR_API_KEY";

/** @param authAddress `host:port` of the auth emulator */
export function accountsUrl(authAddress: string): string {
  return `http://${authAddress}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;
}

/** Loads the demo data unless the database has data already. @returns whether it was loaded */
export async function loadDemoData(databaseAddress: string, now: number): Promise<boolean> {
  const url = `http://${databaseAddress}/.json?ns=${NAMESPACE}`;
  const present = await request(`${url}&shallow=true`, { headers: AS_OWNER });
  if ((await present.json()) !== null) return false;
  const body = JSON.stringify(demoData(now));
  await request(`${url}&print=silent`, { method: "PUT", headers: AS_OWNER, body });
  return true;
}

/** Whether the database has the demo farm. It may have been deleted, or never loaded. */
export async function hasDemoFarm(databaseAddress: string): Promise<boolean> {
  const url = `http://${databaseAddress}/farms/${FARM_ID}/name.json?ns=${NAMESPACE}`;
  const name = await request(url, { headers: AS_OWNER });
  return (await name.json()) !== null;
}

/** Adds the demo people to the auth emulator, if they are missing. */
export async function addPeople({ auth }: Pick<Ports, "auth">, host: string = HOST): Promise<void> {
  for (const { uid, email, password, displayName } of PEOPLE) {
    const account = { localId: uid, email, password, displayName, emailVerified: true };
    await postAccount(`${host}:${auth}`, account);
  }
}

/**
 * Adds an account to the auth emulator, as its administrator.
 * @param verb another action, such as `:delete`
 * @returns what the emulator answers
 */
export async function postAccount(address: string, account: object, verb = ""): Promise<unknown> {
  const init = { method: "POST", headers: AS_OWNER, body: JSON.stringify(account) };
  return (await request(`${accountsUrl(address)}${verb}`, init)).json();
}

/** @throws StackError when the response is not a success */
export async function request(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.ok) return response;
  throw new StackError(`${init.method ?? "GET"} ${url} answered ${await response.text()}`);
}

/** The keys in the secret of the key-in-body variant: one or two, the newer one first. */
export function sensorKeys(secret: string): readonly string[] {
  return secret.split(/[\s,]+/).filter((key) => key !== "");
}

/** The secret in functions/.secret.local, which is created if it is missing. */
export function demoSecret(): string {
  if (!existsSync(SECRET_FILE)) {
    writeFileSync(SECRET_FILE, `${SECRET_NAME}=demo-key-of-all-sensors\n`);
  }
  const value = parseEnv(readFileSync(SECRET_FILE, "utf8"))[SECRET_NAME];
  if (value) return value;
  throw new StackError(
    `${SECRET_FILE} has no line ${SECRET_NAME}=…: add one, or delete the file to have it written again.`,
  );
}
