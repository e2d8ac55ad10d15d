/** The jobs on the functions emulator of `npm test`. The clock does not run them there: a test does. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fromEnvironment, ROOT } from "./addresses";

/** One look at all farms. Resolves when it has ended; fails with the reason when it failed. */
export async function runWatchFarms(): Promise<void> {
  const args = [join(ROOT, "emulator/dist/cli.js"), "run-schedule", "watchFarms"];
  const child = spawn(process.execPath, [...args, "--hub", fromEnvironment("HUB_ADDRESS")]);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (output += String(text)));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(output);
}
