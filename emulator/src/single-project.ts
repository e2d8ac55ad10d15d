/**
 * Databases that somebody uses by mistake, each logged once: they have no rules, while the project's own has some.
 * firebase-tools loads the rules of a `demo-` project for `<project>-default-rtdb`, but gives functions the database
 * `<project>`. Elsewhere a client's `databaseURL` may name another database.
 */

import type { Namespaces } from "./namespaces";
import { OPEN_RULES } from "./rules/ruleset";
import type { Triggers } from "./triggers/triggers";

/** Clients that load rules of their own, such as tests of rules, have done so by then. */
const INTERVAL_MS = 1_000;
const DEFAULT_SUFFIX = "-default-rtdb";

export interface SingleProjectOptions {
  readonly namespaces: Namespaces;
  /** Undefined where no functions emulator is known. */
  readonly triggers: Triggers | undefined;
  /** `DATABASE_URL`, which firebase-tools takes for functions. */
  readonly functionsDatabaseUrl: string | undefined;
  /** The single project mode of firebase-tools; without it only the database of functions is looked at. */
  readonly isSingleProject: boolean;
  readonly log: (line: string) => void;
}

export class SingleProject {
  /** Belong to earlier runs, and are left alone. */
  private readonly earlier: ReadonlySet<string>;
  private readonly logged = new Set<string>();
  private fresh: ReadonlyMap<string, string> = new Map();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: SingleProjectOptions) {
    this.earlier = new Set(options.namespaces.names);
  }

  start(): void {
    const { triggers, isSingleProject } = this.options;
    if (triggers === undefined && !isSingleProject) return;
    this.timer = setInterval(() => {
      const problems = this.problems();
      for (const [name, line] of problems) if (this.fresh.has(name)) this.log(name, line);
      this.fresh = problems;
    }, INTERVAL_MS);
    this.timer.unref();
  }

  /** A suite may have run for a moment only. */
  close(): void {
    clearInterval(this.timer);
    for (const [name, line] of this.problems()) this.log(name, line);
  }

  /**
   * What keeps somebody who looks in a namespace from seeing what functions do. `isWaiting` where the absence of events
   * would be taken for their end.
   */
  warningFor(namespace: string, isWaiting: boolean): string | undefined {
    const { triggers } = this.options;
    if (triggers === undefined) return undefined;
    if (namespace.endsWith(DEFAULT_SUFFIX)) {
      const project = namespace.slice(0, -DEFAULT_SUFFIX.length);
      const problem = this.problems().get(project);
      if (problem !== undefined) return this.log(project, problem);
    }
    const { registered } = triggers;
    if (!isWaiting || registered.length === 0 || triggers.statusIn(namespace).length > 0) {
      return undefined;
    }
    const others = [...new Set(registered.map(({ instanceText }) => instanceText))].sort();
    const line = `No function listens in the database ${namespace}. Functions listen in ${others.join(", ")}.`;
    return this.log(line, line);
  }

  /** What is wrong with which namespace. */
  private problems(): ReadonlyMap<string, string> {
    const { namespaces, triggers, functionsDatabaseUrl = "", isSingleProject } = this.options;
    const ruled = namespaces.names.filter((name) => namespaces.get(name).ruleset !== OPEN_RULES);
    const problems = new Map<string, string>();
    // The command's own rules come first.
    if (ruled.length === 0) return problems;
    const used = namespaces.names.filter((name) => !this.earlier.has(name));
    const listened = (triggers?.registered ?? [])
      .filter(({ instance }) => instance.kind === "key")
      .map(({ instanceText }) => instanceText);
    for (const name of [...used, ...listened]) {
      if (ruled.includes(name)) continue;
      const own = `${name}${DEFAULT_SUFFIX}`;
      const isOfFunctions = triggers !== undefined && !functionsDatabaseUrl.includes(own);
      if (isOfFunctions && ruled.includes(own)) problems.set(name, otherDatabase(name, own));
      else if (isSingleProject) problems.set(name, noRules(name, ruled));
    }
    return problems;
  }

  private log(key: string, line: string): string {
    if (!this.logged.has(key)) this.options.log(line);
    this.logged.add(key);
    return line;
  }
}

function otherDatabase(name: string, own: string): string {
  return (
    `Functions use the database ${name}, but the rules are for ${own}: what is written in one is not in the other. ` +
    `Start with DATABASE_URL=https://${own}.firebaseio.com, and functions use ${own}.`
  );
}

function noRules(name: string, ruled: readonly string[]): string {
  return (
    `The namespace ${name} has no rules, so everything is allowed there, unlike in ${ruled.join(", ")}. ` +
    `Compare the databaseURL of clients, and DATABASE_URL for functions, or set "singleProjectMode": false in firebase.json.`
  );
}
