import { KeptOrder, orderChildren } from "../../../../emulator/src/query/ordered-children";
import type { QueryParams } from "../../../../emulator/src/query/params";
import { openKey } from "../../../../emulator/src/query/params";
import { comparePositions, sortValueOf } from "../../../../emulator/src/query/sort-index";
import type { Index, Position } from "../../../../emulator/src/query/sort-index";
import { nodeFromShown, selectChildren, Window } from "../../../../emulator/src/query/window";
import { nodeFromJson, nodeToJson } from "../../../../emulator/src/tree/json";
import type { Json } from "../../../../emulator/src/tree/json";
import { childOf, childrenOf, withChild } from "../../../../emulator/src/tree/node";
import type { Node } from "../../../../emulator/src/tree/node";
import { fc } from "../../../support/properties";

/** What a query shows, worked out the plain way: sort all, keep the range, cut to the limit. */
function plainResult(node: Node, { index, start, end, limit }: QueryParams): string[] {
  const positions: Position[] = Array.from(childrenOf(node), ([key, child]) => ({
    value: sortValueOf(index, child),
    key,
  }));
  const isAfter = (position: Position): boolean =>
    start === undefined || comparePositions(position, start) > (start.isInclusive ? -1 : 0);
  const isBefore = (position: Position): boolean =>
    end === undefined || comparePositions(position, end) < (end.isInclusive ? 1 : 0);
  const keys = positions
    .sort(comparePositions)
    .filter((position) => isAfter(position) && isBefore(position))
    .map(({ key }) => key);
  if (limit === undefined) return keys;
  return limit.from === "first" ? keys.slice(0, limit.count) : keys.slice(-limit.count);
}

const keys = fc.constantFrom("0", "1", "2", "10", "01", "a", "b", "c", "-N1", "zz");
const scalar = fc.constantFrom<(string | number | boolean)[]>(
  false,
  true,
  -1,
  0,
  1,
  2,
  "",
  "a",
  "b",
);
const child: fc.Arbitrary<Json> = fc.oneof(
  scalar,
  fc.record({ v: scalar, ".priority": fc.oneof(scalar.filter((s) => typeof s !== "boolean")) }),
  fc.record({ v: scalar, w: scalar }),
  fc.record({ v: fc.record({ deep: scalar }) }),
);
const index: fc.Arbitrary<Index> = fc.constantFrom<Index[]>(
  { kind: "key" },
  { kind: "value" },
  { kind: "priority" },
  { kind: "child", path: ["v"] },
  { kind: "child", path: ["v", "deep"] },
);

const params: fc.Arbitrary<QueryParams> = index.chain((by) => {
  const bound = (edge: "start" | "end") =>
    fc
      .tuple(fc.oneof(fc.constant(null), scalar), fc.option(keys), fc.boolean())
      .map(([value, key, isInclusive]) =>
        by.kind === "key"
          ? { value: null, key: key ?? "5", isInclusive }
          : { value, key: key ?? openKey(edge, isInclusive), isInclusive },
      );
  const limit = fc.record({
    count: fc.integer({ min: 1, max: 5 }),
    from: fc.constantFrom("first" as const, "last" as const),
  });
  return fc.record(
    { index: fc.constant(by), start: bound("start"), end: bound("end"), limit },
    { requiredKeys: ["index"] },
  );
});

describe("what a query shows", () => {
  it("is what sorting everything and cutting it gives", () => {
    fc.assert(
      fc.property(fc.dictionary(keys, child), params, (json, query) => {
        const node = nodeFromJson(json, 0);
        const shown = selectChildren(node, query, orderChildren(query.index, node));
        expect([...shown.keys()]).toEqual(plainResult(node, query));
      }),
      { numRuns: 1000 },
    );
  });

  it("stays so while children change one by one, the kept order with it", () => {
    const changes = fc.array(fc.tuple(keys, fc.oneof(child, fc.constant(null))), { maxLength: 30 });
    fc.assert(
      fc.property(fc.dictionary(keys, child), params, changes, (json, query, writes) => {
        let node = nodeFromJson(json, 0);
        const kept = new KeptOrder(query.index, node);
        const order = () => orderChildren(query.index, node, kept);
        const window = new Window(query, node, order());
        let told: Node = window.node;
        for (const [key, value] of writes) {
          const next = nodeFromJson(value, 0);
          kept.update(key, childOf(node, key), next);
          node = withChild(node, key, next);
          const changed = window.update(node, new Set([key]), order);
          for (const [name, now] of changed) told = withChild(told, name, now);
          const expected = nodeFromShown(
            new Map(plainResult(node, query).map((name) => [name, childOf(node, name)])),
          );
          // Both what the window holds and what a listener was told of it.
          expect(nodeToJson(window.node, true)).toEqual(nodeToJson(expected, true));
          expect(nodeToJson(told, true)).toEqual(nodeToJson(expected, true));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("follows a node that is replaced as a whole", () => {
    fc.assert(
      fc.property(fc.dictionary(keys, child), fc.dictionary(keys, child), params, (a, b, query) => {
        const before = nodeFromJson(a, 0);
        const after = nodeFromJson(b, 0);
        const window = new Window(query, before, orderChildren(query.index, before));
        window.update(after, undefined, () => orderChildren(query.index, after));
        expect([...childrenOf(window.node)].map(([key]) => key).sort()).toEqual(
          plainResult(after, query).sort(),
        );
      }),
    );
  });
});
