import packageJson from "../../../package.json";
import { readOptions } from "../../../tools/dev/processes/command";
import { helpOf } from "../../../tools/dev/processes/help.cjs";

const COMMANDS = Object.values(packageJson.scripts).flatMap(
  (script) => /^node tools\/dev\/run\.mjs (\S+)$/.exec(script)?.[1] ?? [],
);

test.each(COMMANDS)("%s has a help that fits a terminal of 80 columns", (command) => {
  expect(helpOf(command)).toMatch(/^npm (?:run )?[a-z:]+ /);
  expect(helpOf(command)).not.toMatch(/.{81}/);
});

const OPTIONS = { host: { type: "string" }, "no-demo": { type: "boolean" } } as const;

test("options are read", () => {
  const { values } = readOptions("start", OPTIONS, [], ["--host", "0.0.0.0", "--no-demo"]);
  expect(values).toEqual({ host: "0.0.0.0", "no-demo": true });
});

test.each([["--demo"], ["--host"], ["now"], ["--no-demo=yes"]])(
  "%s is refused with the help",
  (text) => {
    expect(() => readOptions("start", OPTIONS, [], [text])).toThrow(helpOf("start"));
  },
);
