import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nodeFromJson, nodeToJson } from "../../../../emulator/src/tree/json";
import type { Json } from "../../../../emulator/src/tree/json";
import { isEqual, withNodeAt } from "../../../../emulator/src/tree/node";
import type { Node } from "../../../../emulator/src/tree/node";
import { parsePath } from "../../../../emulator/src/tree/path";
import { fc } from "../../../support/properties";
import { changeAt, withStore } from "../../../support/stores";
import { useTemporaryFolder } from "../../../support/temporary-folder";
import { TREE } from "../../../support/trees";

const temporaryFolder = useTemporaryFolder();

function stored(namespace = "demo"): Json {
  return withStore(temporaryFolder(), (store) => nodeToJson(store.load(namespace), true));
}

describe("a store", () => {
  it("creates its folder, and holds nothing at first", () => {
    const folder = join(temporaryFolder(), "a", "b");
    withStore(folder, (store) => {
      expect([store.namespaces, store.notes, store.load("demo")]).toEqual([[], [], null]);
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it("gives back what was appended, whatever its shape", () => {
    withStore(temporaryFolder(), (store) => {
      store.append("demo", [changeAt("a/b", { c: [1, 2], ".priority": 5 })]);
      store.append("demo", [changeAt("a/d", "ключ\n"), changeAt("a/b/c/0", null)]);
      store.append("demo", [changeAt("a/d/.priority", "high")]);
    });
    expect(stored()).toEqual({
      a: { b: { c: [null, 2], ".priority": 5 }, d: { ".value": "ключ\n", ".priority": "high" } },
    });
  });

  it("gives back commits and snapshots in whatever order they came", () => {
    const commit = fc.record({
      path: fc.constantFrom("", "a", "a/b", "0", "a/b/c"),
      node: TREE,
      isCompacted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(commit, { maxLength: 8 }), (commits) => {
        const folder = mkdtempSync(join(temporaryFolder(), "run-"));
        let root: Node = null;
        for (const { path, node, isCompacted } of commits) {
          withStore(folder, (store) => {
            expect(isEqual(store.load("demo"), root)).toBe(true);
            root = withNodeAt(root, parsePath(path), node);
            store.append("demo", [{ path: parsePath(path), node }]);
            if (isCompacted) store.compact("demo", root);
          });
        }
        const read = withStore(folder, (store) => store.load("demo"));
        expect(isEqual(read, root)).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it("lists the namespaces that hold data", () => {
    withStore(temporaryFolder(), (store) => {
      store.append("zoo", [changeAt("", 1)]);
      store.append("Ant", [changeAt("", 2)]);
      store.append("ant", [changeAt("", 3)]);
      store.append("gone", [changeAt("", 4)]);
      store.append("gone", [changeAt("", null)]);
    });
    withStore(temporaryFolder(), (store) => {
      expect(store.namespaces).toEqual(["Ant", "ant", "zoo"]);
      expect(store.namespaces.map((name) => store.load(name))).toEqual([2, 3, 1]);
    });
    // File systems that do not tell capitals apart must not mix up the two.
    expect(new Set(readdirSync(temporaryFolder()).map((name) => name.toLowerCase())).size).toBe(4);
  });

  it("asks for a snapshot once the journal is longer", () => {
    withStore(temporaryFolder(), (store) => {
      const text = "x".repeat(1024 * 1024);
      const asked = [1, 2, 3, 4].map((n) => {
        store.append("demo", [changeAt(`t${n}`, text)]);
        return store.shouldCompact("demo");
      });
      expect(asked).toEqual([false, false, false, true]);
      store.compact("demo", nodeFromJson({ t: text }, 0));
      expect(store.shouldCompact("demo")).toBe(false);
    });
    expect(withStore(temporaryFolder(), (store) => store.shouldCompact("demo"))).toBe(false);
  });

  it("lets a journal grow as long as a long snapshot", () => {
    withStore(temporaryFolder(), (store) => {
      const text = "x".repeat(5 * 1024 * 1024);
      store.compact("demo", text);
      store.append("demo", [changeAt("", text)]);
      expect(store.shouldCompact("demo")).toBe(false);
      store.append("demo", [changeAt("", text)]);
      expect(store.shouldCompact("demo")).toBe(true);
    });
  });

  it("goes on after a snapshot, and after a second one", () => {
    withStore(temporaryFolder(), (store) => {
      store.append("demo", [changeAt("a", 1)]);
      store.compact("demo", nodeFromJson({ a: 1 }, 0));
      store.append("demo", [changeAt("b", 2)]);
    });
    withStore(temporaryFolder(), (store) => {
      const root = store.load("demo");
      store.compact("demo", root);
      store.append("demo", [changeAt("a", null)]);
    });
    expect(stored()).toEqual({ b: 2 });
  });

  it("is not used after it was closed", () => {
    const store = withStore(temporaryFolder(), (opened) => opened);
    expect(() => store.append("demo", [changeAt("", 1)])).toThrow("the store is closed");
  });
});

describe("a process killed while it compacted", () => {
  const files = () => ({
    journal: join(temporaryFolder(), "db-demo.journal"),
    copy: join(temporaryFolder(), "copy"),
    snapshot: join(temporaryFolder(), "db-demo.snapshot"),
  });

  it("leaves an unfinished snapshot, which is removed", () => {
    withStore(temporaryFolder(), (store) => store.append("demo", [changeAt("a", 1)]));
    const draft = `${files().snapshot}.tmp`;
    writeFileSync(draft, "half");
    writeFileSync(join(temporaryFolder(), "db-other.snapshot.tmp"), "half");
    expect(stored()).toEqual({ a: 1 });
    expect(readdirSync(temporaryFolder())).toEqual(["db-demo.journal"]);
  });

  it("leaves the journal of the snapshot before, which is out of force", () => {
    withStore(temporaryFolder(), (store) => {
      store.append("demo", [changeAt("a", 1)]);
      copyFileSync(files().journal, files().copy);
      store.compact("demo", nodeFromJson({ b: 2 }, 0));
    });
    copyFileSync(files().copy, files().journal);
    expect(stored()).toEqual({ b: 2 });
    withStore(temporaryFolder(), (store) => store.append("demo", [changeAt("c", 3)]));
    expect(stored()).toEqual({ b: 2, c: 3 });
  });

  it("leaves a journal without its header, or none", () => {
    for (const length of [0, 1, 20, 40]) {
      withStore(temporaryFolder(), (store) => {
        store.append("demo", [changeAt("a", 1)]);
        store.compact("demo", nodeFromJson({ b: 2 }, 0));
      });
      writeFileSync(files().journal, readFileSync(files().journal).subarray(0, length));
      expect(stored()).toEqual({ b: 2 });
      withStore(temporaryFolder(), (store) => store.append("demo", [changeAt("c", length)]));
      expect(stored()).toEqual({ b: 2, c: length });
    }
  });
});
