/** The disk of the simulation behaves as `node:fs`: the same cases run on both. Only a simulated disk loses its power. */

import * as fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Files } from "../../../devices/node/store.mjs";
import { MemoryDisk } from "../disk";

interface Driver {
  readonly files: Files;
  /** A folder that does not exist yet. */
  readonly folder: string;
}

const folders: string[] = [];

function real(): Driver {
  const parent = fs.mkdtempSync(path.join(tmpdir(), "disk-"));
  folders.push(parent);
  return { files: fs, folder: path.join(parent, "store") };
}
const simulated = (): Driver => ({ files: new MemoryDisk(() => 1).files, folder: "/store" });

afterAll(() => {
  for (const folder of folders) fs.rmSync(folder, { recursive: true });
});

const codeOf = (action: () => unknown): unknown => {
  try {
    action();
    return undefined;
  } catch (error) {
    return (error as { readonly code?: string }).code;
  }
};

describe.each([
  ["the real disk", real],
  ["the disk of the simulation", simulated],
])("%s", (_, create) => {
  const createFolder = (): Driver => {
    const driver = create();
    driver.files.mkdirSync(driver.folder, { recursive: true });
    return driver;
  };

  test("appends, truncates and reads a file", () => {
    const { files, folder } = createFolder();
    const name = path.join(folder, "page");
    for (const text of ["first,", "second"]) {
      const handle = files.openSync(name, "a");
      files.writeFileSync(handle, text);
      files.fsyncSync(handle);
      files.closeSync(handle);
    }
    expect(files.readFileSync(name, "utf8")).toBe("first,second");
    const handle = files.openSync(name, "r+");
    expect(files.fstatSync(handle).size).toBe(12);
    files.ftruncateSync(handle, 6);
    files.closeSync(handle);
    expect(files.readFileSync(name, "utf8")).toBe("first,");
    expect(files.statSync(name).size).toBe(6);
  });

  test("empties a file that is opened for writing", () => {
    const { files, folder } = createFolder();
    const name = path.join(folder, "page");
    files.writeFileSync(name, "long text");
    const handle = files.openSync(name, "w");
    files.writeFileSync(handle, "new");
    files.closeSync(handle);
    expect(files.readFileSync(name, "utf8")).toBe("new");
  });

  test("creates a file exclusively", () => {
    const { files, folder } = createFolder();
    const name = path.join(folder, "lock");
    files.writeFileSync(name, "mine", { flag: "wx" });
    expect(codeOf(() => files.writeFileSync(name, "theirs", { flag: "wx" }))).toBe("EEXIST");
    expect(files.readFileSync(name, "utf8")).toBe("mine");
  });

  test("moves a file over another one, removes and lists files", () => {
    const { files, folder } = createFolder();
    const nameOf = (name: string): string => path.join(folder, name);
    for (const name of ["a", "b", "c"]) files.writeFileSync(nameOf(name), name);
    files.renameSync(nameOf("a"), nameOf("b"));
    files.rmSync(nameOf("c"));
    files.rmSync(nameOf("c"), { force: true });
    expect(files.readdirSync(folder)).toEqual(["b"]);
    expect(files.readFileSync(nameOf("b"), "utf8")).toBe("a");
  });

  test("fails where there is no file or folder", () => {
    const { files, folder } = create();
    const name = path.join(folder, "page");
    expect(codeOf(() => files.openSync(name, "a"))).toBe("ENOENT");
    files.mkdirSync(folder, { recursive: true });
    expect(codeOf(() => files.openSync(name, "r"))).toBe("ENOENT");
    expect(codeOf(() => files.readFileSync(name, "utf8"))).toBe("ENOENT");
    expect(codeOf(() => files.renameSync(name, `${name}2`))).toBe("ENOENT");
    expect(codeOf(() => files.rmSync(name))).toBe("ENOENT");
  });
});

test("a power cut takes what was not synced", () => {
  const disk = new MemoryDisk(() => 1);
  const { files } = disk;
  const writeFile = (name: string, text: string, isSynced: boolean): void => {
    const handle = files.openSync(name, "a");
    files.writeFileSync(handle, text);
    if (isSynced) files.fsyncSync(handle);
    files.closeSync(handle);
  };
  files.mkdirSync("/store", { recursive: true });
  writeFile("/store/kept", "synced, ", true);
  const folder = files.openSync("/store", "r");
  files.fsyncSync(folder);
  files.closeSync(folder);
  writeFile("/store/kept", "not synced", false);
  writeFile("/store/new", "its name is not synced", true);
  disk.cutPower();
  expect(files.readdirSync("/store")).toEqual(["kept"]);
  expect(files.readFileSync("/store/kept", "utf8")).toBe("synced, ");
});
