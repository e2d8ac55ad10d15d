/** After any writes, the changes that a listener received add up to the data. */

import { Database } from "../../../src/database";
import { ADMIN } from "../../../src/database/actor";
import type { Change } from "../../../src/database/change";
import type { Listening } from "../../../src/database/listeners";
import { ALL, openKey, type QueryParams } from "../../../src/query/params";
import type { Index } from "../../../src/query/sort-index";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { type Node, nodeAt, type Scalar, withNodeAt } from "../../../src/tree/node";
import { parsePath, type Path } from "../../../src/tree/path";
import { fc } from "../../../testing/properties";
import { jsonOf, writesOf } from "../../support/trees";
import { rulesetOf } from "../../../testing/rulesets";

const INDEXES = [".value", "v", "v/w"];
const ruleset = rulesetOf({
  ".read": true,
  ".write": true,
  ".indexOn": INDEXES,
  $a: { ".indexOn": INDEXES, $b: { ".indexOn": INDEXES, $c: { ".indexOn": INDEXES } } },
});

const key = fc.constantFrom("a", "b", "v", "w", "1", "2");
const scalar = fc.constantFrom<Scalar[]>(false, true, 0, 1, 2, 3, "a", "b");
const path = fc.array(key, { maxLength: 3 });
const json = jsonOf(key, scalar);
const write = writesOf(key, json);

const INDEX = fc.constantFrom<Index[]>(
  { kind: "key" },
  { kind: "value" },
  { kind: "priority" },
  { kind: "child", path: ["v"] },
  { kind: "child", path: ["v", "w"] },
);

/** Returns queries by every index, with bounds and limits of every kind. */
const query = INDEX.chain((index): fc.Arbitrary<QueryParams> => {
  const bound = (edge: "start" | "end") =>
    fc
      .tuple(fc.oneof(fc.constant(null), scalar), fc.option(key), fc.boolean())
      .map(([value, name, isInclusive]) =>
        index.kind === "key"
          ? { value: null, key: name ?? "b", isInclusive }
          : { value, key: name ?? openKey(edge, isInclusive), isInclusive },
      );
  const limit = fc.record({
    count: fc.integer({ min: 1, max: 4 }),
    from: fc.constantFrom("first" as const, "last" as const),
  });
  return fc.record(
    { index: fc.constant(index), start: bound("start"), end: bound("end"), limit },
    { requiredKeys: ["index"] },
  );
});

const target = fc.record({ path, params: fc.oneof(fc.constant(ALL), query) });

/** A listener that computes its data only from received changes. */
class Follower {
  private local: Node = null;
  private readonly listening: Listening;
  /** Messages since the last check. */
  messages = 0;

  constructor(
    private readonly database: Database,
    readonly path: Path,
    readonly params: QueryParams,
  ) {
    const result = database.listen(path, params, ADMIN, {
      onChange: (change) => this.learn(change),
      onRevoked: () => {
        throw new Error("an admin lost a right");
      },
    });
    if (result.status !== "ok") throw new Error("an admin was denied");
    this.listening = result.listening;
    this.local = withNodeAt(null, path, this.listening.node);
  }

  private learn(change: Change): void {
    this.messages += 1;
    const received = JSON.parse(change.json) as Json;
    const values = change.isMerge
      ? Object.entries(received as Record<string, Json>)
      : [["", received]];
    // The database applies values of an update before removals.
    values.sort(([, a], [, b]) => Number(a === null) - Number(b === null));
    for (const [at, value] of values as [string, Json][]) {
      this.local = withNodeAt(
        this.local,
        [...change.path, ...parsePath(at)],
        nodeFromJson(value, 0),
      );
    }
  }

  get received(): Json {
    return nodeToJson(nodeAt(this.local, this.path), true);
  }

  get read(): Json {
    const result = this.database.read(this.path, this.params, ADMIN);
    if (result.status !== "ok") throw new Error("an admin was denied");
    return nodeToJson(result.node, true);
  }

  stop(): void {
    this.listening.stop();
  }
}

it("receive every change in one message per write, and none without a change", () => {
  fc.assert(
    fc.property(
      json,
      fc.array(target, { minLength: 1, maxLength: 6 }),
      fc.array(write, { maxLength: 25 }),
      (given, targets, writes) => {
        const database = new Database({ now: () => 0, ruleset, root: nodeFromJson(given, 0) });
        const followers = targets.map(({ path, params }) => new Follower(database, path, params));
        for (const written of writes) {
          const before = followers.map(({ read }) => JSON.stringify(read));
          database.commit(written, { actor: ADMIN });
          for (const [position, follower] of followers.entries()) {
            expect(follower.received).toEqual(follower.read);
            const changed = before[position] !== JSON.stringify(follower.read);
            expect(follower.messages).toBe(changed ? 1 : 0);
            follower.messages = 0;
          }
        }
        const [first] = followers;
        first?.stop();
        database.commit({ kind: "set", path: [], value: { last: 1 } }, { actor: ADMIN });
        expect(first?.messages).toBe(0);
      },
    ),
  );
});
