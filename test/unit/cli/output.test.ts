/** What the command line prints, and how signals and closed pipes end it. */

import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { failed, unreachable } from "../../../tools/cli/src/core/failure";
import { commandName, createOutput, reportError } from "../../../tools/cli/src/core/output";
import type { OutputSettings } from "../../../tools/cli/src/core/output";
import { printable } from "../../../tools/cli/src/core/text";
import { redirectWarnings } from "../../../tools/cli/src/core/warnings";
import { createInterruption } from "../../../tools/cli/src/core/interruption";

const TEXT = { json: false, verbose: false };
const JSON_OUTPUT = { json: true, verbose: false };

function open() {
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const read = (stream: PassThrough): string => String(stream.read() ?? "");
  return { streams, written: () => [read(streams.stdout), read(streams.stderr)] };
}

function report(error: unknown, settings: OutputSettings): unknown[] {
  const { streams, written } = open();
  return [reportError(error, streams, settings), written()[1]];
}

test.each([
  [TEXT, "One farm.\n", "By the way.\n"],
  [JSON_OUTPUT, '{\n  "farms": 1\n}\n', ""],
])("results go to stdout and notes to stderr: %j", (settings, stdout, stderr) => {
  const { streams, written } = open();
  const output = createOutput(streams, settings);
  output.note("By the way.");
  output.result({ farms: 1 }, "One farm.");
  expect(written()).toEqual([stdout, stderr]);
});

test("an error has its exit code and its hint, or is one line of JSON", () => {
  const text = "farm: No farm.\n  Add one.\n";
  expect(report(failed("No farm.", "Add one."), TEXT)).toEqual([1, text]);
  expect(report(unreachable("Gone."), JSON_OUTPUT)).toEqual([4, '{"error":"Gone.","exitCode":4}\n']); // prettier-ignore
});

test("--verbose adds the stack and the causes of an error, without control characters", () => {
  const text = "farm: Unexpected: \u{fffd}[2J\n  --verbose prints the stack trace.\n";
  expect(report(new Error("\u001b[2J"), TEXT)).toEqual([1, text]);
  const error = unreachable("Gone.", undefined, new Error("Broken"));
  expect(report(error, { json: false, verbose: true })[1]).toMatch(
    /^farm: Gone\.\nCommandError: Gone\.\n {4}at .*\nError: Broken\n {4}at /s,
  );
});

test("a hint has the command that works in the user's folder", () => {
  const hintIn = (env: NodeJS.ProcessEnv): unknown =>
    report(failed("No.", "`farm list` shows all."), { ...TEXT, command: commandName(env) })[1];
  expect(hintIn({ npm_lifecycle_event: "farm" })).toContain("`npm run -s farm -- list` shows");
  expect(hintIn({ npm_lifecycle_event: "test" })).toContain("`farm list` shows");
});

test("replaces characters that a terminal would obey", () => {
  expect(printable("a\u001b[2J\r\n\u009b\u202eb\u2028\u2066c دفيئة\u200f 👨\u200d👩 é")).toBe(
    "a\ufffd[2J\ufffd\ufffd\ufffd\ufffdb\ufffd\ufffdc دفيئة\u200f 👨\u200d👩 é",
  );
});

test.each([
  [false, "found 2 of {} apples\n"],
  [true, '{"warning":"found 2 of {} apples"}\n{"warning":"OddWarning: two\\nlines"}\n'],
])("sends what libraries and Node print to stderr; as JSON: %s", (json, text) => {
  const process = Object.assign(new EventEmitter(), { stderr: new PassThrough() });
  const console: Partial<Record<string, (...values: unknown[]) => void>> = {};
  redirectWarnings(process as never, console as never, json);
  console["log"]?.("found %d of", 2, {}, "apples");
  process.emit("warning", Object.assign(new Error("two\nlines"), { name: "OddWarning" }));
  expect(String(process.stderr.read())).toBe(text);
});

/** A process that records how it would end. */
class FakeProcess extends EventEmitter {
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();
  readonly exits: (number | undefined)[] = [];
  readonly reports: string[] = [];
  exitCode: number | undefined;
  readonly exit = (code?: number): void => void this.exits.push(code);
  readonly interruption = createInterruption(this as never, (error) => {
    this.reports.push((error as Error).message);
    return 1;
  });

  fail(stream: "stdout" | "stderr", code: string): void {
    this[stream].emit("error", Object.assign(new Error(code), { code }));
  }
}

test("signals have their usual effect until a command takes over, and then abort once", () => {
  const process = new FakeProcess();
  expect(process.eventNames()).toEqual([]);
  const signals = [process.interruption.takeOver(), process.interruption.takeOver()];
  let aborts = 0;
  signals[0]?.addEventListener("abort", () => (aborts += 1));
  for (const name of ["SIGHUP", "SIGINT", "SIGTERM", "SIGINT"]) {
    expect(process.emit(name)).toBe(true);
  }
  expect([aborts, signals.map(({ aborted }) => aborted)]).toEqual([1, [true, true]]);
  expect(process.exits).toEqual([]);
});

test.each([
  ["EPIPE", 0, undefined, 0],
  ["ENOSPC", 1, 1, 1],
])("%s on stdout ends a command, or aborts one that cleans up", (code, exit, exitCode, reports) => {
  const plain = new FakeProcess();
  plain.fail("stdout", code);
  expect(plain.exits).toEqual([exit]);
  const cleaning = new FakeProcess();
  const signal = cleaning.interruption.takeOver();
  cleaning.fail("stdout", code);
  cleaning.fail("stdout", code);
  cleaning.emit("exit", 0);
  expect([signal.aborted, cleaning.exits, cleaning.exitCode]).toEqual([true, [], exitCode]);
  expect([plain.reports.length, cleaning.reports.length]).toEqual([reports, reports]);
});

test("a closed stderr does not stop a command", () => {
  const process = new FakeProcess();
  const signal = process.interruption.takeOver();
  process.fail("stderr", "EIO");
  expect([signal.aborted, process.exits, process.reports]).toEqual([false, [], []]);
});
