/**
 * One namespace in this process, without a server. A test tries rules and queries in microseconds and sets the clock.
 * An actor is an admin or has the `auth` that the rules see.
 */

import { describeUntried, figureOf } from "./coverage-report/figure";
import { type CommitResult, Database } from "./database";
import { ADMIN, type Actor } from "./database/actor";
import { parseQuery } from "./rest/query-parameters";
import type { Auth, RuleCoverage, Ruleset } from "./rules/ruleset";
import type { Scalar } from "./tree/node";
import { type Json, nodeFromJson, nodeToJson } from "./tree/json";
import { parsePath } from "./tree/path";

export { compileRules, formatProblem } from "./rules/ruleset";
export type { Json, RuleCoverage, Ruleset };

export interface InProcessOptions {
  readonly ruleset: Ruleset;
  readonly data: Json;
  /** Server time in Unix milliseconds. */
  readonly now: () => number;
}

export type As = "admin" | Auth;

/** A query as in REST. `orderBy` is `$key`, `$value`, `$priority` or a path below each child. */
export interface Query {
  readonly orderBy: string;
  readonly startAt?: Scalar | null;
  readonly startAfter?: Scalar | null;
  readonly endAt?: Scalar | null;
  readonly endBefore?: Scalar | null;
  readonly equalTo?: Scalar | null;
  readonly limitToFirst?: number;
  readonly limitToLast?: number;
}

export type ReadOutcome =
  | { readonly status: "ok"; readonly value: Json; readonly isIndexed: boolean }
  | { readonly status: "denied" };

export class InProcessDatabase {
  private constructor(private readonly database: Database) {}

  static open({ ruleset, data, now }: InProcessOptions): InProcessDatabase {
    return new InProcessDatabase(new Database({ ruleset, now, root: nodeFromJson(data, now()) }));
  }

  /** Returns another database with the same data and other rules. */
  under(ruleset: Ruleset): InProcessDatabase {
    const { database } = this;
    const options = { ruleset, now: () => database.now, root: database.snapshot };
    return new InProcessDatabase(new Database(options));
  }

  /** All stored data, as `format=export` shows it. */
  get data(): Json {
    return nodeToJson(this.database.snapshot, true);
  }

  set(path: string, value: Json, as: As): CommitResult["status"] {
    const write = { kind: "set", path: parsePath(path), value } as const;
    return this.database.commit(write, { actor: actorOf(as) }).status;
  }

  /** @param children by paths from the root */
  update(children: Readonly<Record<string, Json>>, as: As): CommitResult["status"] {
    const write = { kind: "merge", path: [], children } as const;
    return this.database.commit(write, { actor: actorOf(as) }).status;
  }

  /** @throws Error for a query that the documentation does not allow */
  read(path: string, query: Query | undefined, as: As): ReadOutcome {
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) search.set(name, JSON.stringify(value));
    }
    const params = parseQuery(search);
    if (typeof params === "string") throw new Error(params);
    const result = this.database.read(parsePath(path), params, actorOf(as));
    if (result.status === "denied") return result;
    const { node, missingIndex } = result;
    return { status: "ok", value: nodeToJson(node), isIndexed: missingIndex === undefined };
  }
}

function actorOf(as: As): Actor {
  return as === "admin" ? ADMIN : { isAdmin: false, auth: as };
}

/** Returns the percentage of the rules that were tried, and a line for each expression that was not. */
export function triedOf(ruleset: Ruleset): {
  readonly percent: number;
  readonly untried: readonly string[];
} {
  const { percent, untried } = figureOf(ruleset.coverage());
  return { percent, untried: untried.map(describeUntried) };
}
