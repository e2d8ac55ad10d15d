import { ALL, isFiltered, parseWireQuery, queryKey } from "../../../../emulator/src/query/params";
import type { QueryParams } from "../../../../emulator/src/query/params";
import { MAX_KEY, MIN_KEY } from "../../../../emulator/src/tree/order";

const PRIORITY = { kind: "priority" } as const;
const KEY = { kind: "key" } as const;

function parse(query: unknown): QueryParams {
  const parsed = parseWireQuery(query);
  if (!parsed.ok) throw new Error(parsed.problem);
  return parsed.params;
}

describe("a query of the wire protocol", () => {
  it.each([undefined, null, {}, { i: ".priority" }, { i: "" }])("%j is everything", (query) => {
    expect(parse(query)).toEqual(ALL);
    expect(isFiltered(parse(query))).toBe(false);
  });

  it.each<[unknown, QueryParams]>([
    [{ i: ".key" }, { index: KEY }],
    [{ i: "a/b" }, { index: { kind: "child", path: ["a", "b"] } }],
    [
      { i: ".value", sp: 1 },
      { index: { kind: "value" }, start: { value: 1, key: MIN_KEY, isInclusive: true } },
    ],
    [
      { sp: null, sn: "a", ep: "z", en: "b" },
      {
        index: PRIORITY,
        start: { value: null, key: "a", isInclusive: true },
        end: { value: "z", key: "b", isInclusive: true },
      },
    ],
    [
      { sp: 1, sin: false, ep: 2, ein: false },
      {
        index: PRIORITY,
        start: { value: 1, key: MAX_KEY, isInclusive: false },
        end: { value: 2, key: MIN_KEY, isInclusive: false },
      },
    ],
    [
      { i: ".key", sp: "a", ep: "b", ein: false },
      {
        index: KEY,
        start: { value: null, key: "a", isInclusive: true },
        end: { value: null, key: "b", isInclusive: false },
      },
    ],
    [
      { sp: "Infinity" },
      { index: PRIORITY, start: { value: "Infinity", key: MIN_KEY, isInclusive: true } },
    ],
    [
      { l: 2, vf: "l" },
      { index: PRIORITY, limit: { count: 2, from: "first" } },
    ],
    [
      { l: 2, vf: "r" },
      { index: PRIORITY, limit: { count: 2, from: "last" } },
    ],
    [{ l: 2 }, { index: PRIORITY, limit: { count: 2, from: "last" } }],
    [
      { l: 2, sp: 1 },
      {
        index: PRIORITY,
        start: { value: 1, key: MIN_KEY, isInclusive: true },
        limit: { count: 2, from: "first" },
      },
    ],
    [{ unknown: { a: 1 } }, ALL],
  ])("%j", (query, params) => {
    expect(parse(query)).toEqual(params);
  });

  it.each([
    [5, "q must be an object"],
    [[], "q must be an object"],
    [{ i: 1 }, "i must be text"],
    [{ i: "a.b" }, "i must be .key, .value, .priority or a path"],
    [{ sp: [] }, "sp must be null, a boolean, a number or text"],
    [{ ep: Infinity }, "ep must be null, a boolean, a number or text"],
    [{ sp: 1, sn: null }, "sn must be text"],
    [{ sp: 1, sin: 0 }, "sin must be true or false"],
    [{ i: ".key", sp: 1 }, "sp must be text when ordered by key"],
    [{ i: ".key", ep: null }, "ep must be text when ordered by key"],
    [{ l: -1 }, "l must be a whole number above 0"],
    [{ l: null }, "l must be a whole number above 0"],
    [{ l: 1, vf: null }, "vf must be l or r"],
  ])("%j is refused", (query, problem) => {
    expect(parseWireQuery(query)).toEqual({ ok: false, problem });
  });

  it("is the same as another that asks for the same", () => {
    expect(queryKey(parse({ l: 1, i: ".key", vf: "l" }))).toBe(
      queryKey(parse({ i: ".key", vf: "l", l: 1 })),
    );
    expect(queryKey(parse({ sp: "1" }))).not.toBe(queryKey(parse({ sp: 1 })));
    expect(queryKey(parse({ sp: null }))).not.toBe(queryKey(parse({})));
  });
});
