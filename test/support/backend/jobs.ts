/** The jobs on the functions emulator of `npm test`. The clock does not run them there: a test does. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startMailCatcher } from "../../../scripts/stack/mail/catcher";
import type { MailCatcher } from "../../../scripts/stack/mail/catcher";
import { ROOT } from "./addresses";

/** One look at all farms. Resolves when it has ended; fails with the reason when it failed. */
export async function runWatchFarms(): Promise<void> {
  const args = [join(ROOT, "emulator/dist/cli.js"), "run-schedule", "watchFarms"];
  const child = spawn(process.execPath, [...args, "--hub", variable("HUB_ADDRESS")]);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (output += String(text)));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(output);
}

/** Catches the mail of the jobs: one suite file at a time. */
export function catchMail(): Promise<MailCatcher> {
  const { port } = new URL(variable("LOCAL_SMTP_URL"));
  return startMailCatcher({ smtpPort: Number(port), httpPort: 0 });
}

function variable(name: string): string {
  const value = process.env[name];
  if (value) return value;
  throw new Error(`${name} is not set: run these tests with \`npm test -- test/e2e\`.`);
}
