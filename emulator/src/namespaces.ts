/** The databases of an emulator by name; each is created when it is first named. */

import { Database, type DatabaseOptions } from "./database";
import { getOrInsert } from "./tree/get-or-insert";

export type DatabaseFactory = (name: string) => DatabaseOptions;

/** As Google's emulator calls it. Source: https://github.com/firebase/firebase-tools/issues/2552 */
const UNNAMED = "fake-server";

export class Namespaces {
  private readonly databases = new Map<string, Database>();
  private firstWithRules: string | undefined;

  /** @param givenDefault for clients that name none; by default the first that got rules, else the first of all */
  constructor(
    private readonly optionsFor: DatabaseFactory,
    readonly givenDefault?: string | undefined,
  ) {}

  /**
   * The namespace of `?ns=`, of a host such as `demo.firebaseio.com`, or the default; undefined where it cannot be one.
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

  /** firebase-tools loads the rules of the project's own database, whatever was imported or kept before. */
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

/** What a namespace may be called: as the hosted service's instances, and what emulators are commonly given. */
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
