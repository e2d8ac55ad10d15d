/** The secrets of jobs/ on this machine. */

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createVapidKeys } from "@greenhouse/domain/alerts/vapid";
import { onDisk } from "../processes/disk.ts";
import { readJobsParameters } from "./jobs-parameters.ts";
import { fromRoot } from "./project.ts";

/** Secrets that the jobs use on the emulators. Mail and messages go to the inbox without any. */
const LOCAL: Readonly<Record<string, () => string>> = {
  VAPID_PRIVATE_KEY: () => createVapidKeys().privateKey,
};

/**
 * Adds the missing secrets to jobs/.secret.local. It keeps the others, because browsers that have subscribed to push
 * messages accept only messages signed with its VAPID key.
 * @throws StackError when the disk refuses
 */
export async function writeJobsSecrets(file = fromRoot("jobs/.secret.local")): Promise<void> {
  const parameters = await readJobsParameters();
  const names = parameters.filter(({ type }) => type === "secret").map(({ name }) => name);
  const old = existsSync(file) ? onDisk("read", file, () => readFileSync(file, "utf8")) : "";
  const missing = names.filter((name) => !new RegExp(`^${name}=`, "m").test(old));
  if (missing.length === 0) return;
  const kept = old === "" || old.endsWith("\n") ? old : `${old}\n`;
  const added = missing.map((name) => `${name}=${LOCAL[name]?.() ?? "none"}\n`);
  onDisk("write", file, () => writeFileSync(file, kept + added.join(""), { mode: 0o600 }));
}
