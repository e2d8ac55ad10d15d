import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import type { ResolvedChange } from "../../../../emulator/src/database/write";
import { openStore } from "../../../../emulator/src/persistence/store";
import type { Store } from "../../../../emulator/src/persistence/store";
import { nodeFromJson, nodeToJson } from "../../../../emulator/src/tree/json";
import type { Json } from "../../../../emulator/src/tree/json";
import { isEqual, withNodeAt } from "../../../../emulator/src/tree/node";
import type { Node } from "../../../../emulator/src/tree/node";
import { parsePath } from "../../../../emulator/src/tree/path";
import { useTemporaryFolder } from "../../../support/temporary-folder";
import { TREE } from "../../../support/trees";

const temporaryFolder = useTemporaryFolder();

/** Opens a store, works on it and closes it. */
function withStore<T>(work: (store: Store) => T, folder = temporaryFolder()): T {
  const opened = openStore(folder);
  if (!opened.ok) throw new Error(opened.problem);
  try {
    return work(opened.store);
  } finally {
    opened.store.close();
  }
}

function problemOf(folder = temporaryFolder()): string {
  const opened = openStore(folder);
  if (opened.ok) opened.store.close();
  return opened.ok ? "none" : opened.problem;
}

function change(path: string, json: Json): ResolvedChange {
  return { path: parsePath(path), node: nodeFromJson(json, 0) };
}

function stored(namespace = "demo"): Json {
  return withStore((store) => nodeToJson(store.load(namespace), true));
}

describe("a store", () => {
  it("creates its folder, and holds nothing at first", () => {
    const folder = join(temporaryFolder(), "a", "b");
    withStore((store) => {
      expect([store.namespaces, store.notes, store.load("demo")]).toEqual([[], [], null]);
    }, folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it("gives back what was appended, whatever its shape", () => {
    withStore((store) => {
      store.append("demo", [change("a/b", { c: [1, 2], ".priority": 5 })]);
      store.append("demo", [change("a/d", "ключ\n"), change("a/b/c/0", null)]);
      store.append("demo", [change("a/d/.priority", "high")]);
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
      fc.property(
        fc.array(commit, { maxLength: 8 }),
        fc.string({ minLength: 12, unit: fc.constantFrom("a", "b") }),
        (commits, name) => {
          const folder = join(temporaryFolder(), name);
          let root: Node = null;
          for (const { path, node, isCompacted } of commits) {
            withStore((store) => {
              expect(isEqual(store.load("demo"), root)).toBe(true);
              root = withNodeAt(root, parsePath(path), node);
              store.append("demo", [{ path: parsePath(path), node }]);
              if (isCompacted) store.compact("demo", root);
            }, folder);
          }
          expect(
            isEqual(
              withStore((store) => store.load("demo"), folder),
              root,
            ),
          ).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("lists the namespaces that hold data", () => {
    withStore((store) => {
      store.append("zoo", [change("", 1)]);
      store.append("Ant", [change("", 2)]);
      store.append("ant", [change("", 3)]);
      store.append("gone", [change("", 4)]);
      store.append("gone", [change("", null)]);
    });
    withStore((store) => {
      expect(store.namespaces).toEqual(["Ant", "ant", "zoo"]);
      expect(store.namespaces.map((name) => store.load(name))).toEqual([2, 3, 1]);
    });
    // File systems that do not tell capitals apart must not mix up the two.
    expect(new Set(readdirSync(temporaryFolder()).map((name) => name.toLowerCase())).size).toBe(4);
  });

  it("asks for a snapshot once the journal is longer", () => {
    withStore((store) => {
      const text = "x".repeat(1024 * 1024);
      const asked = [1, 2, 3, 4].map((n) => {
        store.append("demo", [change(`t${n}`, text)]);
        return store.shouldCompact("demo");
      });
      expect(asked).toEqual([false, false, false, true]);
      store.compact("demo", nodeFromJson({ t: text }, 0));
      expect(store.shouldCompact("demo")).toBe(false);
    });
    expect(withStore((store) => store.shouldCompact("demo"))).toBe(false);
  });

  it("goes on after a snapshot, and after a second one", () => {
    withStore((store) => {
      store.append("demo", [change("a", 1)]);
      store.compact("demo", nodeFromJson({ a: 1 }, 0));
      store.append("demo", [change("b", 2)]);
    });
    withStore((store) => {
      const root = store.load("demo");
      store.compact("demo", root);
      store.append("demo", [change("a", null)]);
    });
    expect(stored()).toEqual({ b: 2 });
  });

  it("is not used after it was closed", () => {
    const store = withStore((opened) => opened);
    expect(() => store.append("demo", [change("", 1)])).toThrow("the store is closed");
  });
});

describe("a process killed while it compacted", () => {
  const files = () => ({
    journal: join(temporaryFolder(), "db-demo.journal"),
    copy: join(temporaryFolder(), "copy"),
    snapshot: join(temporaryFolder(), "db-demo.snapshot"),
  });

  it("leaves an unfinished snapshot, which is removed", () => {
    withStore((store) => store.append("demo", [change("a", 1)]));
    const draft = `${files().snapshot}.tmp`;
    writeFileSync(draft, "half");
    writeFileSync(join(temporaryFolder(), "db-other.snapshot.tmp"), "half");
    expect(stored()).toEqual({ a: 1 });
    expect(readdirSync(temporaryFolder())).toEqual(["db-demo.journal"]);
  });

  it("leaves the journal of the snapshot before, which is out of force", () => {
    withStore((store) => {
      store.append("demo", [change("a", 1)]);
      copyFileSync(files().journal, files().copy);
      store.compact("demo", nodeFromJson({ b: 2 }, 0));
    });
    copyFileSync(files().copy, files().journal);
    expect(stored()).toEqual({ b: 2 });
    withStore((store) => store.append("demo", [change("c", 3)]));
    expect(stored()).toEqual({ b: 2, c: 3 });
  });

  it("leaves a journal without its header, or none", () => {
    for (const length of [0, 1, 20, 40]) {
      withStore((store) => {
        store.append("demo", [change("a", 1)]);
        store.compact("demo", nodeFromJson({ b: 2 }, 0));
      });
      writeFileSync(files().journal, readFileSync(files().journal).subarray(0, length));
      expect(stored()).toEqual({ b: 2 });
      withStore((store) => store.append("demo", [change("c", length)]));
      expect(stored()).toEqual({ b: 2, c: length });
    }
  });
});

describe("a store that cannot be opened", () => {
  const here = (name: string) => join(temporaryFolder(), name);

  it("because the folder is a file", () => {
    const folder = here("file");
    writeFileSync(folder, "");
    expect(problemOf(folder)).toBe(
      `cannot create the folder ${folder}: a file of that name is in the way; ` +
        "name another folder or move the file (EEXIST)",
    );
    expect(problemOf(join(folder, "below"))).toContain("is a file, not a folder");
  });

  it("because another emulator has it", () => {
    withStore(() => {
      expect(problemOf()).toBe(
        `${temporaryFolder()} is in use by another emulator, process ${process.pid}; stop it or name another folder ` +
          `(if that process is no emulator, delete ${here("emulator.lock")})`,
      );
    });
    expect(problemOf()).toBe("none");
  });

  it("because a file is named after no namespace", () => {
    writeFileSync(here("db-Demo.journal"), "");
    expect(problemOf()).toBe(
      `${here("db-Demo.journal")}: its name stands for no namespace; give it back its name or move it away`,
    );
  });

  it("because a folder stands where a file should", () => {
    mkdirSync(here("db-demo.snapshot"));
    expect(problemOf()).toContain("it is a folder, not a file; move it away (EISDIR)");
  });

  it("because the snapshot that the journal follows is not there", () => {
    withStore((store) => {
      store.compact("demo", 1);
      store.append("demo", [change("", 2)]);
    });
    copyFileSync(here("db-demo.journal"), here("db-copy.journal"));
    expect(problemOf()).toBe(
      `${here("db-copy.journal")}, line 1: it goes on from snapshot number 1, but there is none; ` +
        "put that snapshot back beside it, or move the journal away to go on without what it holds",
    );
  });

  it("and lets go of the folder then", () => {
    writeFileSync(here("db-demo.journal"), "nonsense\n");
    expect(problemOf()).toContain("not the header of a rtdb-emulator journal");
    expect(existsSync(here("emulator.lock"))).toBe(false);
  });
});
