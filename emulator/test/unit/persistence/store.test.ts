import fs, { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { nodeFromJson } from "../../../src/tree/json";
import { isEqual, withNodeAt } from "../../../src/tree/node";
import type { Node } from "../../../src/tree/node";
import { parsePath } from "../../../src/tree/path";
import { fc, timesUsual } from "../../../testing/properties";
import type { Store } from "../../../src/persistence/store";
import { changeAt, problemOf, readStore, withStore } from "../../support/stores";
import { useTemporaryFolder } from "../../../testing/temporary-folder";
import { TREE } from "../../support/trees";

const folder = useTemporaryFolder();

describe("a store", () => {
  it("creates its folder, is empty at first, and leaves no files there", () => {
    const below = join(folder(), "a", "b");
    withStore(below, (store) => {
      expect([store.namespaces, store.notes, store.load("demo")]).toEqual([[], [], null]);
    });
    expect(readdirSync(below)).toEqual([]);
  });

  it("returns commits and snapshots in any order", () => {
    const commit = fc.record({
      path: fc.constantFrom("", "a", "a/b", "0", "a/b/c"),
      node: TREE,
      isCompacted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(commit, { maxLength: 8 }), (commits) => {
        const run = mkdtempSync(join(folder(), "run-"));
        let root: Node = null;
        for (const { path, node, isCompacted } of commits) {
          withStore(run, (store) => {
            expect(isEqual(store.load("demo"), root)).toBe(true);
            root = withNodeAt(root, parsePath(path), node);
            store.journalOf("demo").append([{ path: parsePath(path), node }]);
            if (isCompacted) store.journalOf("demo").compact(root);
          });
        }
        const read = withStore(run, (store) => store.load("demo"));
        expect(isEqual(read, root)).toBe(true);
      }),
      timesUsual(0.1),
    );
  });

  it("lists the namespaces with data", () => {
    withStore(folder(), (store) => {
      store.journalOf("zoo").append([changeAt("", 1)]);
      store.journalOf("Ant").append([changeAt("", 2)]);
      store.journalOf("ant").append([changeAt("", 3)]);
      store.journalOf("gone").append([changeAt("", 4)]);
      store.journalOf("gone").append([changeAt("", null)]);
    });
    withStore(folder(), (store) => {
      expect(store.namespaces).toEqual(["Ant", "ant", "zoo"]);
      expect(store.namespaces.map((name) => store.load(name))).toEqual([2, 3, 1]);
    });
    // File systems that ignore case must not mix up the two namespaces.
    expect(new Set(readdirSync(folder()).map((name) => name.toLowerCase())).size).toBe(4);
  });

  it("needs a snapshot when the commits outgrow it, but not below 4 MB", () => {
    const text = "x".repeat(1024 * 1024);
    const isAskedAfter = (store: Store, n: number) => {
      store.journalOf("demo").append([changeAt(`t${n}`, text)]);
      return store.journalOf("demo").hasOutgrownSnapshot;
    };
    const asked = [1, 2, 3, 4].map((n) => withStore(folder(), (store) => isAskedAfter(store, n)));
    expect(asked).toEqual([false, false, false, true]);
    withStore(folder(), (store) => {
      store.journalOf("demo").compact(nodeFromJson([text, text, text, text, text], 0));
      expect([1, 2, 3, 4, 5].map((n) => isAskedAfter(store, n))).not.toContain(true);
    });
    expect(withStore(folder(), (store) => isAskedAfter(store, 6))).toBe(true);
  });

  it("flushes a snapshot, then renames it, then flushes the folder", () => {
    const names = new Map<number, string>();
    const steps: string[] = [];
    const { openSync, fsyncSync, renameSync } = fs;
    jest.spyOn(fs, "openSync").mockImplementation((path, ...flags) => {
      const file = openSync(path, ...flags);
      names.set(file, basename(String(path)));
      return file;
    });
    jest.spyOn(fs, "fsyncSync").mockImplementation((file) => {
      fsyncSync(file);
      steps.push(`flush ${names.get(file)}`);
    });
    jest.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      renameSync(from, to);
      steps.push(`rename ${basename(String(from))}`);
    });
    try {
      withStore(folder(), (store) => void store.journalOf("demo").compact(nodeFromJson(1, 0)));
    } finally {
      jest.restoreAllMocks();
    }
    expect(steps).toEqual([
      "flush db-demo.journal.tmp",
      "rename db-demo.journal.tmp",
      `flush ${basename(folder())}`,
    ]);
  });

  it("removes the unfinished snapshot of a killed process", () => {
    withStore(folder(), (store) => store.journalOf("demo").append([changeAt("a", 1)]));
    writeFileSync(join(folder(), "db-demo.journal.tmp"), "half");
    writeFileSync(join(folder(), "db-other.journal.tmp"), "half");
    expect(readStore(folder()).root).toEqual({ a: 1 });
    expect(readdirSync(folder())).toEqual(["db-demo.journal"]);
  });
});

describe("a store that cannot be opened", () => {
  it("reports that the folder is a file", () => {
    const file = join(folder(), "file");
    writeFileSync(file, "");
    expect(problemOf(file)).toBe(
      `cannot create the folder ${file}: a file of that name already exists; ` +
        "name another folder or move the file (EEXIST)",
    );
    expect(problemOf(join(file, "below"))).toContain("is a file, not a folder");
  });

  it("releases the folder", () => {
    writeFileSync(join(folder(), "db-demo.journal"), "nonsense\n");
    problemOf(folder());
    expect(readdirSync(folder())).toEqual(["db-demo.journal"]);
  });
});
