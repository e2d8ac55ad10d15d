import { orderChildren } from "../../../src/query/ordered-children";
import type { QueryParams } from "../../../src/query/params";
import { comparePositions, type Position, sortValueOf } from "../../../src/query/sort-index";
import { selectChildren } from "../../../src/query/window";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { childrenOf, type Node } from "../../../src/tree/node";
import { fc } from "../../../testing/properties";
import { queriesOf } from "../../support/queries";

/** Computes the children of a query in a simple way: sorts all, keeps the range, cuts to the limit. */
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
  fc.record({ v: fc.record({ w: scalar }) }),
);
describe("the result of a query", () => {
  it("equals a result from sorting and cutting all children", () => {
    fc.assert(
      fc.property(fc.dictionary(keys, child), queriesOf(keys, scalar), (json, query) => {
        const node = nodeFromJson(json, 0);
        const shown = selectChildren(node, query, orderChildren(query.index, node));
        expect([...shown.keys()]).toEqual(plainResult(node, query));
      }),
    );
  });
});
