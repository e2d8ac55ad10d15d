/**
 * One namespace in this process, without a server. A test tries rules and queries in microseconds and sets the clock.
 * An actor is an admin or has the `auth` that the rules see.
 */

import { describeUntried, figureOf } from "./coverage-report/figure";
import type { CommitResult, Database, DatabaseOptions } from "./database";
import { ADMIN, type Actor } from "./database/actor";
import { Namespaces } from "./namespaces";
import { RestHandler } from "./rest/handler";
import { parseQuery } from "./rest/query-parameters";
import { errorReply } from "./rest/reply";
import { parseTarget } from "./rest/request";
import type { Auth, RuleCoverage, Ruleset } from "./rules/ruleset";
import type { Scalar } from "./tree/node";
import { type Json, nodeFromJson, nodeToJson } from "./tree/json";
import { stringifyJson } from "./tree/json-text";
import { parsePath } from "./tree/path";
import { createPushIds } from "./tree/push-id";

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

/** A request of the REST interface, with its query and its credentials. */
export interface RestExchange {
  readonly method: string;
  /** The path and the query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The only namespace. */
const NAME = "in-process";

export class InProcessDatabase {
  private readonly namespaces: Namespaces;
  private readonly database: Database;
  /** Created at the first REST request, because tests of rules open a database for each case. */
  private rest: RestHandler | undefined;

  private constructor(private readonly options: DatabaseOptions) {
    this.namespaces = new Namespaces(() => options, NAME);
    this.database = this.namespaces.get(NAME);
  }

  static open({ ruleset, data, now }: InProcessOptions): InProcessDatabase {
    return new InProcessDatabase({ ruleset, now, root: nodeFromJson(data, now()) });
  }

  /** Returns another database with the same data and other rules. */
  under(ruleset: Ruleset): InProcessDatabase {
    const { database } = this;
    return new InProcessDatabase({ ruleset, now: () => database.now, root: database.snapshot });
  }

  /** Answers a REST request as the server does. Event streams need a server. */
  async answer({ method, target, headers, body = "" }: RestExchange): Promise<{
    readonly status: number;
    readonly body: string;
  }> {
    const request = { ...parseTarget(method, target, headers), headers, response: undefined };
    this.rest ??= new RestHandler({
      namespaces: this.namespaces,
      now: this.options.now,
      createPushId: createPushIds(Math.random),
    });
    const reply = await this.rest.answer({ ...request, body: [Buffer.from(body)] });
    const { status, body: answer } = reply ?? errorReply(400, "The request broke off.");
    return { status, body: typeof answer === "string" ? answer : [...answer].join("") };
  }

  /** Returns why the rules would deny an update now; undefined if they allow it. */
  explain(children: Readonly<Record<string, Json>>, as: As): string | undefined {
    const write = { kind: "merge", path: [], children } as const;
    const result = this.database.check(write, { actor: actorOf(as) });
    return result.status === "denied" ? (result.reason ?? "denied") : undefined;
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
      if (value !== undefined) search.set(name, stringifyJson(value));
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
