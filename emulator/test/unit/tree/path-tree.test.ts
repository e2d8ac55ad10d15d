import { formatPath, isAtOrBelow, parsePath, type Path } from "../../../src/tree/path";
import { PathTree } from "../../../src/tree/path-tree";
import { fc } from "../../../testing/properties";

function treeOf(...paths: string[]): PathTree<string> {
  const tree = new PathTree<string>();
  for (const path of paths) tree.set(parsePath(path), path);
  return tree;
}

const path = fc.array(fc.constantFrom("a", "b", "__proto__"), { maxLength: 4 });

describe("a path tree", () => {
  it("finds the values above a path from the root down, and the values below", () => {
    const tree = treeOf("/a/b/c", "/", "/a/b", "/a/x", "/b");
    expect([...tree.atOrAbove(["a", "b", "c", "d"])]).toEqual(["/", "/a/b", "/a/b/c"]);
    expect([...tree.below(["a"])]).toEqual(["/a/b", "/a/b/c", "/a/x"]);
    expect([...tree.touchedBy(["a", "b"])]).toEqual(["/", "/a/b", "/a/b/c"]);
    expect([...tree.below(["none"])]).toEqual([]);
  });

  it("finds the same as a plain list of paths", () => {
    fc.assert(
      fc.property(fc.array(path), fc.array(path), path, (kept, gone, touched) => {
        const tree = new PathTree<string>();
        const expected = new Map<string, Path>();
        for (const path of kept) {
          tree.set(path, formatPath(path));
          expected.set(formatPath(path), path);
        }
        for (const path of gone) {
          tree.delete(path);
          expected.delete(formatPath(path));
        }
        expect([...tree.values()].sort()).toEqual([...expected.keys()].sort());
        expect([...tree.touchedBy(touched)].sort()).toEqual(
          [...expected.values()]
            .filter((path) => isAtOrBelow(path, touched) || isAtOrBelow(touched, path))
            .map(formatPath)
            .sort(),
        );
        for (const path of [...kept, ...gone]) {
          expect(tree.get(path)).toBe(
            expected.has(formatPath(path)) ? formatPath(path) : undefined,
          );
        }
      }),
    );
  });
});
