import { PassThrough } from "node:stream";
import { failed, unreachable } from "../../../tools/cli/src/core/failure";
import { commandName, createOutput, reportError } from "../../../tools/cli/src/core/output";
import type { OutputSettings } from "../../../tools/cli/src/core/output";
import { count, formatFields, formatTable, printable } from "../../../tools/cli/src/core/text";

const TEXT = { json: false, verbose: false };

function open() {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const read = (stream: PassThrough): string => String(stream.read() ?? "");
  return { streams, written: () => [read(streams.stdout), read(streams.stderr)] };
}

test.each([
  [false, "One farm.\n", "By the way.\n"],
  [true, '{\n  "farms": 1\n}\n', ""],
])("results and notes, as JSON: %s", (json, stdout, stderr) => {
  const { streams, written } = open();
  const output = createOutput(streams, { json, verbose: false });
  output.note("By the way.");
  output.result({ farms: 1 }, "One farm.");
  expect(written()).toEqual([stdout, stderr]);
});

function report(error: unknown, settings: OutputSettings): unknown[] {
  const { streams, written } = open();
  return [reportError(error, streams, settings), written()[1]];
}

test.each<[string, unknown, OutputSettings, number, string]>([
  ["with its hint", failed("No farm.", "Add one."), TEXT, 1, "farm: No farm.\n  Add one.\n"],
  [
    "as JSON in one line",
    unreachable("Gone."),
    { json: true, verbose: false },
    4,
    '{"error":"Gone.","exitCode":4}\n',
  ],
  [
    "unexpected, without control characters",
    new Error("\u001b[2J"),
    TEXT,
    1,
    "farm: Unexpected: \u{fffd}[2J\n  --verbose prints the stack trace.\n",
  ],
])("an error %s", (_, error, settings, code, text) => {
  expect(report(error, settings)).toEqual([code, text]);
});

test.each([
  [{ npm_lifecycle_event: "farm" }, "npm run -s farm -- list"],
  [{ npm_lifecycle_event: "test" }, "farm list"],
  [{}, "farm list"],
])("a hint has the command that works in the user's folder: %j", (env, command) => {
  const settings = { ...TEXT, command: commandName(env) };
  const [, text] = report(failed("No farm.", "`farm list` shows all."), settings);
  expect(text).toBe(`farm: No farm.\n  \`${command}\` shows all.\n`);
});

test("--verbose adds the stack and the causes", () => {
  const [, text] = report(unreachable("Gone.", undefined, new Error("Broken")), {
    json: false,
    verbose: true,
  });
  expect(text).toMatch(/^farm: Gone\.\nCommandError: Gone\.\n {4}at .*\nError: Broken\n {4}at /s);
});

test("tables and fields are aligned", () => {
  const rows = [
    ["long-one", "A"],
    ["b", ""],
  ];
  expect(formatTable(["id", "name"], rows, "None.")).toBe("ID        NAME\nlong-one  A\nb");
  expect(formatTable(["id"], [], "None.")).toBe("None.");
  expect(formatFields({ a: "1", longer: undefined, bcd: "2" })).toBe("a    1\nbcd  2");
  expect([count(1, "entry", "entries"), count(12_000, "entry", "entries")]).toEqual([
    "1 entry",
    "12,000 entries",
  ]);
});

test("replaces characters that a terminal would obey", () => {
  expect(printable("a\u001b[2J\r\n\u009b\u202eb\u2028\u2066c دفيئة\u200f 👨\u200d👩 é")).toBe(
    "a\ufffd[2J\ufffd\ufffd\ufffd\ufffdb\ufffd\ufffdc دفيئة\u200f 👨\u200d👩 é",
  );
});
