import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportTo, importFrom } from "../../../src/persistence/export";
import { nodeFromJson, nodeToJson } from "../../../src/tree/json";
import type { Json } from "../../../src/tree/json";
import { isEqual } from "../../../src/tree/node";
import { fc, timesUsual } from "../../../testing/properties";
import { useTemporaryFolder } from "../../../testing/temporary-folder";
import { TREE } from "../../support/trees";

const temporaryFolder = useTemporaryFolder();
const METADATA = "firebase-export-metadata.json";

const at = (...names: string[]) => join(temporaryFolder(), ...names);

function read(...names: string[]): unknown {
  return JSON.parse(readFileSync(at(...names), "utf8"));
}

function write(json: unknown, ...names: string[]): void {
  writeFileSync(at(...names), JSON.stringify(json));
}

function databases(json: Readonly<Record<string, Json>>) {
  return new Map(Object.entries(json).map(([name, value]) => [name, nodeFromJson(value, 0)]));
}

function imported(folder = temporaryFolder()) {
  const roots = importFrom(folder, 1234);
  return Object.fromEntries(Array.from(roots, ([name, node]) => [name, nodeToJson(node, true)]));
}

/** Matches an error for a person. */
const storageError = (message: unknown) =>
  expect.objectContaining({ name: "StorageError", message }) as Error;

describe("an export", () => {
  it("has the layout of firebase emulators:export", () => {
    exportTo(
      at("new", "folder"),
      databases({
        "demo-default-rtdb": { a: [1, 2] },
        other: { ".value": 1, ".priority": 2 },
        empty: null,
      }),
    );
    expect(readdirSync(at("new", "folder")).sort()).toEqual(["database_export", METADATA]);
    expect(read("new", "folder", METADATA)).toEqual({
      version: "rtdb-emulator",
      database: { version: "rtdb-emulator", path: "database_export" },
    });
    expect(readdirSync(at("new", "folder", "database_export")).sort()).toEqual([
      "demo-default-rtdb.json",
      "other.json",
    ]);
    expect(read("new", "folder", "database_export", "other.json")).toEqual({
      ".value": 1,
      ".priority": 2,
    });
  });

  it("keeps exports of other products, and replaces earlier databases", () => {
    const auth = { version: "15.0.0", path: "auth_export" };
    write(
      { version: "15.0.0", auth, database: { version: "4.11.2", path: "database_export" } },
      METADATA,
    );
    mkdirSync(at("auth_export"));
    write([], "auth_export", "accounts.json");
    mkdirSync(at("database_export"));
    write(1, "database_export", "earlier.json");

    exportTo(temporaryFolder(), databases({ demo: 2 }));

    expect(read(METADATA)).toEqual({
      version: "15.0.0",
      auth,
      database: { version: "rtdb-emulator", path: "database_export" },
    });
    expect(readdirSync(temporaryFolder()).sort()).toEqual([
      "auth_export",
      "database_export",
      METADATA,
    ]);
    expect(readdirSync(at("database_export"))).toEqual(["demo.json"]);
    expect(imported()).toEqual({ demo: 2 });
  });

  it("keeps the earlier export when it fails", () => {
    exportTo(temporaryFolder(), databases({ demo: 1 }));
    // This is not a valid file name.
    expect(() => exportTo(temporaryFolder(), databases({ "no/where": 2 }))).toThrow(
      storageError(expect.stringContaining("ENOENT")),
    );
    expect(readdirSync(temporaryFolder()).sort()).toEqual(["database_export", METADATA]);
    expect(imported()).toEqual({ demo: 1 });
  });

  it("gives the same data after an import", () => {
    fc.assert(
      fc.property(TREE, (tree) => {
        exportTo(temporaryFolder(), new Map([["demo", tree]]));
        const imported = importFrom(temporaryFolder(), 0);
        expect(isEqual(imported.get("demo") ?? null, tree)).toBe(true);
      }),
      timesUsual(0.1),
    );
  });
});

describe("an import", () => {
  beforeEach(() => {
    write({ version: "15.0.0", database: { version: "4.11.2", path: "data" } }, METADATA);
    mkdirSync(at("data"));
  });

  it("reads an export of Google's emulator, and no other files", () => {
    write({ a: { ".value": true, ".priority": 1 }, list: [null, 1] }, "data", "one.json");
    write(null, "data", "two.json");
    writeFileSync(at("data", ".DS_Store"), "noise");
    expect(imported()).toEqual({
      one: { a: { ".value": true, ".priority": 1 }, list: [null, 1] },
      two: null,
    });
  });

  it("skips byte order marks", () => {
    const metadata = JSON.stringify({ database: { version: "4.11.2", path: "data" } });
    writeFileSync(at(METADATA), `\ufeff${metadata}`);
    writeFileSync(at("data", "one.json"), '\ufeff{"a":1}');
    expect(imported()).toEqual({ one: { a: 1 } });
  });

  it.each([
    ['{"database":{}}', /has no path for the database; add "path": "database_export" to it$/],
    ['{"database":{"path":"gone"}}', /cannot import from .*gone: it does not exist/],
  ])("rejects the metadata %s", (text, problem) => {
    writeFileSync(at(METADATA), text);
    expect(() => imported()).toThrow(storageError(expect.stringMatching(problem)));
  });

  it.each([
    ["one.json", '{"a":', /one\.json: not valid JSON \(.+\); correct it or put a copy back$/],
    [
      "one.json",
      '{"a":{"b.c":1}}',
      /one\.json: the key "b\.c" contains .+; a database cannot hold that/,
    ],
    [
      "one two.json",
      "1",
      /one two\.json: "one two" is not a valid name for a database; use letters, digits/,
    ],
    ["one.json", Buffer.of(0x22, 0xe9, 0x22), /one\.json: not UTF-8 text; save it as UTF-8$/],
  ])("rejects %s with the content %s", (file, text, problem) => {
    writeFileSync(at("data", file), text);
    expect(() => imported()).toThrow(storageError(expect.stringMatching(problem)));
  });
});
