/** The database over REST, with administrator rights, which bypass the rules. */

import { DATABASE_ADDRESS, NAMESPACE } from "./addresses";

export type Json = null | string | number | boolean | Json[] | { [key: string]: Json };

export interface DatabaseClient {
  readonly namespace: string;
  /** @param path without a leading slash. Segments are escaped here */
  get(path: string): Promise<Json>;
  put(path: string, value: unknown): Promise<void>;
  /** Writes many paths at once. Paths are relative to the root. */
  patch(values: Readonly<Record<string, unknown>>): Promise<void>;
  remove(path: string): Promise<void>;
  loadRules(rules: object): Promise<void>;
}

/** Without this parameter, the answer to a write repeats the written data. */
const SILENT = "&print=silent";

export function databaseClient(
  namespace: string = NAMESPACE,
  address: string = DATABASE_ADDRESS,
): DatabaseClient {
  const call = async (method: string, path: string, body?: unknown, more = ""): Promise<Json> => {
    const escaped = path.split("/").map(encodeURIComponent).join("/");
    const url = `http://${address}/${escaped}.json?ns=${namespace}${more}`;
    const response = await fetch(url, {
      method,
      // A kept connection could be closed just when it is used again, after a minute of other tests.
      headers: { Authorization: "Bearer owner", Connection: "close" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.ok) return text === "" ? null : (JSON.parse(text) as Json);
    throw new Error(`${method} ${url} answered ${response.status} ${text}`);
  };
  return {
    namespace,
    get: (path) => call("GET", path),
    put: (path, value) => call("PUT", path, value, SILENT).then(withoutResult),
    patch: (values) => call("PATCH", "", values, SILENT).then(withoutResult),
    remove: (path) => call("DELETE", path).then(withoutResult),
    loadRules: (rules) => call("PUT", ".settings/rules", rules).then(withoutResult),
  };
}

function withoutResult(): void {
  // A write has no result.
}
