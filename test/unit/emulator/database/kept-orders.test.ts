import { KeptOrders } from "../../../../emulator/src/database/kept-orders";
import type { Index } from "../../../../emulator/src/query/sort-index";
import { nodeFromJson } from "../../../../emulator/src/tree/json";
import type { Json } from "../../../../emulator/src/tree/json";
import { nodeAt, withNodeAt } from "../../../../emulator/src/tree/node";
import type { Node } from "../../../../emulator/src/tree/node";
import { parsePath } from "../../../../emulator/src/tree/path";

const BY_N: Index = { kind: "child", path: ["n"] };

/** A tree with the orders that follow it. */
class Kept {
  readonly orders = new KeptOrders();
  private root: Node;

  constructor(json: Json) {
    this.root = nodeFromJson(json, 0);
  }

  order(path: string, index: Index = BY_N, isKept = true) {
    const place = parsePath(path);
    return this.orders.at(place, index, nodeAt(this.root, place), isKept);
  }

  keys(path: string, index: Index = BY_N): string[] {
    return Array.from(this.order(path, index).upFrom(undefined), ({ key }) => key);
  }

  write(values: Record<string, Json>): void {
    const before = this.root;
    const changes = Object.entries(values).map(([path, json]) => ({
      path: parsePath(path),
      node: nodeFromJson(json, 0),
    }));
    for (const { path, node } of changes) this.root = withNodeAt(this.root, path, node);
    this.orders.follow(before, this.root, changes);
  }
}

describe("kept orders", () => {
  it("are made once, and follow single children", () => {
    const kept = new Kept({ x: { a: { n: 3 }, b: { n: 1 } } });
    const order = kept.order("/x");
    expect(kept.keys("/x")).toEqual(["b", "a"]);
    kept.write({ "/x/c": { n: 2 } });
    kept.write({ "/x/a/n": 0 });
    kept.write({ "/x/b": null });
    expect(kept.keys("/x")).toEqual(["a", "c"]);
    expect(kept.order("/x")).toBe(order);
  });

  it("follow an update that touches one child in several places", () => {
    const kept = new Kept({ x: { a: { n: 1 }, b: { n: 2 } } });
    kept.keys("/x");
    kept.write({ "/x/a/n": 5, "/x/a/m": 1, "/x/b/m": 1, "/x/c/n": 3 });
    expect(kept.keys("/x")).toEqual(["b", "c", "a"]);
  });

  it("are made anew where their place is written whole", () => {
    const kept = new Kept({ x: { a: { n: 3 } } });
    const order = kept.order("/x");
    kept.write({ "/x": { b: { n: 2 }, c: { n: 1 } } });
    expect(kept.order("/x")).not.toBe(order);
    expect(kept.keys("/x")).toEqual(["c", "b"]);
    kept.write({ "/": { x: { d: { n: 1 } } } });
    expect(kept.keys("/x")).toEqual(["d"]);
  });

  it("do not mind writes elsewhere, nor the priority of their place", () => {
    const kept = new Kept({ x: { a: { n: 3 } }, y: 1 });
    const order = kept.order("/x");
    kept.write({ "/y": 2, "/x/.priority": 5 });
    expect(kept.order("/x")).toBe(order);
    expect(kept.keys("/x")).toEqual(["a"]);
  });

  it("by priority go by key until there is one", () => {
    const kept = new Kept({ x: { a: 1, b: 2 } });
    expect(kept.keys("/x", { kind: "priority" })).toEqual(["a", "b"]);
    kept.write({ "/x/a/.priority": 1 });
    expect(kept.keys("/x", { kind: "priority" })).toEqual(["b", "a"]);
    kept.write({ "/x/c": 1 });
    expect(kept.keys("/x", { kind: "priority" })).toEqual(["b", "c", "a"]);
  });

  it("that nobody asked to keep are made each time", () => {
    const kept = new Kept({ x: { a: { n: 3 } } });
    expect(kept.order("/x", BY_N, false)).not.toBe(kept.order("/x", BY_N, false));
  });
});
