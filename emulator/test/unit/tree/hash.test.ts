import { createHash } from "node:crypto";
import { hashOf } from "../../../src/tree/hash";
import { type Json, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { withNodeAt } from "../../../src/tree/node";
import { fc } from "../../../testing/properties";
import { TREE } from "../../support/trees";

function sha1(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}

function hash(json: Json): string {
  return hashOf(nodeFromJson(json, 0));
}

// Source: the public client SDK, packages/database/src/core/snap (LeafNode.hash, ChildrenNode.hash).
describe("the hash of a node", () => {
  it('is "" for null', () => {
    expect(hash(null)).toBe("");
  });

  it.each<[Json, string]>([
    ["x", "string:x"],
    [true, "boolean:true"],
    [1, "number:3ff0000000000000"],
    [0, "number:0000000000000000"],
    // Clients get JSON, where -0 is 0.
    [-0, "number:0000000000000000"],
    [-2.5, "number:c004000000000000"],
    [{ ".value": "x", ".priority": "p" }, "priority:string:p:string:x"],
    [{ ".value": "x", ".priority": 1 }, "priority:number:3ff0000000000000:string:x"],
  ])("covers priority, type and value of the leaf %j", (json, text) => {
    expect(hash(json)).toBe(sha1(text));
  });

  it("covers the children of a branch by priority, then key", () => {
    expect(hash({ b: "x", a: true, 2: "y", 10: "z" })).toBe(
      sha1(
        `:2:${sha1("string:y")}:10:${sha1("string:z")}:a:${sha1("boolean:true")}:b:${sha1("string:x")}`,
      ),
    );
    const first = { ".value": "x", ".priority": 1 };
    const last = { ".value": "y", ".priority": "1" };
    expect(hash({ a: last, b: first, c: "z", ".priority": 0 })).toBe(
      sha1(
        `priority:number:0000000000000000::c:${sha1("string:z")}` +
          `:b:${sha1("priority:number:3ff0000000000000:string:x")}` +
          `:a:${sha1("priority:string:1:string:y")}`,
      ),
    );
  });

  it("after a write equals the hash of a new tree", () => {
    const path = fc.array(fc.constantFrom("a", "b", "0", ".priority"), { maxLength: 3 });
    fc.assert(
      fc.property(TREE, path, TREE, (before, at, part) => {
        const end = at.indexOf(".priority");
        hashOf(before);
        const after =
          end === -1 ? withNodeAt(before, at, part) : withNodeAt(before, at.slice(0, end + 1), 7);
        expect(hashOf(after)).toBe(hash(nodeToJson(after, true)));
      }),
    );
  });

  it("is the same for many and for few equal leaves", () => {
    const values = Array.from({ length: 40_000 }, (_, index) => index % 20_000);
    const leaves = values.map((value, index) => `:${index}:${hash(value)}`);
    expect(hash(values)).toBe(sha1(leaves.join("")));
  });
});
