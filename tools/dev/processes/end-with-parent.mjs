/**
 * Loaded before a program with `node --import`: ends the program when its parent is gone, even
 * after `kill -9`. The parent holds the other end of an IPC channel, which the operating system
 * closes together with the parent. With `?graceMs=<ms>` the program's process group is killed if it
 * has not ended by then.
 */

import process from "node:process";

const graceMs = new URL(import.meta.url).searchParams.get("graceMs");

process.on("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  if (graceMs === null || process.platform === "win32") return;
  setTimeout(() => process.kill(-process.pid, "SIGKILL"), Number(graceMs));
});
// The channel alone keeps no program running.
process.channel?.unref();
