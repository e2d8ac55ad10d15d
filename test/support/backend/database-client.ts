/** The database over REST, as its owner: no rule applies. */

import { DATABASE_ADDRESS, NAMESPACE } from "./addresses";

export type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

export interface DatabaseClient {
  readonly namespace: string;
  /** @param path without a slash in front; each segment is escaped here */
  get(path: string): Promise<Json>;
  put(path: string, value: unknown): Promise<void>;
  /** Writes many places at once; their paths are relative to the root. */
  patch(values: Readonly<Record<string, unknown>>): Promise<void>;
  remove(path: string): Promise<void>;
  loadRules(rules: object): Promise<void>;
}

export function databaseClient(
  namespace: string = NAMESPACE,
  address: string = DATABASE_ADDRESS,
): DatabaseClient {
  const call = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const escaped = path.split("/").map(encodeURIComponent).join("/");
    const url = `http://${address}/${escaped}.json?ns=${namespace}`;
    const response = await fetch(url, {
      method,
      headers: { Authorization: "Bearer owner" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as Json;
    throw new Error(`${method} ${url} answered ${response.status} ${text}`);
  };
  return {
    namespace,
    get: (path) => call("GET", path),
    put: (path, value) => call("PUT", path, value).then(nothing),
    patch: (values) => call("PATCH", "", values).then(nothing),
    remove: (path) => call("DELETE", path).then(nothing),
    loadRules: (rules) => call("PUT", ".settings/rules", rules).then(nothing),
  };
}

function nothing(): void {
  // What the database answers to a write is what was sent.
}
