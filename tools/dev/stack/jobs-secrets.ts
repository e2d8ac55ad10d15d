/** The secrets of jobs/ on this machine. */

import { existsSync, writeFileSync } from "node:fs";
import { createVapidKeys } from "@greenhouse/domain/alerts/vapid";
import { fromRoot } from "./project.ts";
import { onDisk } from "../processes/disk.ts";

/**
 * Writes jobs/.secret.local if it is missing. An existing file is kept, because browsers that have subscribed to push
 * messages accept only messages signed with its VAPID key.
 * @throws StackError when the disk refuses
 */
export function writeJobsSecrets(file = fromRoot("jobs/.secret.local")): void {
  if (existsSync(file)) return;
  const lines = [
    "SMTP_URL=smtp://127.0.0.1:1025",
    `VAPID_PRIVATE_KEY=${createVapidKeys().privateKey}`,
    "TELEGRAM_BOT_TOKEN=none",
    "TWILIO_AUTH_TOKEN=none",
  ];
  onDisk("write", file, () => writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 }));
}
