/** Folders that no store can be opened in, and what is said about them. */

import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openStore } from "../../../../emulator/src/persistence/store";
import { changeAt, withStore } from "../../../support/stores";
import { useTemporaryFolder } from "../../../support/temporary-folder";

const temporaryFolder = useTemporaryFolder();

function problemOf(folder = temporaryFolder()): string {
  const opened = openStore(folder);
  if (opened.ok) opened.store.close();
  return opened.ok ? "none" : opened.problem;
}

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
    withStore(temporaryFolder(), () => {
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
    withStore(temporaryFolder(), (store) => {
      store.compact("demo", 1);
      store.append("demo", [changeAt("", 2)]);
    });
    copyFileSync(here("db-demo.journal"), here("db-copy.journal"));
    expect(problemOf()).toBe(
      `${here("db-copy.journal")}, line 1: it goes on from snapshot number 1, but there is none; ` +
        "put that snapshot back beside it, or move the journal away to go on without what it holds",
    );
  });

  it("and lets go of the folder then", () => {
    writeFileSync(here("db-demo.journal"), "nonsense\n");
    expect(problemOf()).toContain("not the header of an rtdb-emulator journal");
    expect(existsSync(here("emulator.lock"))).toBe(false);
  });
});
