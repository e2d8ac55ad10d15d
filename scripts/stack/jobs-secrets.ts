/** The secrets of jobs/ on this machine. */

import { createECDH } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { onDisk } from "../../emulator/src/persistence/storage-error.ts";
import { fromRoot } from "./project.ts";

const KEY_BYTES = 32;

/**
 * Writes jobs/.secret.local when it is missing. Its VAPID key stays: browsers that subscribed to push messages take
 * those of no other key.
 * @throws StorageError when the disk refuses
 */
export function writeJobsSecrets(file = fromRoot("jobs/.secret.local")): void {
  if (existsSync(file)) return;
  const lines = [`SMTP_URL=smtp://127.0.0.1:1025`, `VAPID_PRIVATE_KEY=${createVapidKey()}`];
  onDisk("write", file, () => writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 }));
}

/** A private key of P-256, as the web-push package takes it. */
function createVapidKey(): string {
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  const key = Buffer.alloc(KEY_BYTES);
  const made = pair.getPrivateKey();
  // Node leaves out zeros at its beginning.
  made.copy(key, KEY_BYTES - made.length);
  return key.toString("base64url");
}
