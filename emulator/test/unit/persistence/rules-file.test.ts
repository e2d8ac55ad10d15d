import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readRulesFile, watchRulesFile } from "../../../src/persistence/rules-file";
import type { RulesFile } from "../../../src/persistence/rules-file";
import { Received } from "../../../testing/received";
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

it("watching reports edits in place, replacement, removal and return", async () => {
  writeFileSync(path(), "first");
  const reported = new Received<RulesFile>();
  const watching = watchRulesFile(path(), reported.add, 5);
  try {
    writeFileSync(path(), "second one");
    await reported.count(1);
    writeFileSync(`${path()}.swp`, "third");
    renameSync(`${path()}.swp`, path());
    await reported.count(2);
    rmSync(path());
    await reported.count(3);
    // The same text as before the removal counts as a change.
    writeFileSync(path(), "third");
    await reported.count(4);
  } finally {
    watching.close();
  }
  expect(reported.all).toEqual([
    { ok: true, text: "second one" },
    { ok: true, text: "third" },
    {
      ok: false,
      problem: `cannot read ${path()}: it does not exist; check the path (ENOENT)`,
    },
    { ok: true, text: "third" },
  ]);
});
