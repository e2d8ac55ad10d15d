/** Queries for property tests: by every index, with bounds and limits of every kind. */

import { openKey, type QueryParams } from "../../src/query/params";
import type { Index } from "../../src/query/sort-index";
import type { Scalar } from "../../src/tree/node";
import { fc } from "../../testing/properties";

const INDEX = fc.constantFrom<Index[]>(
  { kind: "key" },
  { kind: "value" },
  { kind: "priority" },
  { kind: "child", path: ["v"] },
  { kind: "child", path: ["v", "w"] },
);

export function queriesOf(
  keys: fc.Arbitrary<string>,
  scalars: fc.Arbitrary<Scalar>,
): fc.Arbitrary<QueryParams> {
  return INDEX.chain((index) => {
    const bound = (edge: "start" | "end") =>
      fc
        .tuple(fc.oneof(fc.constant(null), scalars), fc.option(keys), fc.boolean())
        .map(([value, key, isInclusive]) =>
          index.kind === "key"
            ? { value: null, key: key ?? "b", isInclusive }
            : { value, key: key ?? openKey(edge, isInclusive), isInclusive },
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
}
