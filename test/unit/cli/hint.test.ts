import { spawnSync } from "node:child_process";
import { farmCommand, shellWord } from "../../../tools/cli/src/core/hint";

test.each(["acme", "a.b:c@d-1_2", "Gewächshaus"])("%s needs no quotes", (text) => {
  expect(shellWord(text)).toBe(text);
});

test.each(["my farm", "it's", "'", '$HOME `id` "x"', "!;&|<>()*?[]~#\\", "😀", ""])(
  "a shell reads %j back",
  (text) => {
    const { stdout } = spawnSync("sh", ["-c", `printf %s ${shellWord(text)}`]);
    expect(String(stdout)).toBe(text);
  },
);

test.each([
  ["key rotate", ["my farm"], { options: "--keep-old" }, "key rotate 'my farm' --keep-old"],
  ["sensor link", ["s"], { rest: "<greenhouseId>" }, "sensor link s <greenhouseId>"],
  // Operands like options come after `--`.
  [
    "sensor link",
    ["-x"],
    { rest: "<greenhouseId>", options: "--yes" },
    "sensor link --yes -- -x <greenhouseId>",
  ],
])("%s %j %j", (words, operands, parts, command) => {
  expect(farmCommand(words, operands, parts)).toBe(`\`farm ${command}\``);
});
