/**
 * Warns once of each database that is probably used by mistake: it has no rules, but the project's own database has.
 * firebase-tools loads the rules of a `demo-` project for `<project>-default-rtdb`, but gives functions the database
 * `<project>`. In other projects a client's `databaseURL` may name another database.
 */

import type { Namespaces } from "./namespaces";
import { OPEN_RULES } from "./rules/ruleset";
import type { Triggers } from "./triggers/triggers";

/** Clients that load their own rules, such as tests of rules, do so within this time. */
const INTERVAL_MS = 1_000;
const DEFAULT_SUFFIX = "-default-rtdb";

export interface SingleProjectOptions {
  readonly namespaces: Namespaces;
  /** Undefined without a functions emulator. */
  readonly triggers: Triggers | undefined;
  /** `DATABASE_URL`, which firebase-tools passes to functions. */
  readonly functionsDatabaseUrl: string | undefined;
  /** The single project mode of firebase-tools. Without it, only the database of functions is checked. */
  readonly isSingleProject: boolean;
  readonly log: (line: string) => void;
}

export class SingleProject {
  /** Databases of earlier runs, which are not checked. */
  private readonly earlier: ReadonlySet<string>;
  private readonly logged = new Set<string>();
  private lastProblems: ReadonlyMap<string, string> = new Map();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: SingleProjectOptions) {
    this.earlier = new Set(options.namespaces.names);
  }

  start(): void {
    const { triggers, isSingleProject } = this.options;
    if (triggers === undefined && !isSingleProject) return;
    this.timer = setInterval(() => {
      const problems = this.problems();
      for (const [name, line] of problems) if (this.lastProblems.has(name)) this.log(name, line);
      this.lastProblems = problems;
    }, INTERVAL_MS);
    this.timer.unref();
  }

  /** Checks once more, because a suite may have run for only a moment. */
  close(): void {
    clearInterval(this.timer);
    for (const [name, line] of this.problems()) this.log(name, line);
  }

  /**
   * Returns a warning if functions use another database than `namespace`, so their work is not visible in it. With
   * `isWaiting`, also if no function listens there: a caller would take the missing events for finished events.
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

  /** Returns the problems by namespace. */
  private problems(): ReadonlyMap<string, string> {
    const { namespaces, triggers, functionsDatabaseUrl = "", isSingleProject } = this.options;
    const ruled = namespaces.names.filter((name) => namespaces.get(name).ruleset !== OPEN_RULES);
    const problems = new Map<string, string>();
    // firebase-tools may not have loaded the project's rules yet.
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
    `Functions use the database ${name}, but the rules are for ${own}. Data written to one database is not in the ` +
    `other. Start with DATABASE_URL=https://${own}.firebaseio.com so that functions use ${own}.`
  );
}

function noRules(name: string, ruled: readonly string[]): string {
  return (
    `The namespace ${name} has no rules, so everything is allowed there, unlike in ${ruled.join(", ")}. ` +
    `Check the databaseURL of clients and DATABASE_URL for functions, or set "singleProjectMode": false in firebase.json.`
  );
}
