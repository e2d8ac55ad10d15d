import { resolveWrite, type Write } from "../../../src/database/write";
import { type Json, nodeFromJson } from "../../../src/tree/json";
import { parsePath } from "../../../src/tree/path";

const NOW = 1_700_000_000_000;

const merge = (path: string, children: Record<string, Json>): Write => ({
  kind: "merge",
  path: parsePath(path),
  children,
});

describe("the changes of a write", () => {
  it("are values first, then removals, then priorities", () => {
    const write = merge("/x", { ".priority": 1, a: null, b: 2, "c/.priority": 3, "d/e": null });
    const before = null;
    expect(resolveWrite(write, null, NOW)).toEqual({
      ok: true,
      now: NOW,
      after: nodeFromJson({ x: { b: 2, ".priority": 1 } }, NOW),
      changes: [
        { path: ["x", "b"], before, node: 2 },
        { path: ["x", "a"], before, node: null },
        { path: ["x", "d", "e"], before, node: null },
        { path: ["x", ".priority"], before, node: 1 },
        { path: ["x", "c", ".priority"], before, node: 3 },
      ],
    });
  });

  it("hold server values resolved against the stored data", () => {
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
