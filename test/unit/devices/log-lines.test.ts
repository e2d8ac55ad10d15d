/** A client cuts a long text in its reports after a whole word. */

import { spawnSync } from "node:child_process";
import { fromRoot } from "../../../tools/dev/stack/project";
import { NO_PYTHON, PYTHON } from "../../support/devices/commands";

const CASES: readonly (readonly [text: string, line: string])[] = [
  ["Invalid signature.", "Invalid signature."],
  ["x".repeat(200), "x".repeat(200)],
  ["x".repeat(201), `${"x".repeat(197)}...`],
  ["reading ".repeat(50), `${"reading ".repeat(24).trimEnd()}...`],
  ["reading, ".repeat(50), `${"reading, ".repeat(21).slice(0, -2)}...`],
  ["a\u001b[31m\nb", "a [31m b"],
];
const TEXTS = JSON.stringify(CASES.map(([text]) => text));
const LINES = CASES.map(([, line]) => line);

function run(command: string, args: readonly string[]): unknown {
  const { stdout, stderr } = spawnSync(command, args, { input: TEXTS, encoding: "utf8" });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

test("in Node", () => {
  const client = JSON.stringify(fromRoot("devices/node/exchange.mjs"));
  const program = `import { singleLine } from ${client}; import { readFileSync } from "node:fs";
    console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((text) => singleLine(text))));`;
  expect(run(process.execPath, ["--input-type=module", "-e", program])).toEqual(LINES);
});

(NO_PYTHON ? test.skip : test)("in Python", () => {
  const program = `import json, sys
sys.path.insert(0, sys.argv[1])
from answers import single_line
print(json.dumps([single_line(text) for text in json.load(sys.stdin)]))`;
  expect(run(PYTHON ?? "", ["-B", "-c", program, fromRoot("devices/python")])).toEqual(LINES);
});
