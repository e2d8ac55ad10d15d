/** The secrets of jobs/ on this machine. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { createVapidKeys } from "@greenhouse/domain/alerts/vapid";
import { fromRoot } from "./project.ts";
import { onDisk } from "../processes/disk.ts";

/** By name. The emulator warns of a secret that the file lacks, and asks Google for it. */
const SECRETS: Readonly<Record<string, () => string>> = {
  SMTP_URL: () => "smtp://127.0.0.1:1025",
  VAPID_PRIVATE_KEY: () => createVapidKeys().privateKey,
  TELEGRAM_BOT_TOKEN: () => "none",
  TWILIO_AUTH_TOKEN: () => "none",
};

/**
 * Writes the secrets that jobs/.secret.local lacks. Others are kept, because browsers that have subscribed to push messages
 * accept only messages signed with its VAPID key.
 * @throws StackError when the disk refuses
 */
export function writeJobsSecrets(file = fromRoot("jobs/.secret.local")): void {
  const before = existsSync(file) ? onDisk("read", file, () => readFileSync(file, "utf8")) : "";
  const stored = parseEnv(before);
  const missing = Object.entries(SECRETS).filter(([name]) => stored[name] === undefined);
  if (missing.length === 0) return;
  const lines = missing.map(([name, create]) => `${name}=${create()}\n`);
  const separator = before === "" || before.endsWith("\n") ? "" : "\n";
  const text = before + separator + lines.join("");
  onDisk("write", file, () => writeFileSync(file, text, { mode: 0o600 }));
}
