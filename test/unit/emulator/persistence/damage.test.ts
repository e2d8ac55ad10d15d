/** What is done to the files behind the emulator's back is found, and named by file and line. */

import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { openStore } from "../../../../emulator/src/persistence/store";
import { nodeFromJson, nodeToJson } from "../../../../emulator/src/tree/json";
import type { Json } from "../../../../emulator/src/tree/json";
import { fc } from "../../../support/properties";
import { useTemporaryFolder } from "../../../support/temporary-folder";

const temporaryFolder = useTemporaryFolder();
const COMMITS = 4;

function open() {
  const opened = openStore(temporaryFolder());
  if (!opened.ok) return { problem: opened.problem };
  try {
    return { root: nodeToJson(opened.store.load("demo")), notes: opened.store.notes };
  } finally {
    opened.store.close();
  }
}

function append(count: number, from = 0): void {
  const opened = openStore(temporaryFolder());
  if (!opened.ok) throw new Error(opened.problem);
  for (let n = from; n < from + count; n += 1) {
    opened.store.append("demo", [{ path: [`key${n}`], node: `value ${n} й` }]);
  }
  opened.store.close();
}

/** What stands in the database after so many commits. */
function after(commits: number): Json {
  if (commits === 0) return null;
  return Object.fromEntries(
    Array.from({ length: commits }, (_, n): [string, Json] => [`key${n}`, `value ${n} й`]),
  );
}

const journal = () => join(temporaryFolder(), "db-demo.journal");
const snapshot = () => join(temporaryFolder(), "db-demo.snapshot");
const newlinesIn = (bytes: Buffer) => bytes.filter((byte) => byte === 10).length;

describe("a journal cut short", () => {
  it("at any byte keeps every commit whose line is whole, says so, and goes on", () => {
    append(COMMITS);
    const whole = readFileSync(journal());
    for (let length = 0; length <= whole.length; length += 1) {
      const cut = whole.subarray(0, length);
      writeFileSync(journal(), cut);
      const commits = Math.max(0, newlinesIn(cut) - 1);
      const torn = length - (cut.lastIndexOf(10) + 1);
      const note = `${journal()}: left out ${torn} bytes at its end, of a write that was cut short unacknowledged`;
      expect(open()).toEqual({ root: after(commits), notes: torn === 0 ? [] : [note] });
      append(1, commits);
      expect(open()).toEqual({ root: after(commits + 1), notes: [] });
    }
  });
});

it("a torn end longer than what is written next leaves nothing behind", () => {
  append(1);
  appendFileSync(journal(), "x".repeat(1000));
  append(1, 1);
  expect(open()).toEqual({ root: after(2), notes: [] });
});

describe("a journal that was garbled", () => {
  it("at any byte but its last is refused with the line", () => {
    append(COMMITS);
    const whole = readFileSync(journal());
    fc.assert(
      fc.property(fc.nat(whole.length - 2), fc.integer({ min: 1, max: 255 }), (at, bits) => {
        const garbled = Buffer.from(whole);
        garbled[at] = (garbled[at] ?? 0) ^ bits;
        writeFileSync(journal(), garbled);
        const line = newlinesIn(whole.subarray(0, at)) + 1;
        const { problem } = open();
        expect(problem).toMatch(/^.*db-demo\.journal(, line \d+)?: .*; /);
        if (line > 1) expect(problem).toBe(damaged(journal(), line));
        expect(readFileSync(journal()).equals(garbled)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it.each<[string, (lines: readonly string[]) => readonly string[], number]>([
    ["loses a line", ([a = "", , ...rest]) => [a, ...rest], 2],
    ["gains a line", ([a = "", b = "", ...rest]) => [a, b, b, ...rest], 3],
    ["has two lines changed over", ([a = "", b = "", c = "", ...rest]) => [a, c, b, ...rest], 2],
    ["has an empty line", ([a = "", ...rest]) => [a, "", ...rest], 2],
    ["has a line of zeros", ([a = "", ...rest]) => [a, "\0".repeat(60), ...rest], 2],
  ])("and %s", (_, edit, line) => {
    append(COMMITS);
    const lines = readFileSync(journal(), "utf8").trimEnd().split("\n");
    writeFileSync(journal(), `${edit(lines).join("\n")}\n`);
    expect(open()).toEqual({ problem: damaged(journal(), line) });
  });

  it("can be mended as the message says", () => {
    append(COMMITS);
    const lines = readFileSync(journal(), "utf8").split("\n");
    writeFileSync(journal(), `${lines.slice(0, 3).join("\n")}\n`);
    expect(open()).toEqual({ root: after(2), notes: [] });
  });
});

describe("a snapshot", () => {
  const text = "x".repeat(40_000);
  const tree = { a: text, b: text, c: text };
  const wayOut =
    "put back a copy of it, or move it and the journal beside it away to start this database empty";

  beforeEach(() => {
    const opened = openStore(temporaryFolder());
    if (!opened.ok) throw new Error(opened.problem);
    opened.store.compact("demo", nodeFromJson(tree, 0));
    opened.store.close();
  });

  it("that is whole is read", () => {
    expect(open()).toEqual({ root: tree, notes: [] });
  });

  it("that was garbled is refused with the line", () => {
    const bytes = readFileSync(snapshot());
    bytes[bytes.length - 30_000] = 0x79;
    writeFileSync(snapshot(), bytes);
    const { problem } = open();
    expect(problem).toBe(`${snapshot()}, line 3: damaged, its checksum does not match; ${wayOut}`);
  });

  it.each([0, 10, 70, 50_000, -40, -10, -1])("cut at %d is refused", (length) => {
    writeFileSync(snapshot(), readFileSync(snapshot()).subarray(0, length));
    expect(open()).toEqual({
      problem: `${snapshot()}: incomplete, its last line is not the end; ${wayOut}`,
    });
  });

  it("without its last line is refused", () => {
    const lines = readFileSync(snapshot(), "utf8").trimEnd().split("\n");
    writeFileSync(snapshot(), `${lines.slice(0, -1).join("\n")}\n`);
    expect(open().problem).toContain("incomplete");
  });

  it("with something after its last line is refused", () => {
    appendFileSync(snapshot(), "x");
    expect(open().problem).toContain("incomplete");
  });

  it("of another version is refused, whatever its checksums", () => {
    const header = JSON.stringify({ format: "rtdb-emulator snapshot", version: 2, generation: 1 });
    writeFileSync(snapshot(), `????????  ${header}\n`);
    expect(open()).toEqual({
      problem:
        `${snapshot()}: format version 2, of which this emulator knows only 1; ` +
        "export the data with the emulator that wrote it and import it here",
    });
  });

  it.each([
    ["text", "hello, world\n"],
    ["JSON of another kind", "12345678 null\n"],
    ["a journal", '????????  {"format":"rtdb-emulator journal"}\n'],
    ["noise", Buffer.from([0xff, 0xfe, 0x00, 0x0a])],
  ])("that is %s is refused", (_, content) => {
    writeFileSync(snapshot(), content);
    expect(open()).toEqual({
      problem:
        `${snapshot()}, line 1: not the header of an rtdb-emulator snapshot; ` +
        `if the file is another program's, name another folder, else ${wayOut}`,
    });
  });
});

it("a journal's checksums are chained CRC-32s, for whoever reads it with other tools", () => {
  append(2);
  let checksum = 0;
  const lines = readFileSync(journal(), "utf8").trimEnd().split("\n");
  for (const line of lines) {
    checksum = crc32(line.slice(9), checksum);
    expect(line.slice(0, 9)).toBe(`${checksum.toString(16).padStart(8, "0")} `);
  }
  expect(lines.map((line) => JSON.parse(line.slice(9)) as unknown)).toEqual([
    { format: "rtdb-emulator journal", version: 1, generation: 0 },
    [["key0", "value 0 й"]],
    [["key1", "value 1 й"]],
  ]);
  expect(statSync(journal()).size).toBe(Buffer.byteLength(`${lines.join("\n")}\n`));
});

function damaged(path: string, line: number): string {
  return (
    `${path}, line ${line}: damaged, its checksum does not match; put back a copy of it, ` +
    "or delete this line and all after it to go on with what was written before"
  );
}
