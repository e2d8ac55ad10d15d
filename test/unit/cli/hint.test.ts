import { spawnSync } from "node:child_process";
import { farmCommand, shellWord } from "../../../cli/src/hint";

test.each([
  ["acme", "acme"],
  ["a.b:c@d-1_2", "a.b:c@d-1_2"],
  ["Gewächshaus", "Gewächshaus"],
  ["my farm", "'my farm'"],
  ["it's", "'it'\\''s'"],
  ["$HOME", "'$HOME'"],
  ["", "''"],
])("%j is typed as %s", (text, word) => {
  expect(shellWord(text)).toBe(word);
});

test.each(["plain", "a b", "it's", '$HOME `id` "x"', "!;&|<>()*?[]~#\\", "😀", "'"])(
  "a shell reads %j back",
  (text) => {
    const { stdout } = spawnSync("sh", ["-c", `printf %s ${shellWord(text)}`], {
      encoding: "utf8",
    });
    expect(stdout).toBe(text);
  },
);

test("a command has its operands, what is still to be chosen, and its options", () => {
  expect(farmCommand("key rotate", ["my farm"], { options: "--keep-old" })).toBe(
    "`farm key rotate 'my farm' --keep-old`",
  );
  expect(farmCommand("sensor link", ["s"], { rest: "<greenhouseId>" })).toBe(
    "`farm sensor link s <greenhouseId>`",
  );
});

test("operands that look like options stand behind the options", () => {
  expect(farmCommand("member add", ["-x"], { rest: "<uid>", options: "--role owner" })).toBe(
    "`farm member add --role owner -- -x <uid>`",
  );
});
