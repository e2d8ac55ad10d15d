/** The databases of an emulator by name; one comes into being when it is first named. */

import { Database, type DatabaseOptions } from "./database";

export type DatabaseFactory = (name: string) => DatabaseOptions;

export class Namespaces {
  private readonly databases = new Map<string, Database>();

  constructor(private readonly optionsFor: DatabaseFactory) {}

  get names(): readonly string[] {
    return [...this.databases.keys()].sort();
  }

  get(name: string): Database {
    let database = this.databases.get(name);
    if (database === undefined) {
      database = new Database(this.optionsFor(name));
      this.databases.set(name, database);
    }
    return database;
  }
}

/** What a namespace may be called: as the hosted service's instances, and what emulators are commonly given. */
const NAMESPACE = /^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9])?$/i;

export function isNamespace(name: string): boolean {
  return NAMESPACE.test(name);
}

/** The namespace of `?ns=`, of a host such as `demo.firebaseio.com`, or the default; undefined without a valid one. */
export function namespaceOf(
  search: URLSearchParams,
  host: string | undefined,
  defaultNamespace: string | undefined,
): string | undefined {
  const name = search.get("ns") ?? firstLabel(host) ?? defaultNamespace;
  return name !== undefined && isNamespace(name) ? name : undefined;
}

function firstLabel(host: string | undefined): string | undefined {
  const name = host?.replace(/:\d+$/, "") ?? "";
  const isAddress = name.startsWith("[") || /^[\d.]+$/.test(name);
  const [label, ...domain] = name.split(".");
  return isAddress || domain.length === 0 ? undefined : label;
}
