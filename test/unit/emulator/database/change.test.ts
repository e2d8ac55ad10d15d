import { Change } from "../../../../emulator/src/database/change";
import { nodeFromJson } from "../../../../emulator/src/tree/json";

const root = nodeFromJson({ x: { a: { ".value": 1, ".priority": 2 }, b: [1, 2], __proto: 1 } }, 0);

function told(change: Change | undefined): unknown {
  return change && [change.path, change.isMerge, JSON.parse(change.json)];
}

describe("a change", () => {
  it("of a whole place is its value, and none where it is as it was", () => {
    expect(told(Change.ofWhole(["x"], 1, 2))).toEqual([["x"], false, 2]);
    expect(told(Change.ofWhole(["x"], undefined, null))).toEqual([["x"], false, null]);
    expect(
      Change.ofWhole(["x"], nodeFromJson({ a: 1 }, 0), nodeFromJson({ a: 1 }, 0)),
    ).toBeUndefined();
  });

  it("of one path is a value there", () => {
    expect(told(Change.ofPaths(["x"], [["x", "a"]], root))).toEqual([
      ["x", "a"],
      false,
      { ".value": 1, ".priority": 2 },
    ]);
  });

  it("of several paths is merged at the place", () => {
    const paths = [
      ["x", "b", "1"],
      ["x", "none"],
    ];
    expect(told(Change.ofPaths(["x"], paths, root))).toEqual([
      ["x"],
      true,
      { "b/1": 2, none: null },
    ]);
  });

  it("of one child is a value there, of several merged", () => {
    expect(told(Change.ofChildren(["x"], new Map([["b", null]])))).toEqual([
      ["x", "b"],
      false,
      null,
    ]);
    const children = new Map([
      ["b", null],
      ["__proto__", 1],
    ]);
    const merged = Change.ofChildren(["x"], children);
    expect([merged.isMerge, merged.json]).toEqual([true, '{"b":null,"__proto__":1}']);
  });
});
