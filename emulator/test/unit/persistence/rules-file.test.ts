import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRulesFile, watchRulesFile } from "../../../src/persistence/rules-file";
import type { RulesFile } from "../../../src/persistence/rules-file";
import { useTemporaryFolder } from "../../../testing/temporary-folder";

const temporaryFolder = useTemporaryFolder();
const path = () => join(temporaryFolder(), "database.rules.json");

describe("reading a rules file", () => {
  it.each<[string, string | Buffer, string]>([
    ["its text", '{"rules": {} } // й\n', '{"rules": {} } // й\n'],
    ["without a byte order mark", Buffer.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]), "{}"],
  ])("gives %s", (_, content, text) => {
    writeFileSync(path(), content);
    expect(readRulesFile(path())).toEqual({ ok: true, text });
  });

  it("reports why there is no text", () => {
    expect(readRulesFile(path())).toEqual({
      ok: false,
      problem: `cannot read ${path()}: it does not exist; check the path (ENOENT)`,
    });
    writeFileSync(path(), Buffer.from("caf\xe9", "latin1"));
    expect(readRulesFile(path())).toEqual({
      ok: false,
      problem: `${path()}: not UTF-8 text; save it as UTF-8`,
    });
  });
});

describe("watching a rules file", () => {
  /** Watches a file, so that a test awaits changes one by one. */
  function watch(watched = path()) {
    const reported: RulesFile[] = [];
    let wake: () => void = () => undefined;
    const watching = watchRulesFile(
      watched,
      (file) => {
        reported.push(file);
        wake();
      },
      5,
    );
    const next = async (): Promise<RulesFile> => {
      while (reported.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return reported.shift()!;
    };
    return { reported, next, close: () => watching.close() };
  }

  it("reports edits in place, replacement, removal and return", async () => {
    writeFileSync(path(), "first");
    const { next, close } = watch();
    try {
      writeFileSync(path(), "second one");
      expect(await next()).toEqual({ ok: true, text: "second one" });

      writeFileSync(`${path()}.swp`, "third");
      renameSync(`${path()}.swp`, path());
      expect(await next()).toEqual({ ok: true, text: "third" });

      rmSync(path());
      expect(await next()).toEqual({
        ok: false,
        problem: `cannot read ${path()}: it does not exist; check the path (ENOENT)`,
      });

      // The same text as before the removal counts as a change.
      writeFileSync(path(), "third");
      expect(await next()).toEqual({ ok: true, text: "third" });
    } finally {
      close();
    }
  });
});
