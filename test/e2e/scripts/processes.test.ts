/** The output of a child process. */

import { run } from "../../../tools/dev/processes/processes";

/** For each line of its input: begins a line, prints one on the other stream, ends the first. */
const TURNS = `
const turns = [
  () => process.stdout.write("begun, "),
  () => process.stderr.write("between\\n"),
  () => process.stdout.write("ended\\nwithout an end", () => process.exit()),
];
process.stdin.on("data", () => turns.shift()());`;

test("lines of the two streams are not mixed", async () => {
  const child = run(process.execPath, ["-e", TURNS], { stdio: ["pipe", "pipe", "pipe"] });
  const lines: string[] = [];
  child.onLine((line) => lines.push(line));
  const next = (stream: "stdout" | "stderr"): Promise<void> =>
    new Promise((resolve) => {
      child.child[stream]?.once("data", () => resolve());
      child.child.stdin?.write("\n");
    });

  await next("stdout");
  expect(child.output()).toBe("begun, ");
  await next("stderr");
  await next("stdout");
  expect(await child.ended).toBe(0);
  expect(child.output()).toBe("between\nbegun, ended\nwithout an end");
  expect(lines).toEqual(["between", "begun, ended"]);
});
