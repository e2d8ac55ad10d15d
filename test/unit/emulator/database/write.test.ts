import {
  resolveWrite,
  withoutPlace,
  withoutReplaced,
} from "../../../../emulator/src/database/write";
import type { Write } from "../../../../emulator/src/database/write";
import type { Json } from "../../../../emulator/src/tree/json";
import { nodeFromJson } from "../../../../emulator/src/tree/json";
import { parsePath } from "../../../../emulator/src/tree/path";

const NOW = 1_700_000_000_000;

const set = (path: string, value: Json): Write => ({ kind: "set", path: parsePath(path), value });
const merge = (path: string, children: Record<string, Json>): Write => ({
  kind: "merge",
  path: parsePath(path),
  children,
});

describe("the changes of a write", () => {
  it("are values first, then removals, then priorities", () => {
    const write = merge("/x", { ".priority": 1, a: null, b: 2, "c/.priority": 3, "d/e": null });
    expect(resolveWrite(write, null, NOW)).toEqual({
      ok: true,
      now: NOW,
      changes: [
        { path: ["x", "b"], node: 2 },
        { path: ["x", "a"], node: null },
        { path: ["x", "d", "e"], node: null },
        { path: ["x", ".priority"], node: 1 },
        { path: ["x", "c", ".priority"], node: 3 },
      ],
    });
  });

  it("hold server values over what stands there", () => {
    const root = nodeFromJson({ n: 5 }, NOW);
    const write = merge("/", { n: { ".sv": { increment: 2 } }, t: { ".sv": "timestamp" } });
    expect(resolveWrite(write, root, NOW)).toMatchObject({
      changes: [
        { path: ["n"], node: 7 },
        { path: ["t"], node: NOW },
      ],
    });
  });

  it.each([
    [{ a: 1, "a/b": 1 }, "the path /x/a is an ancestor of /x/a/b in one update"],
    [{ "a/b/c": 1, "a/b": null }, "the path /x/a/b is an ancestor of /x/a/b/c in one update"],
    [{ a: 1, "/a/": 2 }, "the path /x/a is an ancestor of /x/a in one update"],
    [{ a: 1, "a/.priority": 2 }, "the path /x/a is an ancestor of /x/a/.priority in one update"],
    [
      { a: 1, "a-b/c": 1, "b/.value": 1 },
      'the key ".value" contains one of . $ # [ ] / or a control character',
    ],
  ])("are none for %j", (children, problem) => {
    expect(resolveWrite(merge("/x", children), null, NOW)).toEqual({ ok: false, problem });
  });

  it("may stand side by side with similar names", () => {
    const write = merge("/", { "a/b": 1, "a-": 1, "a/c": 1, ab: 1 });
    expect(resolveWrite(write, null, NOW)).toMatchObject({ ok: true });
  });
});

describe("what is left of a write without a place", () => {
  it.each<[string, Write, string, Write | undefined]>([
    ["nothing, at the place", set("/x", 1), "/x", undefined],
    ["nothing, below it", set("/x/y", { a: 1 }), "/x", undefined],
    ["nothing of an update", merge("/", { "x/a": 1, x2: 1 }), "/", undefined],
    ["all, beside it", set("/x", { a: 1 }), "/y", set("/x", { a: 1 })],
    [
      "all, in a leaf",
      set("/x", { ".value": 1, ".priority": 2 }),
      "/x/a",
      set("/x", { ".value": 1, ".priority": 2 }),
    ],
    [
      "all, in a server value",
      set("/x", { ".sv": "timestamp" }),
      "/x/a",
      set("/x", { ".sv": "timestamp" }),
    ],
    ["nothing, in what is to be removed", set("/x", null), "/x/a", undefined],
    [
      "the siblings on the way",
      set("/x", { a: { b: 1, c: 2 }, d: 3, ".priority": 4 }),
      "/x/a/b",
      merge("/x", { "a/c": 2, d: 3, ".priority": 4 }),
    ],
    [
      "the other places of an update",
      merge("/x", { "a/b": 1, "a/c": 2 }),
      "/x/a/b",
      merge("/x", { "a/c": 2 }),
    ],
    ["the siblings in a list", set("/x", ["p", "q"]), "/x/0", merge("/x", { 1: "q" })],
  ])("%s", (_, write, path, left) => {
    expect(withoutPlace(write, parsePath(path))).toEqual(left);
  });
});

describe("what another write leaves of one before it", () => {
  it.each<[string, Write, string, Write | undefined]>([
    ["nothing, at the place", set("/x", 1), "/x", undefined],
    ["nothing, below it", set("/x/y", { a: 1 }), "/x", undefined],
    [
      "all of a value it is a part of",
      set("/x", { a: 1, b: 2 }),
      "/x/a",
      set("/x", { a: 1, b: 2 }),
    ],
    [
      "the other places of an update",
      merge("/x", { a: 1, b: { c: 2 } }),
      "/x/a",
      merge("/x", { b: { c: 2 } }),
    ],
    [
      "the value of an update it is a part of",
      merge("/x", { a: 1, b: { c: 2 } }),
      "/x/b/c",
      merge("/x", { a: 1, b: { c: 2 } }),
    ],
  ])("%s", (_, write, path, left) => {
    expect(withoutReplaced(write, parsePath(path))).toEqual(left);
  });
});
