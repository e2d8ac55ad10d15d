/** What is found below a process. */

import { groupsBelow } from "../../../scripts/stack/descendants";
import { run, signalGroup } from "../../../scripts/stack/processes";

/** Starts a process that leads a group, tells it, and stays, as that does. */
const PARENT = `
const options = { detached: true, stdio: "ignore" };
const child = require("node:child_process").spawn("sleep", ["600"], options);
child.once("spawn", () => console.log(child.pid));
setInterval(() => undefined, 1e9);`;

const testOnUnix = process.platform === "win32" ? test.skip : test; // Windows has no process groups.

testOnUnix("finds the groups that a child's children lead", async () => {
  const parent = run(process.execPath, ["-e", PARENT]);
  const told = await new Promise<string>((resolve) => parent.onLine(resolve));
  const found = groupsBelow(parent.child.pid!);
  await parent.stop();
  for (const group of found) signalGroup(group, "SIGINT");
  expect(found).toEqual([Number(told)]);
});

test("finds nothing below a process without children", async () => {
  const alone = run(process.execPath, ["-e", "setInterval(() => undefined, 1e9); console.log(1)"]);
  await new Promise<string>((resolve) => alone.onLine(resolve));
  expect(groupsBelow(alone.child.pid!)).toEqual([]);
  await alone.stop();
});
