import { Database, type DatabaseOptions } from "../../../src/database";
import { ADMIN, NOBODY } from "../../../src/database/actor";
import type { Change } from "../../../src/database/change";
import type { ResolvedChange } from "../../../src/database/write";
import { ALL, type QueryParams } from "../../../src/query/params";
import { OPEN_RULES } from "../../../src/rules/ruleset";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { formatPath, parsePath } from "../../../src/tree/path";
import { rulesetOf } from "../../../testing/rulesets";

const NOW = 1_700_000_000_000;
const FIRST_BY_N: QueryParams = {
  index: { kind: "child", path: ["n"] },
  limit: { count: 1, from: "first" },
};

function databaseOf(given: Json, options: Partial<DatabaseOptions> = {}): Database {
  const root = nodeFromJson(given, NOW);
  return new Database({ now: () => NOW, ruleset: OPEN_RULES, root, ...options });
}

function put(database: Database, path: string, value: Json): void {
  database.commit({ kind: "set", path: parsePath(path), value }, { actor: ADMIN });
}

function stored(database: Database): Json {
  return nodeToJson(database.snapshot, true);
}

/** Listens as an admin. @returns the received changes */
function listen(database: Database, path: string, params: QueryParams = ALL): unknown[] {
  const received: unknown[] = [];
  database.listen(parsePath(path), params, ADMIN, {
    onChange: ({ path, json, isMerge }) =>
      received.push([isMerge ? "merge" : "put", formatPath(path), JSON.parse(json)]),
    onRevoked: () => received.push("revoked"),
  });
  return received;
}

describe("commit", () => {
  it("check does not write", () => {
    const ruleset = rulesetOf({ a: { ".write": true } });
    const journal = (): void => void received.push("journal");
    const database = databaseOf(null, { ruleset, journal });
    const received = listen(database, "/");
    const write = (path: string) => ({ kind: "set", path: [path], value: 1 }) as const;
    expect(database.check(write("a"), { actor: NOBODY })).toEqual({ status: "ok" });
    expect(database.check(write("b"), { actor: NOBODY })).toMatchObject({ status: "denied" });
    expect([stored(database), received]).toEqual([null, []]);
  });
});

const plain = (changes: readonly ResolvedChange[]): readonly ResolvedChange[] =>
  changes.map(({ path, node }) => ({ path, node }));

describe("the journal", () => {
  it("is written before the data changes, then listeners are notified", () => {
    const order: unknown[] = [];
    const database: Database = databaseOf(
      { n: 1 },
      {
        journal: (changes, before) =>
          order.push(["journal", plain(changes), nodeToJson(before, true), stored(database)]),
      },
    );
    database.listen([], ALL, ADMIN, {
      onChange: () => order.push(["received", stored(database)]),
      onRevoked: () => order.push("revoked"),
    });
    put(database, "/n", 2);
    expect(order).toEqual([
      ["journal", [{ path: ["n"], node: 2 }], { n: 1 }, { n: 1 }],
      ["received", { n: 2 }],
    ]);
  });

  it("leaves everything unchanged if it fails", () => {
    const broken = new Error("the disk is full");
    let isFull = true;
    const database = databaseOf(
      { n: 1 },
      {
        journal: () => {
          if (isFull) throw broken;
        },
      },
    );
    const received = listen(database, "/");
    expect(() => put(database, "/n", 2)).toThrow(broken);
    expect([stored(database), received]).toEqual([{ n: 1 }, []]);
    isFull = false;
    put(database, "/n", 3);
    expect([stored(database), received]).toEqual([{ n: 3 }, [["put", "/n", 3]]]);
  });

  it("receives only changes, with server values resolved", () => {
    const written: unknown[] = [];
    const database = databaseOf(
      { a: 1, b: 1 },
      { journal: (changes) => written.push(plain(changes)) },
    );
    put(database, "/a", 1);
    database.commit(
      { kind: "merge", path: [], children: { a: 1, b: { ".sv": { increment: 1 } }, c: null } },
      { actor: ADMIN },
    );
    expect(written).toEqual([[{ path: ["b"], node: 2 }]]);
  });
});

describe("read", () => {
  it("uses a kept order that follows the data", () => {
    const ruleset = rulesetOf({ ".read": true, ".write": true, x: { ".indexOn": "n" } });
    const database = databaseOf({ x: { a: { n: 2 }, b: { n: 1 } } }, { ruleset });
    const first = (): unknown => {
      const result = database.read(["x"], FIRST_BY_N, NOBODY);
      return result.status === "ok" && nodeToJson(result.node);
    };
    expect(first()).toEqual({ b: { n: 1 } });
    put(database, "/x/c", { n: 0 });
    expect(first()).toEqual({ c: { n: 0 } });
    put(database, "/x/c/n", 9);
    put(database, "/x/b", null);
    expect(first()).toEqual({ a: { n: 2 } });
    put(database, "/", { x: { z: { n: 5 } } });
    expect(first()).toEqual({ z: { n: 5 } });
  });
});

describe("listeners", () => {
  it("of one query share its computed changes", () => {
    const database = databaseOf({ x: { a: 1 } });
    const changes: Change[] = [];
    const keep = { onChange: (change: Change) => changes.push(change), onRevoked: () => undefined };
    database.listen(["x"], ALL, ADMIN, keep);
    database.listen(["x"], ALL, NOBODY, keep);
    put(database, "/x/a", 2);
    expect(changes).toHaveLength(2);
    expect(changes[0]).toBe(changes[1]);
  });

  it("keep their window when other rules replace the orders", () => {
    const rules = { ".read": true, ".write": true, x: { ".indexOn": "n" } };
    const database = databaseOf({ x: { a: { n: 1 } } }, { ruleset: rulesetOf(rules) });
    const received = listen(database, "/x", FIRST_BY_N);
    database.setRuleset(rulesetOf(rules));
    put(database, "/x/b", { n: 0 });
    expect(received).toEqual([["merge", "/x", { a: null, b: { n: 0 } }]]);
  });
});
