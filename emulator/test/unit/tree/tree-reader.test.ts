import { type Json, jsonProblem, nodeFromJson, nodeToJson } from "../../../src/tree/json";
import { parseJson } from "../../../src/tree/json-text";
import { jsonPieces } from "../../../src/tree/json-pieces";
import { isEqual, type Node } from "../../../src/tree/node";
import { type TreeReading, TreeReader } from "../../../src/tree/tree-reader";
import { fc } from "../../../testing/properties";
import { TREE } from "../../support/trees";

/** Reads a text in pieces of `pieceBytes`. */
function read(text: string | Buffer, pieceBytes: number, enteredBytes?: number): TreeReading {
  const bytes = Buffer.from(text);
  const reader = new TreeReader(0, 0, enteredBytes);
  // Small pieces of long texts take long.
  const step = Math.max(pieceBytes, Math.ceil(bytes.length / 500));
  for (let at = 0; at < bytes.length; at += step) reader.add(bytes.subarray(at, at + step));
  return reader.end();
}

function problemOf(text: string | Buffer, enteredBytes: number): unknown {
  const reading = read(text, 7, enteredBytes);
  return reading.ok ? undefined : reading.problem;
}

/** Reads a text as a whole. @returns undefined if a database cannot hold it */
function readWhole(text: string): { readonly node: Node } | undefined {
  const json = parseJson(text);
  if (json === undefined || jsonProblem(json) !== undefined) return undefined;
  return { node: nodeFromJson(json, 0) };
}

const SIZE = fc.integer({ min: 1, max: 40 });

it("reads the same tree from a text in pieces as from the whole text", () => {
  const indent = fc.constantFrom(undefined, 1, "\t");
  fc.assert(
    fc.property(TREE, indent, SIZE, SIZE, (tree, space, pieceBytes, enteredBytes) => {
      const texts = [...jsonPieces(tree)];
      // Bigints have no indented form.
      const json = nodeToJson(tree, true);
      if (space !== undefined && !texts.join("").match(/\d{16}/)) {
        texts.splice(0, texts.length, JSON.stringify(json, undefined, space));
      }
      const reading = read(`\ufeff${texts.join("")}\n`, pieceBytes, enteredBytes);
      expect(reading.ok && isEqual(reading.node, tree)).toBe(true);
    }),
  );
});

it("refuses exactly the texts that are refused as a whole", () => {
  const json: fc.Arbitrary<Json> = TREE.filter(
    (tree) => JSON.stringify([...jsonPieces(tree)]).length < 2_000,
  ).map((tree) => nodeToJson(tree, true));
  const damage = fc.constantFrom("", ",", "}", "]", "{", "[", '"', ":", "1", " ", "\\", '".sv":1,');
  fc.assert(
    fc.property(json, fc.nat(), damage, fc.nat(2), SIZE, (tree, place, put, removed, entered) => {
      const text = [...jsonPieces(nodeFromJson(tree, 0))].join("");
      const at = place % (text.length + 1);
      const damaged = text.slice(0, at) + put + text.slice(at + removed);
      const whole = readWhole(damaged);
      const reading = read(damaged, 5, entered);
      expect(reading.ok).toBe(whole !== undefined);
      if (reading.ok) expect(isEqual(reading.node, whole?.node ?? null)).toBe(true);
    }),
  );
});

it("reads a text of nothing", () => {
  expect(read('{"a":[null,null]}', 3, 1)).toEqual({ ok: true, node: null });
});

it.each([
  [
    "an invalid key",
    '{"a":{"b":[1,2,{"c.d":1}]}}',
    { kind: "data", message: expect.stringContaining('"c.d"') },
  ],
  [
    "data that is too deep",
    `${'{"a":'.repeat(40)}1`,
    { kind: "data", message: "the data is deeper than 32 levels" },
  ],
  [
    "a value with children",
    '{"a":{".value":{"b":[1,2]}}}',
    { kind: "data", message: expect.stringContaining(".value") },
  ],
  ["another encoding", Buffer.of(0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d), { kind: "encoding" }],
  [
    "a wrong bracket",
    '{"a":1,"b":[1,2,3}}',
    { kind: "syntax", message: expect.stringMatching(/after byte \d+$/) },
  ],
])("says that a text has %s", (_, text, problem) => {
  expect(problemOf(text, 4)).toMatchObject(problem);
});
