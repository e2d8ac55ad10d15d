import { Database, type DatabaseOptions } from "../../../src/database";
import { ADMIN } from "../../../src/database/actor";
import { type ResolvedChange, resolveWrite, type Write } from "../../../src/database/write";
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

describe("listeners", () => {
  it("keep their window when other rules replace the orders", () => {
    const rules = { ".read": true, ".write": true, x: { ".indexOn": "n" } };
    const database = databaseOf({ x: { a: { n: 1 } } }, { ruleset: rulesetOf(rules) });
    const received = listen(database, "/x", FIRST_BY_N);
    database.setRuleset(rulesetOf(rules));
    put(database, "/x/b", { n: 0 });
    expect(received).toEqual([["merge", "/x", { a: null, b: { n: 0 } }]]);
  });
});

const merge = (path: string, children: Record<string, Json>): Write => ({
  kind: "merge",
  path: parsePath(path),
  children,
});

describe("the changes of a write", () => {
  it("are values first, then removals, then priorities", () => {
    const write = merge("/x", { ".priority": 1, a: null, b: 2, "c/.priority": 3, "d/e": null });
    const resolved = resolveWrite(write, null, NOW);
    expect(resolved.ok && resolved.changes.map(({ path }) => formatPath(path))).toEqual([
      "/x/b",
      "/x/a",
      "/x/d/e",
      "/x/.priority",
      "/x/c/.priority",
    ]);
  });

  it.each<[Record<string, Json>, string]>([
    [{ "": 1, a: 2 }, "the path /x is an ancestor of /x/a in one update"],
    [{ a: 1, "a/.priority": 2 }, "the path /x/a is an ancestor of /x/a/.priority in one update"],
    [
      { "a/.priority": 1, "a/.priority/b": 1 },
      'the key ".priority" contains one of . $ # [ ] / or a control character',
    ],
    [{ ["a/".repeat(31)]: { b: 1 } }, "the data is deeper than 32 levels"],
  ])("are none for %j", (children, problem) => {
    const resolved = resolveWrite(merge("/x", children), null, NOW);
    expect(resolved).toEqual({ ok: false, problem });
  });
});
