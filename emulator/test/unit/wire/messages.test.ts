import { FrameAssembler, splitMessage, TOO_LONG } from "../../../src/wire/frame";
import { type Write } from "../../../src/database/write";
import { type Json } from "../../../src/tree/json";
import { parsePath, type Path } from "../../../src/tree/path";
import { DisconnectWrites } from "../../../src/wire/disconnect-writes";

/** The client SDKs have the same maximum. */
const MAX_FRAME_LENGTH = 16_384;

describe("frames", () => {
  it("leave a short message whole and announce the parts of a long message", () => {
    expect(splitMessage("{}")).toEqual(["{}"]);
    const longest = "x".repeat(MAX_FRAME_LENGTH);
    expect(splitMessage(longest)).toEqual([longest]);
    const long = "x".repeat(MAX_FRAME_LENGTH + 1);
    expect(splitMessage(long)).toEqual(["2", "x".repeat(MAX_FRAME_LENGTH), "x"]);
  });

  it("never cut a character in half", () => {
    const message = `${"x".repeat(MAX_FRAME_LENGTH - 1)}😀y`;
    const frames = splitMessage(message);
    expect(frames.every((frame) => frame.isWellFormed())).toBe(true);
    expect(frames.slice(1).join("")).toBe(message);
  });

  it("of many messages may together exceed the maximum of a message", () => {
    const assembler = new FrameAssembler(10);
    for (let n = 0; n < 3; n += 1) {
      const taken = ["2", "{12345", "789}"].map((frame) => assembler.take(frame));
      expect(taken).toEqual([undefined, undefined, "{12345789}"]);
    }
    expect(["2", "{12345", "6789}"].map((frame) => assembler.take(frame)).at(-1)).toBe(TOO_LONG);
  });
});

type Step = Write | { readonly kind: "cancel"; readonly path: Path };

const set = (path: string, value: Json): Write => ({ kind: "set", path: parsePath(path), value });
const merge = (path: string, children: Record<string, Json>): Write => ({
  kind: "merge",
  path: parsePath(path),
  children,
});
const cancel = (path: string): Step => ({ kind: "cancel", path: parsePath(path) });

function writesAfter(steps: readonly Step[]): readonly Write[] {
  const writes = new DisconnectWrites();
  for (const step of steps) {
    if (step.kind === "cancel") writes.cancel(step.path);
    else writes.add(step);
  }
  return writes.writes;
}

const LEAF = { ".value": 1, ".priority": 2 };
const NOW = { ".sv": "timestamp" };

describe("the remaining onDisconnect writes", () => {
  it.each<[string, Step[], Write[]]>([
    ["a leaf with a cancelled path below", [set("/x", LEAF), cancel("/x/a")], [set("/x", LEAF)]],
    [
      "a server value with a cancelled path below",
      [set("/x", NOW), cancel("/x/a")],
      [set("/x", NOW)],
    ],
    ["nothing for a removal with a cancelled path below", [set("/x", null), cancel("/x/a")], []],
    [
      "nothing for an empty sibling of a cancelled path",
      [set("/x", { a: { b: null }, c: 1 }), cancel("/x/c")],
      [],
    ],
    [
      "the siblings along a cancelled path, without the priority",
      [set("/x", { a: { b: 1, c: LEAF }, d: NOW, ".priority": 4 }), cancel("/x/a/b")],
      [merge("/x", { "a/c": LEAF, d: NOW })],
    ],
    [
      "the other paths of an update",
      [merge("/x", { "a/b": 1, "a/c": 2 }), cancel("/x/a/b")],
      [merge("/x", { "a/c": 2 })],
    ],
    ["the later of two values", [set("/x", { a: 1 }), set("/x", 2)], [set("/x", 2)]],
    [
      "a value above earlier values",
      [set("/x/a", 1), merge("/", { "x/b": 1 }), set("/x", 2)],
      [set("/x", 2)],
    ],
    [
      "a leaf that got a child",
      [set("/x", LEAF), set("/x/a", 3)],
      [set("/x", { a: 3, ".priority": 2 })],
    ],
    [
      "another priority",
      [set("/x", 1), merge("/x", { ".priority": NOW }), merge("/y", { ".priority": 1 })],
      [set("/x", { ".value": 1, ".priority": NOW }), merge("/y", { ".priority": 1 })],
    ],
    [
      "the part that replaces a leaf",
      [set("/x", 1), set("/x/a", 2), cancel("/x/b")],
      [merge("/x", { a: 2 })],
    ],
  ])("is %s", (_, steps, writes) => {
    expect(writesAfter(steps)).toEqual(writes);
  });
});
