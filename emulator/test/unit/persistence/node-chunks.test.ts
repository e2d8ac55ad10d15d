import { ChunkMerger, chunksOf, jsonText } from "../../../src/persistence/node-chunks";
import type { StoredChange } from "../../../src/persistence/node-chunks";
import { nodeFromJson, nodeToJson } from "../../../src/tree/json";
import type { Json } from "../../../src/tree/json";
import type { Node } from "../../../src/tree/node";
import { isEqual } from "../../../src/tree/node";
import { fc } from "../../../testing/properties";
import { TREE } from "../../support/trees";

const LONG = "x".repeat(40_000);

function split(node: Node): readonly StoredChange[] {
  return Array.from(chunksOf(node), (chunk) => JSON.parse(chunk) as StoredChange);
}

function merge(chunks: readonly StoredChange[]): Node {
  const merger = new ChunkMerger();
  for (const chunk of chunks) merger.add(chunk);
  return merger.build();
}

describe("a tree in chunks", () => {
  it.each<[string, Json, readonly StoredChange[]]>([
    [
      "children that are long only together",
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
  ])("%s", (_, json, chunks) => {
    expect(split(nodeFromJson(json, 0))).toEqual(chunks);
  });

  it("is the same tree again when its chunks are merged in any order", () => {
    fc.assert(
      fc.property(TREE, (tree) => {
        const chunks = [...split(tree)];
        expect(isEqual(merge(chunks), tree)).toBe(true);
        expect(isEqual(merge(chunks.reverse()), tree)).toBe(true);
      }),
    );
  });

  it("has no long chunk without a long value", () => {
    const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`key${n}`, { n }]));
    const chunks = split(nodeFromJson({ deep: { down: many } }, 0));
    expect(chunks.length).toBeGreaterThan(3);
    expect(Math.max(...chunks.map((chunk) => JSON.stringify(chunk).length))).toBeLessThan(100_000);
    expect(nodeToJson(merge(chunks))).toEqual({ deep: { down: many } });
  });
});

it("the JSON of a long tree comes in pieces", () => {
  const tree = nodeFromJson({ a: LONG, b: { c: LONG, ".priority": 1 }, ".priority": 2 }, 0);
  expect([...jsonText(tree)]).toEqual([
    '{"a":',
    JSON.stringify(LONG),
    ',"b":',
    `{"c":${JSON.stringify(LONG)},".priority":1}`,
    ',".priority":2}',
  ]);
});
