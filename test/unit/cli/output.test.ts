import { PassThrough } from "node:stream";
import { CommandError, EXIT, failed } from "../../../cli/src/failure";
import { commandName, createOutput, reportError } from "../../../cli/src/output";
import type { OutputSettings } from "../../../cli/src/output";
import { count, formatFields, formatTable } from "../../../cli/src/text";

interface Written {
  readonly streams: { readonly stdout: PassThrough; readonly stderr: PassThrough };
  readonly text: () => { readonly stdout: string; readonly stderr: string };
}

function listen(): Written {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const read = (stream: PassThrough): string => String(stream.read() ?? "");
  return { streams, text: () => ({ stdout: read(streams.stdout), stderr: read(streams.stderr) }) };
}

test("text and JSON say the same, each in its place", () => {
  for (const [json, stdout, stderr] of [
    [false, "One farm.\n", "By the way.\n"],
    [true, '{\n  "farms": 1\n}\n', ""],
  ] as const) {
    const { streams, text } = listen();
    const output = createOutput(streams, { json, verbose: false });
    output.note("By the way.");
    output.result({ farms: 1 }, "One farm.");
    expect(text()).toEqual({ stdout, stderr });
  }
});

describe("reportError", () => {
  const report = (error: unknown, settings: OutputSettings): unknown[] => {
    const { streams, text } = listen();
    return [reportError(error, streams, settings), text().stderr];
  };
  const plain = { json: false, verbose: false };

  test("says one clear line and the way out", () => {
    expect(report(failed("No farm.", "Found one."), plain)).toEqual([
      1,
      "farm: No farm.\n  Found one.\n",
    ]);
  });

  test.each([
    [{ npm_lifecycle_event: "farm" }, "npm run -s farm -- list"],
    [{ npm_lifecycle_event: "test" }, "farm list"],
    [{}, "farm list"],
  ])("names the command that works where it was started as in %j", (env, command) => {
    const settings = { ...plain, command: commandName(env) };
    expect(report(failed("No farm.", "`farm list` shows all."), settings)).toEqual([
      1,
      `farm: No farm.\n  \`${command}\` shows all.\n`,
    ]);
  });

  test("as JSON in one line", () => {
    const error = new CommandError(EXIT.unreachable, "Gone.");
    expect(report(error, { json: true, verbose: false })).toEqual([
      4,
      '{"error":"Gone.","exitCode":4}\n',
    ]);
  });

  test("with its causes where details are asked for", () => {
    const error = new CommandError(EXIT.failed, "Gone.", undefined, { cause: new Error("Broken") });
    const [, text] = report(error, { json: false, verbose: true });
    expect(text).toMatch(/^farm: Gone\.\nCommandError: Gone\.\n {4}at .*\nError: Broken\n {4}at /s);
  });

  test("an unexpected one too, without commanding the terminal", () => {
    expect(report(new Error("\u001b[2J"), plain)).toEqual([
      1,
      "farm: Unexpected: \u{fffd}[2J\n  --verbose shows where it came from.\n",
    ]);
  });
});

test("tables are aligned", () => {
  expect(
    formatTable(
      ["id", "name"],
      [
        ["long-one", "A"],
        ["b", ""],
      ],
      "None.",
    ),
  ).toBe("ID        NAME\nlong-one  A\nb");
  expect(formatTable(["id"], [], "None.")).toBe("None.");
  expect(formatFields({ a: "1", longer: undefined, bcd: "2" })).toBe("a    1\nbcd  2");
  expect([count(1, "entry", "entries"), count(12_000, "entry", "entries")]).toEqual([
    "1 entry",
    "12,000 entries",
  ]);
});
