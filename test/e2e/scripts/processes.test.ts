/** What is kept of a child process's output. */

import { run } from "../../../scripts/stack/processes";

/** Prints a piece for each line it is told: a line begun, another on the other stream, and its end. */
const TURNS = `
const turns = [
  () => process.stdout.write("begun, "),
  () => process.stderr.write("between\\n"),
  () => process.stdout.write("ended\\nwithout an end", () => process.exit()),
];
process.stdin.on("data", () => turns.shift()());`;

test("keeps each stream's lines whole", async () => {
  const child = run(process.execPath, ["-e", TURNS], { stdio: ["pipe", "pipe", "pipe"] });
  const heard: string[] = [];
  child.onLine((line) => heard.push(line));
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
  expect(heard).toEqual(["between", "begun, ended"]);
});
