/** The databases of an emulator by name. A database is created when a client first names it. */

import { Database, type DatabaseOptions } from "./database";
import { getOrInsert } from "./tree/get-or-insert";

export type DatabaseFactory = (name: string) => DatabaseOptions;

/** The name that Google's emulator uses. Source: https://github.com/firebase/firebase-tools/issues/2552 */
const UNNAMED = "fake-server";

export class Namespaces {
  private readonly databases = new Map<string, Database>();
  private firstWithRules: string | undefined;

  /**
   * @param givenDefault for clients that do not name a database; by default the first database that got rules, else the
   * first database
   */
  constructor(
    private readonly optionsFor: DatabaseFactory,
    readonly givenDefault?: string | undefined,
  ) {}

  /**
   * Returns the namespace of `?ns=`, of a host such as `demo.firebaseio.com`, or the default. Returns undefined if the
   * name is not valid.
   */
  nameFor(search: URLSearchParams, host: string | undefined): string | undefined {
    // An SDK whose URL names no namespace sends an empty one.
    const name = search.get("ns") || firstLabel(host) || this.defaultName;
    return isNamespace(name) ? name : undefined;
  }

  private get defaultName(): string {
    const [first = UNNAMED] = this.databases.keys();
    return this.givenDefault ?? this.firstWithRules ?? first;
  }

  /**
   * Remembers the first database that got rules: firebase-tools loads them for the project's own database, even if
   * others were imported or stored before.
   */
  rulesLoaded(name: string): void {
    this.firstWithRules ??= name;
  }

  get names(): readonly string[] {
    return [...this.databases.keys()].sort();
  }

  get(name: string): Database {
    return getOrInsert(this.databases, name, () => new Database(this.optionsFor(name)));
  }
}

/** Allows the names of the hosted service's instances, and names that are common for emulators. */
const NAMESPACE = /^[a-z0-9](?:[a-z0-9_-]{0,98}[a-z0-9])?$/i;

export function isNamespace(name: string): boolean {
  return NAMESPACE.test(name);
}

function firstLabel(host: string | undefined): string | undefined {
  const name = host?.replace(/:\d+$/, "") ?? "";
  const isAddress = name.startsWith("[") || /^[\d.]+$/.test(name);
  const [label, ...domain] = name.split(".");
  return isAddress || domain.length === 0 ? undefined : label;
}
