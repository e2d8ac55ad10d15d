import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { redirectWarnings } from "../../../tools/cli/src/core/warnings";

function redirected(json: boolean) {
  const process = Object.assign(new EventEmitter(), { stderr: new PassThrough() });
  process.on("warning", () => process.stderr.write("Node's own text\n"));
  const console: Partial<Record<string, (...values: unknown[]) => void>> = {};
  redirectWarnings(process as never, console as never, json);
  return { process, console, text: () => String(process.stderr.read() ?? "") };
}

test.each([
  [false, "found 2 of {} apples\n"],
  [true, '{"warning":"found 2 of {} apples"}\n'],
])("sends a library's output to stderr; as JSON: %s", (json, text) => {
  for (const method of ["debug", "log", "info", "warn", "error"]) {
    const { console, text: written } = redirected(json);
    console[method]?.("found %d of", 2, {}, "apples");
    expect(written()).toBe(text);
  }
});

test.each([
  [false, "Node's own text\n"],
  [true, '{"warning":"OddWarning: two\\nlines"}\n'],
])("sends Node's warnings to stderr; as JSON: %s", (json, text) => {
  const { process, text: written } = redirected(json);
  process.emit("warning", Object.assign(new Error("two\nlines"), { name: "OddWarning" }));
  expect(written()).toBe(text);
});
