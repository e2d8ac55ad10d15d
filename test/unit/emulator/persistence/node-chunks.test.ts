import { jsonText } from "../../../../emulator/src/persistence/json-text";
import { ChunkMerger, chunksOf } from "../../../../emulator/src/persistence/node-chunks";
import type { StoredChange } from "../../../../emulator/src/persistence/node-chunks";
import { nodeFromJson, nodeToJson } from "../../../../emulator/src/tree/json";
import type { Json } from "../../../../emulator/src/tree/json";
import type { Node } from "../../../../emulator/src/tree/node";
import { isEqual } from "../../../../emulator/src/tree/node";
import { fc } from "../../../support/properties";
import { TREE } from "../../../support/trees";

const LONG = "x".repeat(40_000);

function piecesOf(json: Json): readonly StoredChange[] {
  return Array.from(chunksOf(nodeFromJson(json, 0)), parse);
}

function parse(piece: string): StoredChange {
  return JSON.parse(piece) as StoredChange;
}

function merge(pieces: readonly StoredChange[]): Node {
  const merger = new ChunkMerger();
  for (const piece of pieces) merger.add(piece);
  return merger.build();
}

describe("a tree in pieces", () => {
  it.each<[string, Json, readonly StoredChange[]]>([
    ["nothing", null, []],
    ["a leaf", "text", [["", "text"]]],
    [
      "a leaf with a priority",
      { ".value": 1, ".priority": "p" },
      [["", { ".value": 1, ".priority": "p" }]],
    ],
    ["a short tree", { a: { b: 1 }, c: 2 }, [["", { a: { b: 1 }, c: 2 }]]],
    [
      "a priority",
      { a: 1, ".priority": 7 },
      [
        [".priority", 7],
        ["", { a: 1 }],
      ],
    ],
    [
      "children that are long together",
      { a: LONG, b: LONG, c: LONG },
      [
        ["", { a: LONG, b: LONG }],
        ["", { c: LONG }],
      ],
    ],
    [
      "a long child among short ones",
      { a: 1, b: { x: LONG, y: LONG, ".priority": 3 }, c: 2 },
      [
        ["b/.priority", 3],
        ["b", { x: LONG, y: LONG }],
        ["", { a: 1, c: 2 }],
      ],
    ],
  ])("%s", (_, json, pieces) => {
    expect(piecesOf(json)).toEqual(pieces);
    expect(nodeToJson(merge(pieces), true)).toEqual(json);
  });

  it("gives the tree back whatever it is, in whatever order the pieces come", () => {
    fc.assert(
      fc.property(TREE, (tree) => {
        const pieces = Array.from(chunksOf(tree), parse);
        expect(isEqual(merge(pieces), tree)).toBe(true);
        expect(isEqual(merge(pieces.reverse()), tree)).toBe(true);
      }),
    );
  });

  it("keeps every piece short", () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key${n}`, { n }]));
    const pieces = piecesOf({ deep: { down: many } });
    expect(pieces.length).toBeGreaterThan(3);
    expect(Math.max(...pieces.map((piece) => JSON.stringify(piece).length))).toBeLessThan(100_000);
    expect(nodeToJson(merge(pieces))).toEqual({ deep: { down: many } });
  });
});

describe("the JSON of a tree as a stream", () => {
  it("means what the tree holds", () => {
    fc.assert(
      fc.property(TREE, (tree) => {
        const json = JSON.parse([...jsonText(tree)].join("")) as Json;
        expect(isEqual(nodeFromJson(json, 0), tree)).toBe(true);
      }),
    );
  });

  it("comes in pieces where the tree is long", () => {
    const tree = nodeFromJson({ a: LONG, b: { c: LONG, ".priority": 1 }, ".priority": 2 }, 0);
    expect([...jsonText(tree)]).toEqual([
      '{"a":',
      JSON.stringify(LONG),
      ',"b":',
      `{"c":${JSON.stringify(LONG)},".priority":1}`,
      ',".priority":2}',
    ]);
  });
});
