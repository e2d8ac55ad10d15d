/** The secrets of jobs/ on this machine. */

import { existsSync, writeFileSync } from "node:fs";
import { createVapidKeys } from "../../domain/src/vapid.ts";
import { onDisk } from "../../emulator/src/persistence/storage-error.ts";
import { fromRoot } from "./project.ts";

/**
 * Writes jobs/.secret.local when it is missing. Its VAPID key stays: browsers that subscribed to push messages
 * accept messages with that key only.
 * @throws StorageError when the disk refuses
 */
export function writeJobsSecrets(file = fromRoot("jobs/.secret.local")): void {
  if (existsSync(file)) return;
  const lines = [
    "SMTP_URL=smtp://127.0.0.1:1025",
    `VAPID_PRIVATE_KEY=${createVapidKeys().privateKey}`,
  ];
  onDisk("write", file, () => writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 }));
}
