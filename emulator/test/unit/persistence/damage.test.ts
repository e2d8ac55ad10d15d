/** A store detects changes in its files, and reports file and line. */

import { appendFileSync, copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import type { Json } from "../../../src/tree/json";
import { nodeFromJson } from "../../../src/tree/json";
import { fc, timesUsual } from "../../../testing/properties";
import { changeAt, problemOf, readStore, withStore } from "../../support/stores";
import { useTemporaryFolder } from "../../../testing/temporary-folder";

const folder = useTemporaryFolder();
const journal = () => join(folder(), "db-demo.journal");
const newlinesIn = (bytes: Buffer) => bytes.filter((byte) => byte === 10).length;

const START_EMPTY = "put back a copy of it, or move it away to start this database empty";
const GO_ON =
  "put back a copy of it, or delete this line and all after it to go on with what was written before";
const SNAPSHOT_CUT = () => `${journal()}: incomplete, its snapshot is cut short; ${START_EMPTY}`;

function damaged(line: number, remedy: string): string {
  return `${journal()}, line ${line}: damaged, its checksum does not match; ${remedy}`;
}

function append(count: number, from = 0): void {
  withStore(folder(), (store) => {
    for (let n = from; n < from + count; n += 1) {
      store.journalOf("demo").append([changeAt(`key${n}`, `value ${n} й`)]);
    }
  });
}

/** Returns the database's data after this many commits. */
function after(commits: number): Json {
  const numbers = Array.from({ length: commits }, (_, n) => n);
  return commits === 0
    ? null
    : Object.fromEntries(numbers.map((n): [string, Json] => [`key${n}`, `value ${n} й`]));
}

describe("a journal of commits", () => {
  const COMMITS = 2;
  /** The header and the end of an empty snapshot. */
  const FIRST_LINES = 2;
  beforeEach(() => append(COMMITS));

  it("keeps every complete line when cut at any byte, reports the rest, and goes on", () => {
    const whole = readFileSync(journal());
    // From the end of the header.
    for (let length = whole.indexOf(10); length <= whole.length; length += 1) {
      const cut = whole.subarray(0, length);
      writeFileSync(journal(), cut);
      const commits = newlinesIn(cut) - FIRST_LINES;
      if (commits < 0) {
        expect(problemOf(folder())).toContain(START_EMPTY);
        continue;
      }
      const torn = length - (cut.lastIndexOf(10) + 1);
      const note = `${journal()}: skipped ${torn} bytes at its end, of an unfinished write that was not acknowledged`;
      expect(readStore(folder())).toEqual({
        root: after(commits),
        notes: torn === 0 ? [] : [note],
      });
      append(1, commits);
      expect(readStore(folder())).toEqual({ root: after(commits + 1), notes: [] });
    }
  });

  it("drops an incomplete end that is longer than the next commit", () => {
    appendFileSync(journal(), "x".repeat(1000));
    append(1, COMMITS);
    expect(readStore(folder())).toEqual({ root: after(COMMITS + 1), notes: [] });
  });

  it("is rejected with the line and stays unchanged if any byte but the last changed", () => {
    const whole = readFileSync(journal());
    fc.assert(
      fc.property(fc.nat(whole.length - 2), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const changed = Buffer.from(whole);
        changed[at] = (changed[at] ?? 0) ^ bits;
        writeFileSync(journal(), changed);
        const line = newlinesIn(whole.subarray(0, at)) + 1;
        const problem = problemOf(folder());
        expect(problem).toMatch(/^.*db-demo\.journal(, line \d+)?: .*; /);
        if (line > 1) expect(problem).toBe(damaged(line, line > FIRST_LINES ? GO_ON : START_EMPTY));
        expect(readFileSync(journal()).equals(changed)).toBe(true);
      }),
      timesUsual(0.5),
    );
  });

  it.each<[string, (commits: readonly string[]) => readonly string[], number]>([
    ["loses a line", ([, ...rest]) => rest, 3],
    ["gains a line", ([a = "", ...rest]) => [a, a, ...rest], 4],
    ["has two lines in the wrong order", ([a = "", b = "", ...rest]) => [b, a, ...rest], 3],
    ["has a line of zeros", ([, ...rest]) => ["\0".repeat(60), ...rest], 3],
  ])("that %s is rejected with the line", (_, edit, line) => {
    const lines = readFileSync(journal(), "utf8").trimEnd().split("\n");
    const edited = [...lines.slice(0, FIRST_LINES), ...edit(lines.slice(FIRST_LINES))];
    writeFileSync(journal(), `${edited.join("\n")}\n`);
    expect(problemOf(folder())).toBe(damaged(line, GO_ON));
  });

  it("has chained CRC-32s, which other tools can check", () => {
    let checksum = 0;
    const lines = readFileSync(journal(), "utf8").trimEnd().split("\n");
    for (const line of lines) {
      checksum = crc32(line.slice(9), checksum);
      expect(line.slice(0, 9)).toBe(`${checksum.toString(16).padStart(8, "0")} `);
    }
    expect(lines.slice(0, 4).map((line) => JSON.parse(line.slice(9)) as unknown)).toEqual([
      { format: "rtdb-emulator journal", version: 2 },
      "end",
      [["key0", "value 0 й"]],
      [["key1", "value 1 й"]],
    ]);
  });
});

describe("a journal that begins with a snapshot", () => {
  const text = "x".repeat(40_000);
  beforeEach(() =>
    withStore(folder(), (store) =>
      store.journalOf("demo").compact(nodeFromJson({ a: text, b: text, c: text }, 0)),
    ),
  );

  it("is rejected with the line if the snapshot was changed", () => {
    const bytes = readFileSync(journal());
    bytes[bytes.length - 30_000] = 0x79;
    writeFileSync(journal(), bytes);
    expect(problemOf(folder())).toBe(damaged(3, START_EMPTY));
  });

  /** The last line, which ends the snapshot, has 15 bytes. */
  it.each([0, 70, -15, -1])("is rejected when cut at %d", (length) => {
    writeFileSync(journal(), readFileSync(journal()).subarray(0, length));
    expect(problemOf(folder())).toBe(SNAPSHOT_CUT());
  });
});

describe("a folder with files of other versions or programs", () => {
  const versionProblem = (path: string, version: number) =>
    `${path}: format version ${version}, this emulator reads version 2 only; ` +
    "export the data with the emulator that wrote it (--export-on-exit) and import it into another data folder " +
    "(--import), or move the files of this database away to start it empty";

  it.each([
    ["db-demo.journal", "journal", 1],
    ["db-demo.snapshot", "snapshot", 1],
  ])("is rejected for %s with the format %s %d", (name, format, version) => {
    const header = JSON.stringify({ format: `rtdb-emulator ${format}`, version, generation: 0 });
    writeFileSync(join(folder(), name), `????????  ${header}\n`);
    expect(problemOf(folder())).toBe(versionProblem(join(folder(), name), version));
  });

  it("is rejected for another program's file", () => {
    writeFileSync(journal(), Buffer.from([0xff, 0xfe, 0x00, 0x0a]));
    expect(problemOf(folder())).toBe(
      `${journal()}, line 1: not the header of an rtdb-emulator journal; ` +
        `if the file is another program's, name another folder, else ${START_EMPTY}`,
    );
  });

  it("is rejected for a file without a namespace's name", () => {
    append(1);
    copyFileSync(journal(), join(folder(), "db-Demo.journal"));
    expect(problemOf(folder())).toBe(
      `${join(folder(), "db-Demo.journal")}: not a name for the file of a namespace; give the file its old name or move it away`,
    );
  });
});
