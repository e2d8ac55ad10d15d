/** REST requests to a test's database, and operations of an administrator, which bypass the rules. */

import type { Json } from "../../cases/rules-matrix/case";
import type { TestDatabase } from "../database";

export interface Request {
  readonly method: "GET" | "PUT" | "PATCH" | "DELETE";
  /** Without `.json`. "" is the root. */
  readonly path: string;
  readonly search?: Readonly<Record<string, string>>;
  /** A JSON Web Token, or `owner` for an administrator. */
  readonly token?: string;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export async function send(database: TestDatabase, request: Request): Promise<Answer> {
  const { method, path, search, token, body } = request;
  const { host, port, namespace } = database;
  const url = new URL(`http://${host}:${port}/${path}.json`);
  url.search = new URLSearchParams({ ns: namespace, ...search }).toString();
  const response = await fetch(url, {
    method,
    ...(token !== undefined && { headers: { Authorization: `Bearer ${token}` } }),
    ...(body !== undefined && { body }),
  });
  return { status: response.status, text: await response.text() };
}

async function administer(database: TestDatabase, request: Request): Promise<void> {
  const { status, text } = await send(database, { ...request, token: "owner" });
  if (status !== 200) throw new Error(`unexpected answer ${status}: ${text}`);
}

export async function loadRules(database: TestDatabase, rules: string): Promise<void> {
  await administer(database, { method: "PUT", path: ".settings/rules", body: rules });
}

/** Replaces all data by `data`, and then writes the given paths. */
export async function reset(
  database: TestDatabase,
  data: Json,
  given?: Readonly<Record<string, Json>>,
): Promise<void> {
  await administer(database, { method: "PUT", path: "", body: JSON.stringify(data) });
  if (given !== undefined) {
    await administer(database, { method: "PATCH", path: "", body: JSON.stringify(given) });
  }
}
